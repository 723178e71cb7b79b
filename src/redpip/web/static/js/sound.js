/** Wood, felt, pencil, paper and soft notes, rising or falling, each computed here: no recording is fetched. Loaded only for sound. */

const GESTURES = ["pointerup", "keydown"]; // after one of these a browser lets sound start

/** @typedef {(t: number) => number} Wave over time, in seconds */

/** @param {number} hertz @param {number} t */
const tone = (hertz, t) => (t < 0 ? 0 : Math.sin(2 * Math.PI * hertz * t));
/** @param {number} t @param {number} seconds */
const fade = (t, seconds) => (t < 0 ? 0 : Math.exp(-t / seconds));
/** @param {number} t @param {number} seconds */
const swell = (t, seconds) => Math.min(1, Math.max(0, t / seconds));
const white = () => 2 * Math.random() - 1;

/** A hiss, the duller the more each value leans on the one before. @param {number} lean */
function hiss(lean) {
  let last = 0;
  return () => {
    last = lean * last + (1 - lean) * white();
    return last;
  };
}

/** A hiss without its low part. */
function scratch() {
  const low = hiss(0.7);
  return () => white() - low();
}

/** @param {number} hertz @param {number} t */
const note = (hertz, t) => (tone(hertz, t) + 0.15 * tone(2 * hertz, t)) * swell(t, 0.02) * fade(t, 0.22);

/**
 * How long each sound is, how much one differs from the next, and its wave.
 * @type {Record<SoundName, {seconds: number, differs: number, wave: () => Wave}>}
 */
const SOUNDS = {
  wood: {
    seconds: 0.16,
    differs: 0.2,
    wave: () => (t) =>
      0.35 * white() * fade(t, 0.003) +
      0.3 * tone(940, t) * fade(t, 0.014) +
      0.16 * tone(1510, t) * fade(t, 0.008) +
      0.3 * tone(210, t) * fade(t, 0.03),
  },
  felt: {
    seconds: 0.14,
    differs: 0.1,
    wave:
      (dull = hiss(0.93)) =>
      (t) =>
        1.6 * dull() * swell(t, 0.008) * fade(t, 0.03),
  },
  pencil: {
    seconds: 0.34,
    differs: 0.1,
    wave:
      (graphite = scratch()) =>
      (t) =>
        0.12 * graphite() * Math.abs(tone(4.5, t)) * (1 - t / 0.34),
  },
  paper: {
    seconds: 0.5,
    differs: 0.1,
    wave:
      (sheet = scratch()) =>
      (t) =>
        sheet() * (0.06 + (Math.random() < 0.02 ? 0.3 : 0)) * swell(t, 0.3) * (1 - swell(t - 0.42, 0.08)),
  },
  notes: { seconds: 1, differs: 0, wave: () => (t) => 0.14 * (note(587.3, t) + note(880, t - 0.17)) },
  rise: {
    seconds: 1.2,
    differs: 0,
    wave: () => (t) => 0.3 * tone(131, t) * fade(t, 0.09) + 0.14 * (note(392, t - 0.06) + note(523.3, t - 0.25)),
  },
  fall: {
    seconds: 1.1,
    differs: 0,
    wave: () => (t) => 0.4 * tone(82, t) * fade(t, 0.09) + 0.14 * (note(392, t - 0.06) + note(261.6, t - 0.25)),
  },
};

/** @type {AudioContext|null} */
let context = null;
/** @type {Map<SoundName, AudioBuffer>} */
const drawn = new Map(); // each wave as it was once computed

function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** @param {SoundName} name @param {AudioContext} context */
function draw(name, context) {
  const { seconds, wave } = SOUNDS[name];
  const made = context.createBuffer(1, Math.ceil(seconds * context.sampleRate), context.sampleRate);
  const at = wave();
  const samples = made.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = at(i / context.sampleRate);
  drawn.set(name, made);
  return made;
}

/** @param {CustomEvent<SoundName>} event */
function play({ detail: name }) {
  if (!context) return;
  const voice = context.createBufferSource();
  voice.buffer = drawn.get(name) ?? draw(name, context);
  voice.playbackRate.value = 1 + SOUNDS[name].differs * (Math.random() - 0.5);
  voice.connect(context.destination);
  voice.start();
}

export function listen() {
  addEventListener("sound", play);
  for (const gesture of GESTURES) addEventListener(gesture, wake, true);
  if (navigator.userActivation?.isActive) wake();
}

export function hush() {
  removeEventListener("sound", play);
  for (const gesture of GESTURES) removeEventListener(gesture, wake, true);
  context?.close();
  context = null;
  drawn.clear();
}
