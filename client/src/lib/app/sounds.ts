/** Short synthesized sounds. Browsers allow none before the player has interacted with the page. */
import { settings, type SoundName } from "./settings.svelte";

/** From 0 to 1; quiet enough for an office. */
const VOLUME = 0.5;
/** A major pentatonic scale on D: any of its notes sound good together. */
const SCALE = [293.66, 329.63, 369.99, 440, 493.88, 587.33, 659.26, 739.99, 880, 987.77];

let context: AudioContext | null = null;
let output: AudioNode | null = null;
let noise: AudioBuffer | null = null;

/** The audio context, or null while the browser does not allow sound. */
function audibleContext(): AudioContext | null {
  if (!("AudioContext" in window) || navigator.userActivation?.hasBeenActive === false) return null;
  if (!context) {
    context = new AudioContext();
    const volume = context.createGain();
    volume.gain.value = VOLUME;
    const limiter = context.createDynamicsCompressor();
    volume.connect(limiter).connect(context.destination);
    output = volume;
  }
  if (context.state === "suspended") void context.resume();
  return context;
}

interface Tone {
  pitch: number;
  at?: number;
  seconds: number;
  loud: number;
  wave?: OscillatorType;
  /** The pitch it glides to. */
  glide?: number;
}

function tone(audio: AudioContext, { pitch, at = 0, seconds, loud, wave = "sine", glide }: Tone): void {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, start);
  if (glide) source.frequency.exponentialRampToValueAtTime(glide, start + seconds);
  source.connect(envelope(audio, start, seconds, loud)).connect(output!);
  source.start(start);
  source.stop(start + seconds + 0.05);
}

interface Rustle {
  at?: number;
  seconds: number;
  loud: number;
  filter: BiquadFilterType;
  from: number;
  to: number;
}

/** Filtered noise: paper, air, sparks. */
function rustle(audio: AudioContext, { at = 0, seconds, loud, filter, from, to }: Rustle): void {
  const start = audio.currentTime + at;
  const source = audio.createBufferSource();
  source.buffer = noise ??= whiteNoise(audio);
  const shaped = audio.createBiquadFilter();
  shaped.type = filter;
  shaped.frequency.setValueAtTime(from, start);
  shaped.frequency.exponentialRampToValueAtTime(to, start + seconds);
  source
    .connect(shaped)
    .connect(envelope(audio, start, seconds, loud))
    .connect(output!);
  source.start(start, Math.random());
  source.stop(start + seconds + 0.05);
}

/** The envelope: an immediate attack, then a decay. */
function envelope(audio: AudioContext, start: number, seconds: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.015, seconds / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  return gain;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate * 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  return buffer;
}

const SOUNDS: Record<SoundName, (audio: AudioContext, rank: number) => void> = {
  turn(audio) {
    tone(audio, { pitch: SCALE[5], seconds: 0.32, loud: 0.3 });
    tone(audio, { pitch: SCALE[8], at: 0.13, seconds: 0.45, loud: 0.26 });
  },
  /** A plucked note, higher with every rank. */
  play(audio, rank) {
    rustle(audio, { seconds: 0.07, loud: 0.2, filter: "lowpass", from: 1800, to: 400 });
    tone(audio, { pitch: SCALE[rank + 1], at: 0.02, seconds: 0.38, loud: 0.28, wave: "triangle" });
    tone(audio, { pitch: SCALE[rank + 1] * 2, at: 0.02, seconds: 0.2, loud: 0.08 });
  },
  discard(audio) {
    rustle(audio, { seconds: 0.2, loud: 0.16, filter: "bandpass", from: 3200, to: 700 });
  },
  clue(audio) {
    tone(audio, { pitch: SCALE[6], seconds: 0.28, loud: 0.14 });
    tone(audio, { pitch: SCALE[9], at: 0.07, seconds: 0.4, loud: 0.12 });
  },
  strike(audio) {
    tone(audio, { pitch: 150, glide: 42, seconds: 0.5, loud: 0.6 });
    rustle(audio, { seconds: 0.34, loud: 0.3, filter: "lowpass", from: 900, to: 90 });
  },
  firework(audio) {
    rustle(audio, { seconds: 0.3, loud: 0.1, filter: "bandpass", from: 500, to: 3600 });
    boom(audio, 0.3);
    for (const [place, note] of [0, 2, 4, 5].entries())
      tone(audio, { pitch: SCALE[note + 3], at: 0.32 + place * 0.09, seconds: 0.6, loud: 0.13, wave: "triangle" });
  },
  finale(audio) {
    for (let rocket = 0; rocket < 9; rocket++) boom(audio, rocket * 0.55 + Math.random() * 0.3);
  },
};

/** A distant burst and its crackle. */
function boom(audio: AudioContext, at: number): void {
  tone(audio, { pitch: 110, glide: 38, at, seconds: 0.5, loud: 0.4 });
  rustle(audio, { at, seconds: 0.5, loud: 0.16, filter: "lowpass", from: 2200, to: 120 });
  for (let spark = 0; spark < 7; spark++)
    rustle(audio, {
      at: at + 0.18 + Math.random() * 0.5,
      seconds: 0.03,
      loud: 0.07,
      filter: "highpass",
      from: 4000,
      to: 6000,
    });
}

/** `rank` is the height of a played card's note. */
export function playSound(name: SoundName, rank = 1): void {
  if (!settings.sound || settings.mutedSounds.includes(name)) return;
  const audio = audibleContext();
  if (audio) SOUNDS[name](audio, rank);
}
