/** What the page's scripts share, for the type checker alone: what the service sends, and the elements made for it. */

// ---- what the service sends: table/picture.py, web/connection.py and web/offer.py make it

type Dice = [die: number, face: number][];
type Pair = [one: string, many: string];
type Phase = "waiting" | "playing" | "over" | "abandoned";

/** What every scene has (core/scene.py); each game's own page.d.ts says what it adds. */
interface Scene {
  seat: number;
  about: string;
  say: string;
  seats: SceneSeat[];
  tap: Tap | null;
  reds?: boolean;
}

/** What to tap, shown until this kind of choice has been made twice. */
interface Tap {
  kind: string;
  text: string;
}

interface SceneSeat {
  score: number | null;
  note: string;
  dice?: Life[];
  told?: string;
  tag?: [quantity: number, number: number] | null;
}

/** A die as it lies; face 0: it does not. */
interface ShownDie {
  die: number;
  face: number;
  red: boolean;
  name: string;
}

interface Choice {
  action: string;
  label: string;
}

type Life = [number: number, face: number, state: "in" | "gone" | "frozen"];

interface Seat {
  seat: number;
  name: string;
  shape: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  here: boolean;
  away: boolean;
  mine: boolean;
  invite: string | null;
  code?: string | null;
  devices?: { device: string; since: string; this: boolean; here: boolean }[];
}

interface Match {
  games: number;
  points: number[];
  stake: number;
  worth: string | null;
  score: string;
  ended: string | null;
  choose: { action: string; text: string }[];
}

interface LogEntry {
  seq: number;
  seat: number | null;
  text: string;
  dice: Dice;
  bust?: string;
}

interface Clock {
  seconds: number;
  deadline: string | null;
  left: number | null;
  then: string;
  ends?: number; // by this device's own clock; the page adds it
}

interface Say {
  title: string;
  text: string;
  loud: boolean;
}

interface Result {
  title: string;
  told: string[];
  scores: number[];
  winners: number[];
  places: [seat: number, score: number, rank: number][];
  review: string | null;
  margin: string | null; // by how much it was won, in words
  same: string | null; // daily/DATE or challenge/TOKEN, where others have these dice too
  challenge: boolean; // others can be given its dice
}

/** What decided a game: web/coming_api.py makes it. */
interface DecidingMoment {
  event: number;
  seat: number;
  where: string;
  dice: Dice;
  told: string;
  better: string;
  sentence: string;
  url: string;
}

type Tempo = "follow" | "fast" | "skip";
type Asked = "undo" | "bot" | "end";

interface Table {
  id: string;
  game: string;
  preset: string;
  art: string;
  title: string;
  variant: string;
  phase: Phase;
  turn: number[];
  position: number;
  dice: "committed" | "people";
  limits: { seconds: number; memory: number };
  thinking: number | null;
  outdated: string | null;
  host: boolean;
  me: number | null;
  mine: number[];
  unready: number[];
  seats: Seat[];
  say: Say;
  undo: { can: boolean; asked: { kind: Asked; waiting: string[] } | null };
  ask: { kind: Asked; by: number; seat: number; text: string } | null;
  match: Match | null;
  result: Result | null;
  clock: Clock | null;
  coach: boolean;
  fair: { commitment: string; revealed: boolean };
  log: LogEntry[];
  rematch: string | null;
  reactions: { reaction: string; text: string }[];
  keep: Keeping | null;
}

/** A game with real dice: how it is kept, what may be told next, and what was told. */
interface Keeping {
  way: "tally" | "final" | "every";
  ways: ("tally" | "final" | "every")[];
  without: Record<string, string>;
  seat: number | null;
  lines: NoteLine[];
  begun: number;
  throw: number;
  entries: { event: number; seat: number | null; text: string }[];
  offered: { seat: number | null; text: string; told: string; dice: Dice }[];
  fits: boolean;
  columns: KeepColumn[];
  ahead: NoteLine[][];
  sight: Sights | null;
  later: string;
}

