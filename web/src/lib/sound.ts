/** Synthesises small sounds; silent unless switched on. */

import { settings } from "./settings.svelte";

let audio: AudioContext | undefined;

const tone = (at: number, freq: number, to: number, length: number, volume: number, type: OscillatorType): void => {
  const a = audio!;
  const osc = a.createOscillator();
  const gain = a.createGain();
  osc.type = type;
  osc.frequency.setValueAtTime(freq, at);
  osc.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  osc.connect(gain).connect(a.destination);
  osc.start(at);
  osc.stop(at + length + 0.02);
};

const rustle = (at: number, length: number, volume: number, centre: number): void => {
  const a = audio!;
  const buffer = a.createBuffer(1, Math.ceil(a.sampleRate * length), a.sampleRate);
  const data = buffer.getChannelData(0);
  let low = 0;
  for (let i = 0; i < data.length; i++) {
    low = low * 0.7 + (((i * 16807) % 2147483647) / 1073741823 - 1 + Math.sin(i * 12.9898) * 0.6) * 0.3;
    data[i] = low * (1 - i / data.length);
  }
  const source = a.createBufferSource();
  const filter = a.createBiquadFilter();
  const gain = a.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = centre;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(a.destination);
  source.start(at);
};

const score: Record<string, (now: number) => void> = {
  turn: (n) => [523, 659, 784].forEach((f, i) => tone(n + i * 0.09, f, f, 0.3, 0.12, "triangle")),
  card: (n) => rustle(n, 0.09, 0.5, 2400),
  other: (n) => (rustle(n, 0.07, 0.35, 1500), tone(n + 0.02, 330, 300, 0.08, 0.05, "sine")),
  place: (n) => tone(n, 220, 120, 0.12, 0.2, "sine"),
  dice: (n) => [0, 0.07, 0.13, 0.2, 0.24].forEach((d) => rustle(n + d, 0.04, 0.6, 1800 + d * 3000)),
  coin: (n) => [1318, 1760].forEach((f, i) => tone(n + i * 0.07, f, f, 0.25, 0.08, "square")),
  bell: (n) => [1046, 2093, 3140].forEach((f, i) => tone(n, f, f * 0.995, 0.9 - i * 0.2, 0.1 / (i + 1), "sine")),
  bad: (n) => tone(n, 190, 110, 0.28, 0.14, "sawtooth"),
  fall: (n) => tone(n, 500, 70, 0.5, 0.16, "triangle"),
  win: (n) => [523, 659, 784, 1046].forEach((f, i) => tone(n + i * 0.12, f, f, 0.5, 0.12, "triangle")),
  boom: (n) => (rustle(n, 0.6, 1.4, 160), tone(n, 110, 32, 0.6, 0.3, "sine")),
};

/** The sound of an event for a player: of success or mishap, as the game's words classify it. */
export const soundOf = (kind: string, own: boolean): string =>
  /Fell|Fallen|Lost|Recycled|Nuked|Looted|Stolen|Wasted|Refused|Left\b/.test(kind)
    ? "bad"
    : /Served|Sold|Completed|Claimed|Finished|Rewarded|Saved|Fulfilled/.test(kind)
      ? "coin"
      : own
        ? "card"
        : "other";

export const play = (name: string): void => {
  if (!settings.sound || !score[name]) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  score[name](audio.currentTime);
};
