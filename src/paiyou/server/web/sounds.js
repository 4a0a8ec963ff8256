// @ts-check
// Sounds, made here by WebAudio: none before the first touch or key, and none where the settings say so.

import { settings } from "./settings.js";

/** How loud all of it is. */
const VOLUME = 0.22;
/** What dies away ends at so small a part of its loudness; from there it is cut off in a moment. */
const END = 0.02;
const CUT = 0.015;

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
 * @param {{ from: number, to?: number, at?: number, length: number, loud?: number, type?: OscillatorType, swell?: number }} tone in Hertz and seconds
 */
function tone({ from, to = from, at = 0, length, loud = 0.5, type = "sine", swell = 0.02 }) {
  const there = speaker();
  if (!there) return;
  const start = there.context.currentTime + at;
  const voice = there.context.createOscillator();
  const gain = there.context.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  shape(gain.gain, { start, length, loud, swell });
  voice.connect(gain).connect(there.out);
  voice.start(start);
  voice.stop(start + length + 2 * CUT);
}

/**
 * From nothing to its loudest and away again, without a click.
 * @param {AudioParam} gain
 * @param {{ start: number, length: number, loud: number, swell: number }} how `swell` is when it is loudest
 */
function shape(gain, { start, length, loud, swell }) {
  gain.setValueAtTime(loud * END, start);
  gain.exponentialRampToValueAtTime(loud, start + Math.min(swell, 0.8 * length));
  gain.exponentialRampToValueAtTime(loud * END, start + length);
  gain.linearRampToValueAtTime(0, start + length + CUT);
}

/**
 * A breath of noise through a filter that slides.
 * @param {{ from: number, to?: number, at?: number, length: number, loud?: number, q?: number, swell?: number }} noise
 */
function noise({ from, to = from, at = 0, length, loud = 0.5, q = 0.8, swell = 0.004 }) {
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
  shape(gain.gain, { start, length, loud, swell });
  source.connect(filter).connect(gain).connect(there.out);
  source.start(start);
  source.stop(start + length + 2 * CUT);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card: () => noise({ from: 2600, to: 900, length: 0.09, loud: 1 }),
  pass: () => tone({ from: 190, to: 150, length: 0.14, loud: 0.4, type: "triangle" }),
  call: () => tone({ from: 440, to: 520, length: 0.16, loud: 0.34, type: "triangle" }),
  turn: () => {
    tone({ from: 660, length: 0.12, loud: 0.26 });
    tone({ from: 880, at: 0.09, length: 0.2, loud: 0.24 });
  },
  deal: () => {
    for (let n = 0; n < 6; n++) noise({ from: 3200, to: 1600, at: n * 0.06, length: 0.05, loud: 1 });
  },
  blast: () => {
    noise({ from: 900, to: 60, length: 0.9, loud: 1.1, q: 0.4 });
    tone({ from: 130, to: 32, length: 0.8, loud: 0.7 });
  },
  // A rocket comes up and is gone: loudest when it is half away.
  launch: () => {
    noise({ from: 200, to: 4200, length: 1.1, loud: 1.6, q: 1.2, swell: 0.6 });
    tone({ from: 90, to: 880, length: 1.0, loud: 0.2, type: "sawtooth", swell: 0.6 });
  },
  // A plane comes near and flies away.
  flight: () => {
    noise({ from: 500, to: 1500, length: 0.5, loud: 1.6, q: 2, swell: 0.38 });
    noise({ from: 1500, to: 350, at: 0.38, length: 0.6, loud: 1.5, q: 2, swell: 0.06 });
  },
  spring: () => [784, 988, 1175, 1568, 1976].forEach((from, n) => tone({ from, at: n * 0.07, length: 0.3, loud: 0.24 })),
  win: () => [523, 659, 784, 1047].forEach((from, n) => tone({ from, at: n * 0.12, length: 0.34, loud: 0.3, type: "triangle" })),
  lose: () => {
    tone({ from: 330, to: 311, length: 0.3, loud: 0.3, type: "triangle" });
    tone({ from: 262, to: 247, at: 0.24, length: 0.45, loud: 0.3, type: "triangle" });
  },
  // Downwards, as a bell at the door: that it is one's turn sounds upwards.
  greeting: () => {
    tone({ from: 1047, length: 0.12, loud: 0.24, type: "triangle" });
    tone({ from: 784, at: 0.11, length: 0.2, loud: 0.24, type: "triangle" });
  },
};

/** @param {string} name one of those above; another makes no sound */
export const sound = (name) => SOUNDS[name]?.();
