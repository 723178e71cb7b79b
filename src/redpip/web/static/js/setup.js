import { fill, h, icon, memory, put, texts } from "./dom.js";
import { nonce, post } from "./http.js";
import { avatar } from "./seats.js";
import { slip } from "./slip.js";

const SHAPES = ["disc", "square", "diamond", "hexagon"];

export const myName = () => memory.get("name", "") || texts.guest;

/** Opens a new table and goes there. */
export async function create(game, { preset = game.preset, seats, options = {}, clock = null, match = null }) {
  const table = await post("/api/v1/tables", {
    game: game.game,
    preset,
    options,
    seats,
    first: null,
    clock,
    match,
    nonce: nonce(),
  });
  location.assign(table.url);
}

/** At once against a bot. */
export const playNow = (game) =>
  create(game, {
    seats: [
      { kind: "me", name: myName() },
      { kind: "bot", bot: game.house_bot },
    ],
  });

const FIRST = {
  bot: (game) => [{ kind: "bot", bot: game.house_bot }],
  here: () => [{ kind: "here", name: "" }],
  open: () => [{ kind: "open" }],
};

/** The slip with all ways to play a game: preset, players, house rules. */
export function setup(game, way = "bot") {
  const chosen = {
    preset: game.preset,
    seats: [{ kind: "me", name: memory.get("name", "") }, ...FIRST[way](game)],
    options: {},
    clock: null,
    match: null,
  };
  const players = h("ol.players");
  const add = h("div.add");
  const error = h("p.error", { role: "alert" });
  const start = h("button.btn.main", { type: "submit" });
  const rules = h("div.rules");
  const form = h(
    "form.stack.setup",
    {},
    presets(),
    h("fieldset", {}, h("legend", {}, texts.players), players, add),
    h("details", {}, h("summary", {}, texts.house), rules),
    error,
    start,
  );
  slip(game.title, [form], { wide: true });
  drawPlayers();
  drawRules();

  form.onsubmit = async (event) => {
    event.preventDefault();
    if (chosen.seats[0].name.trim()) memory.set("name", chosen.seats[0].name.trim());
    start.disabled = true;
    error.textContent = "";
    try {
      await create(game, { ...chosen, seats: chosen.seats.map(named) });
    } catch (refusal) {
      error.textContent = refusal.message;
      start.disabled = false;
    }
  };

  function named(seat, i) {
    if (seat.kind === "me") return { ...seat, name: seat.name.trim() || texts.guest };
    return seat.kind === "here" ? { ...seat, name: seat.name.trim() || fill(texts.player, { number: i + 1 }) } : seat;
  }

  function preset() {
    return game.presets.find((one) => one.preset === chosen.preset);
  }

  function presets() {
    if (game.presets.length < 2) return h("p.about", {}, game.presets[0]?.about ?? "");
    const options = game.presets.map((one) => {
      const input = h("input", {
        type: "radio",
        name: "preset",
        value: one.preset,
        checked: one.preset === chosen.preset,
      });
      input.onchange = () => {
        chosen.preset = one.preset;
        while (chosen.seats.length < one.seats.least) chosen.seats.push(...FIRST.bot(game));
        drawPlayers();
        drawRules();
      };
      return h("label.choice", {}, input, h("span", {}, h("b", {}, one.name), h("small", {}, one.about)));
    });
    return h("fieldset", {}, h("legend", {}, texts.preset), h("div.choices", {}, options));
  }

  function drawPlayers() {
    const { most } = preset().seats;
    chosen.seats.length = Math.min(chosen.seats.length, most);
    put(players, chosen.seats.map(row));
    const more = (kind, label) =>
      h("button.btn.small", { type: "button", onclick: () => grow(kind) }, icon("plus"), label);
    const full = chosen.seats.length >= most;
    put(
      add,
      full
        ? h("p.cap", {}, fill(texts.table_full, { most }))
        : [more("bot", texts.add_bot), more("here", texts.add_here), more("open", texts.add_open)],
    );
    start.textContent = chosen.seats.some((seat) => seat.kind === "open") ? texts.make_links : texts.start;
  }

  function grow(kind) {
    chosen.seats.push(...FIRST[kind](game));
    drawPlayers();
    players.lastElementChild.querySelector("input, select, button")?.focus();
  }

  function row(seat, i) {
    const shape = SHAPES[i % SHAPES.length];
    const remove =
      i === 0
        ? null
        : h("button.icon", { type: "button", "aria-label": fill(texts.remove, { number: i + 1 }) }, icon("close"));
    if (remove) {
      remove.onclick = () => {
        chosen.seats.splice(i, 1);
        drawPlayers();
        add.querySelector("button")?.focus();
      };
    }
    const token = avatar({ shape, name: seat.name || { bot: texts.bot, open: "+" }[seat.kind] || String(i + 1) });
    return h("li", {}, token, who(seat, i), remove);
  }

  function who(seat, i) {
    if (seat.kind === "bot") {
      const select = h(
        "select",
        { "aria-label": fill(texts.bot_of, { number: i + 1 }) },
        game.bots.map((bot) => h("option", { value: bot.bot }, `${texts.bot_name} · ${bot.name}`)),
      );
      select.value = seat.bot;
      select.onchange = () => {
        seat.bot = select.value;
      };
      return select;
    }
    if (seat.kind === "open") return h("span.who", {}, texts.friend, h("small", {}, texts.friend_about));
    const label = seat.kind === "me" ? texts.your_name : fill(texts.name_of, { number: i + 1 });
    const input = h("input", {
      type: "text",
      "aria-label": label,
      placeholder: label,
      maxlength: 24,
      autocomplete: seat.kind === "me" ? "nickname" : "off",
      value: seat.name,
    });
    input.oninput = () => {
      seat.name = input.value;
    };
    return input;
  }

  /** Options a preset sets are its own; what is left are house rules. */
  function drawRules() {
    chosen.options = {};
    chosen.match = null;
    const { sets } = preset();
    const free = game.options.filter(
      (option) => !sets.includes(option.name) && ["bool", "int", "choice"].includes(option.kind),
    );
    put(rules, [...free.map(rule), game.seats.most > 1 ? matchLength() : null, turnTime()]);
  }

  /** One game or a match; some presets are matches, and then this is about their length. */
  function matchLength() {
    const { match } = preset();
    const select = h(
      "select",
      {},
      h("option", { value: "" }, match ? texts.usual_match : texts.one_game),
      [2, 3, 5, 7].map((points) => h("option", { value: points }, fill(texts.match_to, { points }))),
    );
    select.onchange = () => {
      chosen.match = select.value ? Number(select.value) : null;
    };
    return h("label.rule", {}, select, h("span", {}, texts.match_about));
  }

  function rule(option) {
    const set = (value) => {
      if (value === option.default) delete chosen.options[option.name];
      else chosen.options[option.name] = value;
    };
    if (option.kind === "bool") {
      const box = h("input", { type: "checkbox", checked: Boolean(option.default) });
      box.onchange = () => set(box.checked);
      return h("label.rule", {}, box, h("span", {}, option.about));
    }
    if (option.kind === "int") {
      const field = h("input", { type: "number", min: option.least, max: option.most, value: option.default });
      field.oninput = () => field.validity.valid && set(field.valueAsNumber);
      return h("label.rule", {}, field, h("span", {}, option.about));
    }
    const select = h(
      "select",
      {},
      option.choices.map((choice) =>
        h("option", { value: choice }, option.names?.[choice] ?? choice.replaceAll("_", " ")),
      ),
    );
    select.value = option.default;
    select.onchange = () => set(select.value);
    return h("label.rule", {}, select, h("span", {}, option.about));
  }

  function turnTime() {
    const select = h(
      "select",
      {},
      h("option", { value: "" }, texts.no_clock),
      [30, 60, 120].map((seconds) => h("option", { value: seconds }, fill(texts.seconds, { seconds }))),
    );
    select.onchange = () => {
      chosen.clock = select.value ? { seconds: Number(select.value), then: "bot" } : null;
    };
    return h("label.rule", {}, select, h("span", {}, texts.clock_about));
  }
}
