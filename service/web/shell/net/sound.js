/** Synthesizes sounds, off by default: one's turn, moves of others, the end. */

const KEPT = "almagest.sound";
/** Pitches in order, and how loud they are. */
const TUNES = {
  turn: { pitches: [660, 880], volume: 0.12 },
  others: { pitches: [440], volume: 0.05 },
  end: { pitches: [523, 659, 784], volume: 0.1 },
};
const APART = 0.16;
const LENGTH = 0.6;
/** @type {AudioContext | null} */
let context = null;

export const hasSound = () => localStorage.getItem(KEPT) === "on";

function tone(audio, pitch, begin, volume) {
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setTargetAtTime(volume, begin, 0.02);
  loudness.gain.setTargetAtTime(0, begin + 0.14, 0.08);
  const oscillator = new OscillatorNode(audio, { frequency: pitch, type: "sine" });
  oscillator.connect(loudness).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + LENGTH);
}

/** @param {"turn" | "others" | "end"} name */
export function playSound(name) {
  if (!hasSound()) return;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === "suspended") audio.resume();
  const { pitches, volume } = TUNES[name];
  pitches.forEach((pitch, index) => tone(audio, pitch, audio.currentTime + index * APART, volume));
}

/** Plays a sample when switched on; browsers allow sound only after a press. */
export function toggleSound() {
  localStorage.setItem(KEPT, hasSound() ? "off" : "on");
  playSound("turn");
}
