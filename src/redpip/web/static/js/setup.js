import { find, h, icon, limits, memory, put, texts } from "./dom.js";
import { post } from "./http.js";
import { myName } from "./me.js";
import { fill } from "./phrases.js";
import { avatar, SHAPES } from "./seats.js";
import { slip } from "./slip.js";

/**
 * @typedef {{kind: "me" | "here" | "bot" | "open", name?: string, bot?: string, own?: Record<string, boolean>}} Chair
 * @typedef {Record<string, string | number | boolean | boolean[]>} Options
 * @typedef {{preset?: string, seats: Chair[], options?: Options, first?: number|null, clock?: {seconds: number}|null, match?: number|null, coach?: boolean}} Wanted
 */

const CLOCKS = [30, 60, 120, 300]; // seconds for a turn

/** Opens a new table and goes there. @param {OfferedGame} game @param {Wanted} wanted */
async function create(
  game,
  { preset = game.preset, seats, options = {}, first = null, clock = null, match = null, coach = false },
) {
  const table = await post("/api/v1/tables", {
    game: game.game,
    preset,
    options,
    seats,
    first,
    clock,
    match,
    coach,
  });
  location.assign(table.url);
}

/** At once against a bot. @param {OfferedGame} game */
export const playNow = (game) =>
  create(game, {
    seats: [
      { kind: "me", name: myName() },
      { kind: "bot", bot: game.house_bot },
    ],
    coach: game.coach && coached(),
  });

/** Among ourselves the coach may be asked, unless this device said no; where others come it takes everybody's yes. */
const coached = () => memory.get("coach") !== "off";

/** @type {Record<string, (game: OfferedGame) => Chair>} */
const NEW = {
  bot: (game) => ({ kind: "bot", bot: game.house_bot }),
  here: () => ({ kind: "here", name: "" }),
  open: () => ({ kind: "open" }),
};

/**
 * The slip with all ways to play a game: preset, players, who starts, match and clock, house rules.
 * @param {OfferedGame} game
 * @param {string} [way]
 */
