import { INPUT_MASK, type Input, toCanonicalInput } from "./input.ts";
import { TICKS_PER_SECOND } from "./v1/rules.ts";

export const RUN_LIMITS = {
  ticks: 60 * 60 * TICKS_PER_SECOND,
  bytes: 650_000,
  /** Half-spaces looked at in one tick, and on average. */
  workInTick: 20_000,
  workOnAverage: 4_000,
} as const;

/** A log that can't be read. */
export class RunLogError extends Error {
  constructor() {
    super("The run's log is malformed.");
  }
}

/** An input and how many ticks it lasted. */
export interface Stretch {
  input: Input;
  ticks: number;
}

/** A log of inputs: per change two bytes (little-endian), then its ticks as a variable-length integer. */
export class RunRecorder {
  readonly #bytes: number[] = [];
  #input: Input = -1;
  #stretch = 0;
  ticks = 0;

  push(input: Input): void {
    this.ticks++;
    if (input === this.#input) {
      this.#stretch++;
      return;
    }
    this.#write(this.#bytes);
    this.#input = input;
    this.#stretch = 1;
  }

  #write(bytes: number[]): void {
    if (this.#stretch > 0) writeStretch(bytes, { input: this.#input, ticks: this.#stretch });
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = [...this.#bytes];
    this.#write(bytes);
    return Uint8Array.from(bytes);
  }
}

function writeStretch(bytes: number[], { input, ticks }: Stretch): void {
  bytes.push(input & 255, input >> 8);
  let left = ticks;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  bytes.push(left);
}

export function packInputs(inputs: Iterable<Input>): Uint8Array<ArrayBuffer> {
  const recorder = new RunRecorder();
  for (const input of inputs) recorder.push(input);
  return recorder.toBytes();
}

/** Reads a log. Throws a `RunLogError` if it is malformed or longer than a run can be. */
export function* readStretches(log: Uint8Array): Generator<Stretch> {
  let total = 0;
  for (let at = 0; at < log.length; ) {
    const low = log[at++];
    const high = log[at++];
    if (low === undefined || high === undefined) throw new RunLogError();
    const input = low | (high << 8);
    if ((input & ~INPUT_MASK) !== 0) throw new RunLogError();
    let ticks = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = log[at++];
      if (byte === undefined || shift > 14) throw new RunLogError();
      ticks += (byte & 127) << shift;
      if (byte < 128) break;
    }
    total += ticks;
    if (ticks === 0) throw new RunLogError();
    if (total > RUN_LIMITS.ticks) throw new RunLogError();
    yield { input, ticks };
  }
}

export function* readInputs(log: Uint8Array): Generator<Input> {
  for (const { input, ticks } of readStretches(log)) for (let i = 0; i < ticks; i++) yield input;
}

/** The number of ticks in a log. Throws a `RunLogError`. */
export function countTicks(log: Uint8Array): number {
  let total = 0;
  for (const { ticks } of readStretches(log)) total += ticks;
  return total;
}

/** The canonical log of equal runs: `ticks` ticks, canonical inputs, equal neighbors joined. Its hash identifies a run. */
export function canonicalLog(log: Uint8Array, ticks: number): Uint8Array<ArrayBuffer> {
  const recorder = new RunRecorder();
  for (const stretch of readStretches(log)) {
    const input = toCanonicalInput(stretch.input);
    for (let i = 0; i < stretch.ticks && recorder.ticks < ticks; i++) recorder.push(input);
    if (recorder.ticks >= ticks) break;
  }
  return recorder.toBytes();
}

export const runMs = (ticks: number): number => Math.round((ticks * 1000) / TICKS_PER_SECOND);