/** What is needed to tell every roll by sight alone, where a turn can be told so. */
interface Sights {
  dice: number;
  lies: [die: number, face: number, place: string][][];
  up: Dice;
  stays: boolean;
  turns: boolean;
  rests: boolean;
  some: boolean;
  neutral: string;
  places: { name: string; text: string; row: number; column: number }[];
  moves: { action: string; text: string; after: Record<string, string> }[];
  ends: NoteLine[];
}

/** What a pad of paper would have of one player. */
interface KeepColumn {
  score: number;
  boxes: { name: string; points: number | null }[];
  rolls: [spent: number, allowed: number] | null;
  gains: number[];
  extras: { text: string; points: number }[];
}

/** What real dice bring in one line. */
interface Worth {
  what: string;
  text: string;
  points: number;
}

interface KeptEntry {
  event: number;
  seat: number | null;
  name: string;
  bot: boolean;
  text: string;
  told: string;
  dice: Dice;
}

interface KeptEntryAgain {
  event: number;
  seat: number | null;
  kind: "throw" | "act" | "note";
  text: string;
  told: string;
  dice: Dice;
  throw: number;
  lines: NoteLine[];
  note: { what: string; points: number[]; rolls: number | null } | null;
  options: { action: string; label: string }[];
}

/** What the scorepad says by itself (web/keep_texts.py). */
type KeepTexts = Record<string, string> & Record<"tap_more" | "rolls_counted" | "rolls_left" | "unsent", Pair>;

/** What the result of a turn can be; points and rolls from the least to the most. */
interface NoteLine {
  what: string;
  text: string;
  points: number[] | null;
  rolls: number[] | null;
  dice: number;
  each: boolean;
  needs_dice: boolean;
  fewer: boolean;
  once: boolean;
  leads: number | null;
}

/** An event of the table; `event` is one of the game, where that has played. */
interface TableEvent {
  kind: string;
  seat?: number;
  reaction?: string;
  event?: { throw?: string | null; [field: string]: unknown };
  [field: string]: unknown;
}

/** The game's own texts: sentences, and few that are more than one. */
type Texts = Record<string, string> & {
  roll: Pair;
  rolled: Pair;
  hold: Pair;
  ways: { way: string; text: string }[];
  worth: string[];
};

interface Snapshot {
  type: "snapshot";
  seq: number;
  table: Table;
  scene: Scene | null;
  options: string[];
  texts: Texts;
  event?: undefined;
  ended: Scene | null;
}

interface Happened {
  type: "event";
  seq: number;
  event: TableEvent;
  table: Table;
  scene: Scene | null;
  options: string[];
  ended: Scene | null;
}

/** Somebody came or went: no event, and so without a number. */
interface PresenceTold {
  type: "presence";
  seq?: undefined;
  table: Table;
  event?: undefined;
  ended?: undefined;
}

type Frame = Snapshot | Happened | PresenceTold;

type Message =
  | Snapshot
  | PresenceTold
  | Happened
  | { type: "event"; seq: number; event: TableEvent; table: null; scene: null }
  | { type: "ack"; key: string; seq: number }
  | { type: "refused"; key: string; code: string; message: string; rule?: string | null };

/** What is asked of a table; which other fields count depends on `do` (web/models.py). */
interface Command {
  do: string;
  key?: string;
  faces?: string;
  event?: number;
  way?: string;
  seat?: number | null;
  action?: string;
  seen?: number;
  yes?: boolean;
  bot?: string | null;
  reaction?: string;
  nonce?: string;
  device?: string;
  pace?: Tempo;
}

interface SeatRange {
  least: number;
  most: number;
}

interface GamePreset {
  preset: string;
  name: string;
  about: string;
  sets: string[];
  seats: SeatRange;
  match: boolean;
  starts: string;
}