export function setup(game, way = "bot") {
  /**
   * @type {{preset: string, seats: Chair[], options: Options, first: Chair|null, clock: {seconds: number}|null, match: number|null, coach: boolean|null}}
   */
  const chosen = {
    preset: game.preset,
    seats: [{ kind: "me", name: memory.get("name") }, NEW[way](game)],
    options: {},
    first: null, // the seat itself, so that it stays the one when others leave
    clock: null,
    match: null,
    coach: null, // nobody has said
  };
  const players = h("ol.players");
  const add = h("div.add");
  const first = h("select");
  const frame = h("div.rules");
  const error = h("p.error", { role: "alert" });
  const start = h("button.btn.main", { type: "submit" });
  const rules = h("div.rules");
  const mayAsk = h("input", { type: "checkbox" });
  const askWhere = h("small");
  const house = h("details", {}, h("summary", {}, texts.house), rules);
  const form = h(
    "form.stack.setup",
    {},
    presets(),
    h("fieldset", {}, h("legend", {}, texts.players), players, add),
    h("fieldset", {}, h("legend", {}, texts.course), frame),
    house,
    h("div.start", {}, error, start),
  );
  slip(game.title, [form], { wide: true });
  first.onchange = () => {
    chosen.first = chosen.seats[Number(first.value)] ?? null;
  };
  drawAll();

  form.onsubmit = async (event) => {
    event.preventDefault();
    const name = chosen.seats[0].name?.trim();
    if (name) memory.set("name", name);
    start.disabled = true;
    error.textContent = "";
    try {
      await create(game, wanted());
    } catch (refusal) {
      error.textContent = refusal.message;
      start.disabled = false;
    }
  };

  /** What is asked of the service: each seat's own switches become one value a seat. */
  function wanted() {
    /** @type {Options} */
    const options = { ...chosen.options };
    for (const option of ofSeats()) {
      const values = chosen.seats.map((seat) => Boolean(seat.own?.[option.name]));
      if (values.some(Boolean)) options[option.name] = values;
    }
    const place = placeOfFirst();
    const coach = game.coach && mayAsk.checked;
    return { ...chosen, options, coach, first: place < 0 ? null : place, seats: chosen.seats.map(named) };
  }

  function placeOfFirst() {
    return chosen.first ? chosen.seats.indexOf(chosen.first) : -1;
  }

  /** @param {Chair} chair @param {number} i */
  function named({ own, ...seat }, i) {
    return "name" in seat ? { ...seat, name: nameOf(seat, i) } : seat;
  }

  /** Its level, or in a game without levels the bot itself. @param {Chair} seat @returns {{bot: string, name: string}} */
  function botOf(seat) {
    const known = game.levels.length ? game.levels : game.bots;
    return known.find((one) => one.bot === seat.bot) ?? known[0];
  }

  /** @param {Chair} seat @param {number} i */
  function nameOf(seat, i) {
    if (seat.kind === "bot") return botOf(seat).name;
    if (seat.kind === "open") return texts.friend;
    return seat.name?.trim() || (seat.kind === "me" ? texts.guest : fill(texts.player, { number: i + 1 }));
  }

  function preset() {
    return game.presets.find((one) => one.preset === chosen.preset) ?? game.presets[0];
  }

  /** Options a preset sets are its own; what is left are house rules. */
  function free() {
    return game.options.filter((option) => !preset().sets.includes(option.name));
  }

  /** House rules that each player may choose alone. */
  function ofSeats() {
    return free().filter((option) => option.kind === "seats");
  }

  function drawAll() {
    chosen.options = {};
    chosen.match = null;
    drawPlayers();
    put(frame, starts(), game.seats.most > 1 ? matchLength() : null, turnTime(), game.coach ? coachRule() : null);
    const common = free().filter((option) => option.kind !== "seats");
    put(rules, common.map(rule));
    house.hidden = !common.length;
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
        while (chosen.seats.length < one.seats.least) chosen.seats.push(NEW.bot(game));
        drawAll();
      };
      return h("label.choice", {}, input, h("span", {}, h("b", {}, one.name), h("small", {}, one.about)));
    });
    return h("fieldset", {}, h("legend", {}, texts.preset), h("div.choices", {}, options));
  }

  function drawPlayers() {
    const { most } = preset().seats;
    chosen.seats.length = Math.min(chosen.seats.length, most);
    put(players, chosen.seats.map(row));
    const more = (/** @type {string} */ kind, /** @type {string} */ label) =>
      h("button.btn.small", { type: "button", onclick: () => grow(kind) }, icon("plus"), label);
    const full = chosen.seats.length >= most;
    put(
      add,
      full
        ? h("p.cap", {}, fill(texts.table_full, { most }))
        : [more("bot", texts.add_bot), more("here", texts.add_here), more("open", texts.add_open)],
    );
    const open = chosen.seats.filter((seat) => seat.kind === "open").length;
    start.textContent = open ? (open > 1 ? texts.make_links : texts.make_link) : texts.start;
    drawFirst();
    drawCoach();
  }

  function coachRule() {
    mayAsk.onchange = () => {
      chosen.coach = mayAsk.checked;
      if (!links()) memory.set("coach", mayAsk.checked ? "on" : "off");
    };
    return h("label.rule", {}, mayAsk, h("span", {}, texts.coach_rule, askWhere));
  }

  function drawCoach() {
    mayAsk.checked = chosen.coach ?? (!links() && coached());
    askWhere.textContent = links() ? texts.coach_open : "";
  }

  function links() {
    return chosen.seats.some((seat) => seat.kind === "open");
  }

  /** @param {string} kind */
  function grow(kind) {
    chosen.seats.push(NEW[kind](game));
    drawPlayers();
    find(":scope > :last-child :is(input, select, button)", players)?.focus();
  }

  /** @param {Chair} seat @param {number} i */
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
    const sign = { bot: texts.bot, open: "+", me: "", here: "" }[seat.kind];
    const token = avatar({ shape, name: seat.name || sign || String(i + 1) });
    const own = ofSeats().map((option) => ownRule(option, seat, i));
    return h("li", {}, token, who(seat, i), remove, own.length ? h("div.own", {}, own) : null);
  }

  /** A switch for this player alone. @param {GameOption} option @param {Chair} seat @param {number} i */
  function ownRule(option, seat, i) {
    const box = h("input", {
      type: "checkbox",
      checked: Boolean(seat.own?.[option.name]),
      "aria-label": fill(texts.own_rule, { rule: option.about, number: i + 1 }),
    });
    box.onchange = () => {
      seat.own = { ...seat.own, [option.name]: box.checked };
    };
    const about = option.about.replace(`${option.label}: `, "");
    return h("label", {}, box, h("span", {}, option.label, h("small", {}, about)));
  }

  /** @param {Chair} seat @param {number} i */
  function who(seat, i) {
    if (seat.kind === "bot") return bot(seat, i);
    if (seat.kind === "open") return h("span.who", {}, texts.friend, h("small", {}, texts.friend_about));
    const label = seat.kind === "me" ? texts.your_name : fill(texts.name_of, { number: i + 1 });
    const input = h("input", {
      type: "text",
      "aria-label": label,
      placeholder: label,
      maxlength: limits.name,
      autocomplete: seat.kind === "me" ? "nickname" : "off",
      value: seat.name,
    });
    input.oninput = () => {
      seat.name = input.value;
      drawFirst();
    };
    return input;
  }

  /** @param {Chair} seat @param {number} i */
  function bot(seat, i) {
    return game.levels.length ? level(seat, i) : namedBot(seat, i);
  }

  /** How well it is to play. @param {Chair} seat @param {number} i */
  function level(seat, i) {
    const about = h("small", { "aria-live": "polite" });
    const told = () => {
      const { about: does, measured } = game.levels.find((one) => one.bot === botOf(seat).bot) ?? game.levels[0];
      put(about, `${does[0].toUpperCase()}${does.slice(1)}. `, measured);
    };
    const choices = game.levels.map((one) => {
      const input = h("input", { type: "radio", name: `level-${i}`, value: one.bot });
      input.checked = one.bot === botOf(seat).bot;
      input.onchange = () => {
        seat.bot = one.bot;
        told();
        drawFirst();
      };
      return h("label", {}, input, h("span", {}, one.name));
    });
    told();
    return h(
      "fieldset.bot",
      {},
      h("legend.sr", {}, fill(texts.level_of, { number: i + 1 })),
      h("div.levels", {}, choices),
      about,
    );
  }

  /** Which bot, where a game has no levels. @param {Chair} seat @param {number} i */
  function namedBot(seat, i) {
    const about = h("small", { id: `bot-${i}` });
    const select = h(
      "select",
      { "aria-label": fill(texts.bot_of, { number: i + 1 }), "aria-describedby": about.id },
      game.bots.map((one) => h("option", { value: one.bot }, `${texts.bot_name} · ${one.name}`)),
    );
    const told = () => {
      const known = game.bots.find((one) => one.bot === botOf(seat).bot);
      put(about, known?.strength ? h("b", {}, known.strength, " · ") : null, known?.about);
    };
    select.value = botOf(seat).bot;
    select.onchange = () => {
      seat.bot = select.value;
      told();
      drawFirst();
    };
    told();
    return h("span.bot", {}, select, about);
  }

  /** Nobody is asked for by name twice: the list follows what is typed above. */
  function drawFirst() {
    const seats = chosen.seats.map((seat, i) => h("option", { value: i }, `${i + 1} · ${nameOf(seat, i)}`));
    put(first, h("option", { value: "" }, texts.drawn), seats);
    const place = placeOfFirst();
    first.value = place < 0 ? "" : String(place);
  }

  function starts() {
    const { starts: custom } = preset();
    const told = custom ? h("small", {}, fill(texts.custom, { custom })) : null;
    return h("label.rule", {}, first, h("span", {}, texts.who_starts, told));
  }

  /** One game or a match of any length; some presets are matches, and then this is about how long they are. */
  function matchLength() {
    const points = h("input", {
      type: "number",
      min: 1,
      max: limits.match,
      required: true,
      hidden: true,
      value: 3,
      "aria-label": texts.match_points_to,
    });
    const select = h(
      "select",
      { "aria-label": texts.match_about },
      h("option", { value: "" }, preset().match ? texts.usual_match : texts.one_game),
      h("option", { value: "match" }, texts.match_to),
    );
    const set = () => {
      points.hidden = points.disabled = !select.value;
      chosen.match = select.value && points.validity.valid ? points.valueAsNumber : null;
    };
    select.onchange = () => {
      set();
      if (select.value) points.focus();
    };
    points.oninput = set;
    set();
    return h("div.rule", {}, select, points, h("span", {}, texts.match_about));
  }

  /** @param {GameOption} option */
  function rule(option) {
    const set = (/** @type {string | number | boolean} */ value) => {
      if (value === option.default) delete chosen.options[option.name];
      else chosen.options[option.name] = value;
    };
    const words = h("span", {}, option.about, h("small", {}, option.usual));
    if (option.kind === "bool") {
      const box = h("input", { type: "checkbox", checked: Boolean(option.default) });
      box.onchange = () => set(box.checked);
      return h("label.rule", {}, box, words);
    }
    if (option.kind === "int") {
      const field = h("input", { type: "number", min: option.least, max: option.most, value: Number(option.default) });
      field.oninput = () => field.validity.valid && set(field.valueAsNumber);
      return h("label.rule", {}, field, words);
    }
    const select = h(
      "select",
      {},
      option.choices.map((choice) => h("option", { value: choice }, option.names[choice])),
    );
    select.value = String(option.default);
    select.onchange = () => set(select.value);
    return h("label.rule", {}, select, words);
  }

  function turnTime() {
    const select = h(
      "select",
      {},
      h("option", { value: "" }, texts.no_clock),
      CLOCKS.map((seconds) => h("option", { value: seconds }, fill(texts.seconds, { seconds }))),
    );
    select.value = String(chosen.clock?.seconds ?? "");
    select.onchange = () => {
      chosen.clock = select.value ? { seconds: Number(select.value) } : null;
    };
    return h("label.rule", {}, select, h("span", {}, texts.clock_about));
  }
}
