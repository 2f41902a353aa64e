import type { Material } from "#domain/world/materials.ts";
import type { GameEventKind } from "./game-state.ts";

export type SoundKind = GameEventKind | "step" | "tick";

/** A tone that glides from one frequency to another, in hertz and seconds. */
type Tone = readonly [
  wave: OscillatorType,
  from: number,
  to: number,
  seconds: number,
  gain: number,
  delay?: number,
];
type Noise = readonly [filter: BiquadFilterType, from: number, to: number, seconds: number, gain: number];

/** Notes one after the other, each with an overtone. */
const notes = (
  wave: OscillatorType,
  seconds: number,
  apart: number,
  gain: number,
  ...hertz: number[]
): Tone[] =>
  hertz.flatMap((pitch, i) => [
    [wave, pitch, pitch, seconds, gain, i * apart] as const,
    ["sine", pitch * 2, pitch * 2, seconds * 0.6, gain * 0.4, i * apart] as const,
  ]);

const EFFECTS: Record<Exclude<SoundKind, "step">, { tones?: readonly Tone[]; noise?: Noise }> = {
  jump: { tones: [["triangle", 260, 540, 0.14, 0.22]] },
  land: { noise: ["lowpass", 420, 120, 0.12, 0.5], tones: [["sine", 120, 60, 0.1, 0.3]] },
  star: { tones: notes("triangle", 0.28, 0.07, 0.2, 784, 988, 1319) },
  checkpoint: { tones: notes("triangle", 0.32, 0.1, 0.2, 523, 784) },
  death: { tones: [["sawtooth", 330, 70, 0.36, 0.16]], noise: ["lowpass", 900, 150, 0.3, 0.3] },
  respawn: { tones: [["sine", 220, 660, 0.24, 0.2]] },
  bounce: {
    tones: [
      ["sine", 180, 720, 0.26, 0.28],
      ["triangle", 360, 1080, 0.2, 0.08],
    ],
  },
  boost: { noise: ["bandpass", 500, 2600, 0.4, 0.4], tones: [["sawtooth", 150, 420, 0.35, 0.07]] },
  crumble: { noise: ["lowpass", 700, 200, 0.45, 0.55] },
  splash: { noise: ["bandpass", 1800, 400, 0.4, 0.5] },
  finish: { tones: notes("triangle", 0.5, 0.13, 0.2, 523, 659, 784, 1047, 1319) },
  tick: { tones: [["sine", 880, 880, 0.04, 0.1]] },
};

/** Filter of a step's noise in hertz, and its gain. */
const STEPS: Partial<Record<Material, readonly [hertz: number, gain: number]>> = {
  grass: [700, 0.1],
  dirt: [500, 0.13],
  sand: [1400, 0.1],
  snow: [2000, 0.12],
  leaves: [1700, 0.1],
  cloth: [350, 0.1],
  wood: [320, 0.22],
  stone: [900, 0.16],
  brick: [850, 0.16],
  ice: [2600, 0.1],
  metal: [1500, 0.18],
  glass: [3000, 0.12],
};
const PLAIN_STEP = [800, 0.13] as const;

const GESTURES = ["pointerdown", "keydown", "touchend"] as const;
/** Shortest time between two equal sounds, in seconds. */
const APART = 0.04;

/** Browsers reject changes of a context that is closing, or that they don't allow yet. The next gesture tries again. */
const ignoreRejection = (change: Promise<void> | undefined): void => void change?.catch(() => undefined);

/** Sound effects, made by the browser. They begin with the first gesture, because browsers allow none before. */
export class GameSound {
  #context: AudioContext | null = null;
  #output: GainNode | null = null;
  #noise: AudioBuffer | null = null;
  #volume = 0;
  #isSuspended = false;
  readonly #last = new Map<SoundKind, number>();
  readonly #abort = new AbortController();

  constructor() {
    // The press that opened the level counts.
    if (navigator.userActivation?.hasBeenActive) this.#unlock();
    for (const name of GESTURES)
      window.addEventListener(name, () => this.#unlock(), { signal: this.#abort.signal, capture: true });
  }

  /** 0 to 1. */
  setVolume(volume: number): void {
    this.#volume = volume;
    if (this.#output && this.#context)
      this.#output.gain.setTargetAtTime(volume, this.#context.currentTime, 0.02);
  }

  setSuspended(on: boolean): void {
    this.#isSuspended = on;
    ignoreRejection(on ? this.#context?.suspend() : this.#context?.resume());
  }

  /** `strength` is 0 to 1. `material` is what a step is on. */
  play(kind: SoundKind, strength = 1, material?: Material): void {
    const context = this.#context;
    if (!context || this.#volume === 0 || this.#isSuspended || context.state !== "running") return;
    const now = context.currentTime;
    if (now - (this.#last.get(kind) ?? -1) < APART) return;
    this.#last.set(kind, now);
    if (kind === "step") {
      const [hertz, gain] = (material && STEPS[material]) ?? PLAIN_STEP;
      // No two steps sound the same.
      const pitch = hertz * (0.9 + 0.2 * Math.random());
      this.#playNoise(["bandpass", pitch, pitch * 0.6, 0.07, gain * strength]);
      return;
    }
    const { tones, noise } = EFFECTS[kind];
    for (const tone of tones ?? []) this.#playTone(tone, strength);
    if (noise) this.#playNoise([noise[0], noise[1], noise[2], noise[3], noise[4] * strength]);
  }

  dispose(): void {
    this.#abort.abort();
    ignoreRejection(this.#context?.close());
    this.#context = null;
  }

  #unlock(): void {
    if (!this.#context) {
      this.#context = new AudioContext({ latencyHint: "interactive" });
      this.#output = this.#context.createGain();
      this.#output.gain.value = this.#volume;
      this.#output.connect(this.#context.destination);
    }
    if (!this.#isSuspended && this.#context.state !== "running") ignoreRejection(this.#context.resume());
  }

  #playTone([wave, from, to, seconds, gain, delay = 0]: Tone, strength: number): void {
    const context = this.#context;
    if (!context) return;
    const source = context.createOscillator();
    source.type = wave;
    const start = context.currentTime + delay;
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, start + seconds);
    this.#connect(source, start, seconds, gain * strength);
  }

  #playNoise([type, from, to, seconds, gain]: Noise): void {
    const context = this.#context;
    if (!context) return;
    const source = context.createBufferSource();
    this.#noise ??= makeNoise(context);
    source.buffer = this.#noise;
    source.loop = true;
    const filter = context.createBiquadFilter();
    const start = context.currentTime;
    filter.type = type;
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + seconds);
    source.connect(filter);
    this.#connect(source, start, seconds, gain, filter);
  }

  #connect(
    source: AudioScheduledSourceNode,
    start: number,
    seconds: number,
    gain: number,
    last: AudioNode = source,
  ): void {
    const { context } = source;
    if (!this.#output) return;
    const fade = context.createGain();
    fade.gain.setValueAtTime(0, start);
    fade.gain.linearRampToValueAtTime(gain, start + 0.008);
    fade.gain.exponentialRampToValueAtTime(0.0005, start + seconds);
    last.connect(fade).connect(this.#output);
    source.start(start);
    source.stop(start + seconds + 0.02);
  }
}

function makeNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