interface GameOption {
  name: string;
  about: string;
  label: string;
  usual: string;
  kind: "bool" | "int" | "choice" | "seats";
  default: string | number | boolean | boolean[];
  choices: string[];
  names: Record<string, string>;
  least: number | null;
  most: number | null;
}

interface GameBot {
  bot: string;
  name: string;
  about: string;
  strength: string | null;
}

interface GameLevel {
  bot: string;
  name: string;
  about: string;
  measured: string; // "" where nobody has
}

interface OfferedGame {
  game: string;
  preset: string;
  art: string;
  title: string;
  edition: boolean;
  about: string;
  minutes: number;
  seats: SeatRange;
  presets: GamePreset[];
  bots: GameBot[];
  levels: GameLevel[]; // those of them that people are asked for, the weakest first
  house_bot: string;
  coach: boolean; // there is one
  lesson: boolean; // it brings a guided first game
  options: GameOption[];
}

// ---- training: web/training_api.py makes it

/** One of today's five. */
interface TrainingToken {
  card: string;
  state: "answered" | "due" | "new";
  best: boolean | null;
  lost: string | null;
  days: number | null;
  times: number;
}

interface TrainingDay {
  five: TrainingToken[];
  games: number;
  unseen: number;
  mistakes: { name: string; times: number; cost: string }[];
}

interface TrainingChoice {
  line: string;
  text: string;
}

interface TrainingCard {
  card: string;
  game: string;
  art: string;
  title: string;
  variant: string;
  seat: number;
  names: string[];
  scene: Scene;
  texts: Texts;
  from: { table: string | null; event: number; day: string };
  choices: TrainingChoice[];
}

/** A finished game for whoever has its link. */
interface SharedResult {
  game: string;
  scene: Scene;
  texts: Texts;
  table: Partial<Table>;
}

interface TrainingVerdict {
  line: string;
  cost: number;
  mark: "inaccuracy" | "mistake" | "blunder" | null;
  lost: string;
  best: TrainingChoice;
  reason: string;
  unit: string;
  exact: boolean;
  days: number;
  choices: (TrainingChoice & { cost: number; lost: string })[];
}

/** What its page says by itself (web/training_pages.py). */
type TrainingTexts = Record<string, string> &
  Record<"to_go" | "in_days" | "nth_time" | "comes_back" | "in_games" | "unseen" | "found", Pair>;

/** The parts of an OpenAPI document that its page shows. */
interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components?: { schemas?: Record<string, OpenApiSchema> };
}

interface OpenApiOperation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; schema?: OpenApiSchema; description?: string }[];
  requestBody?: { content: OpenApiContent };
  responses?: Record<string, { content?: OpenApiContent; description: string }>;
}

type OpenApiContent = Record<string, { schema?: OpenApiSchema }>;

