// @ts-check
// Sounds, made here by WebAudio: none before the first touch or key, and none where the settings say so.

import { settings } from "./settings.js";

/** How loud all of it is. */
const VOLUME = 0.22;

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let out = null;
/** @type {AudioBuffer | null} */
let hiss = null;
let touched = false;

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (touched = true), { once: true, capture: true });

/** Where sounds go; null where there are to be none. */
function speaker() {
  if (!settings.sound || !touched || document.hidden || typeof AudioContext === "undefined") return null;
  if (!context || !out) {
    context = new AudioContext();
    out = context.createGain();
    out.gain.value = VOLUME;
    out.connect(context.destination);
  }
  if (context.state === "suspended") context.resume().catch(() => null);
  return { context, out };
}

/**
 * A tone that slides from one pitch to another and dies away.
 * @param {{ from: number, to?: number, at?: number, length: number, loud?: number, type?: OscillatorType }} tone in Hertz and seconds
 */
function tone({ from, to = from, at = 0, length, loud = 0.5, type = "sine" }) {
  const there = speaker();
  if (!there) return;
  const start = there.context.currentTime + at;
  const voice = there.context.createOscillator();
  const gain = there.context.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.02, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(gain).connect(there.out);
  voice.start(start);
  voice.stop(start + length + 0.02);
}

/**
 * A breath of noise through a filter that slides.
 * @param {{ from: number, to?: number, at?: number, length: number, loud?: number, q?: number }} noise
 */
function noise({ from, to = from, at = 0, length, loud = 0.5, q = 0.8 }) {
  const there = speaker();
  if (!there) return;
  const start = there.context.currentTime + at;
  if (!hiss) {
    hiss = there.context.createBuffer(1, there.context.sampleRate, there.context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  }
  const source = there.context.createBufferSource();
  const filter = there.context.createBiquadFilter();
  const gain = there.context.createGain();
  source.buffer = hiss;
  source.loop = true;
  filter.type = "bandpass";
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(filter).connect(gain).connect(there.out);
  source.start(start);
  source.stop(start + length + 0.02);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card: () => noise({ from: 2600, to: 900, length: 0.07, loud: 0.6 }),
  pass: () => tone({ from: 190, to: 150, length: 0.12, loud: 0.35, type: "triangle" }),
  call: () => tone({ from: 440, to: 520, length: 0.14, loud: 0.35, type: "triangle" }),
  turn: () => {
    tone({ from: 660, length: 0.12, loud: 0.25 });
    tone({ from: 880, at: 0.09, length: 0.2, loud: 0.22 });
  },
  deal: () => {
    for (let n = 0; n < 6; n++) noise({ from: 3200, to: 1600, at: n * 0.05, length: 0.04, loud: 0.35 });
  },
  blast: () => {
    noise({ from: 900, to: 60, length: 0.9, loud: 1.4, q: 0.4 });
    tone({ from: 130, to: 32, length: 0.8, loud: 1.1 });
  },
  launch: () => {
    noise({ from: 200, to: 4200, length: 1.1, loud: 0.9, q: 1.2 });
    tone({ from: 90, to: 880, length: 1.0, loud: 0.35, type: "sawtooth" });
  },
  flight: () => {
    noise({ from: 500, to: 1500, length: 0.45, loud: 0.55, q: 2 });
    noise({ from: 1500, to: 350, at: 0.4, length: 0.5, loud: 0.5, q: 2 });
  },
  spring: () => [523, 659, 784, 1047, 1319].forEach((from, n) => tone({ from, at: n * 0.07, length: 0.3, loud: 0.28 })),
  win: () => [523, 659, 784, 1047].forEach((from, n) => tone({ from, at: n * 0.12, length: 0.34, loud: 0.32, type: "triangle" })),
  lose: () => {
    tone({ from: 330, to: 311, length: 0.3, loud: 0.3, type: "triangle" });
    tone({ from: 262, to: 247, at: 0.24, length: 0.45, loud: 0.3, type: "triangle" });
  },
  greeting: () => {
    tone({ from: 784, length: 0.09, loud: 0.22 });
    tone({ from: 1047, at: 0.08, length: 0.12, loud: 0.22 });
  },
};

/** @param {string} name one of those above; another makes no sound */
export const sound = (name) => SOUNDS[name]?.();