interface OpenApiSchema {
  $ref?: string;
  type?: string | string[];
  items?: OpenApiSchema;
  anyOf?: OpenApiSchema[];
  oneOf?: OpenApiSchema[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, OpenApiSchema>;
}

// ---- scenes that several games share

/** What core/plain.py makes for the plain page. */
interface PlainScene extends Scene {
  dice: { die: number; face: number; name: string }[];
  lines: string[];
  choices: Choice[];
  families: PlainPart[][];
}

interface SomeOf {
  some: string[];
  must: string[];
  least: number;
  most: number;
}

type PlainPart = { text: string } | { one: string[] } | SomeOf;

/** What the table for pushing one's luck draws; static/js/luck.js tells what it means. */
interface LuckScene extends Scene {
  owner: number;
  note: string;
  race: { scale: number; target: number; runs: { total: number; out: boolean }[] };
  reds: boolean;
  air: number[];
  shelf: { dice: ShownDie[]; text: string; doubled: boolean; bracket: boolean }[];
  floor: (ShownDie & LuckLane)[];
  ready: LuckAhead | null;
  choices: { best: number[]; ways: { dice: number[]; action: string; after: LuckAhead }[] } | null;
  ended: boolean;
  bust: string | null;
  dice: number;
}

interface LuckLane {
  die: number;
  face?: number;
  name?: string;
  raised?: boolean;
  note: string;
  told: string;
}

interface LuckAhead {
  banked: number;
  turn: number;
  bust: number | null;
  chance: string;
  slots: number;
  slots_text: string;
  roll: LuckStep | null;
  stop: LuckStep | null;
}

interface LuckStep {
  action: string | null;
  label: string;
  note: string;
  off?: boolean;
  dice?: number[];
}

// ---- what a view is to the table (static/js/view.js)

/** What the table gives to a view. */
interface Host {
  stage: HTMLElement;
  pad: HTMLElement;
  texts: Texts;
  words: Record<string, string>;
  /** Buttons that are no move, to place beside the others. */
  beside: HTMLElement;
  /** Sends them in order; done when they are shown, fails with the reason. */
  act(actions: string[]): Promise<void>;
  undo(): void;
  refuse(element: Element | null, message: string, rule?: string | null): void;
  /** Where somebody has a word in it: may these be sent now? */
  allow?(actions: string[]): Promise<boolean>;
  /** What the main button says instead while this is planned. */
  missing?(actions: string[]): string | null;
}

/** How things stand: whose turn it is, and whether that is the player at this screen. */
interface Now<S extends Scene | null = Scene> {
  table: Table;
  scene: S;
  event?: TableEvent;
  seat: number;
  mine: boolean;
  open?: boolean; // there is more than one move
  ended?: boolean;
}

/** What a button does; without actions its label says what is missing. */
interface Plan {
  label: string;
  actions?: string[];
  toss?: number[]; // the dice that leave the hand
  key?: string; // the key that does the same
  way?: string; // what some games say beside the label
  note?: string;
  chance?: string;
}

type GameView = import("../src/redpip/web/static/js/view.js").GameView;
type Link =
  | import("../src/redpip/web/static/js/socket.js").Link
  | import("../src/redpip/web/static/js/lesson.js").Lesson;

// ---- elements (static/js/dom.js)

type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | null | undefined | ((event: never) => unknown)>;
type Tag<Kind extends string> = Kind extends `${infer Name}${"." | "#" | "["}${string}` ? Tag<Name> : Kind;
type Made<Kind extends string> =
  Tag<Kind> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag<Kind>] : HTMLElement;
type SoundName = "wood" | "felt" | "pencil" | "paper" | "notes" | "rise" | "fall";

interface HTMLElementTagNameMap {
  "rp-die": import("../src/redpip/web/static/js/die.js").Die;
  "rp-log": import("../src/redpip/web/static/js/log.js").Log;
  "rp-rolls": import("../src/redpip/web/static/js/rolls.js").Rolls;
  "rp-say": import("../src/redpip/web/static/js/say.js").Say;
  "rp-seats": import("../src/redpip/web/static/js/seats.js").Seats;
  "rp-sheet": import("../src/redpip/web/static/js/sheet.js").Sheet;
  "rp-tray": import("../src/redpip/web/static/js/tray.js").Tray;
}

interface WindowEventMap {
  sound: CustomEvent<SoundName>;
}

interface HTMLElementEventMap {
  box: CustomEvent<{ key: string; by: "key" | "tap" }>;
  die: CustomEvent<{ die: number; by: "key" | "tap" }>;
  seat: CustomEvent<{ seat: number }>;
}

// ---- what the browser has and TypeScript's library of pages does not

/** Offered by a browser that can install this page. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** What a service worker is to its script. */
interface WorkerScope {
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: "window" }): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", hear: (event: LongEvent) => void): void;
  addEventListener(
    kind: "fetch",
    hear: (event: LongEvent & { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  addEventListener(kind: "notificationclick", hear: (event: LongEvent & { notification: Notification }) => void): void;
}

interface LongEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
