import type { Input } from "#domain/sim/input.ts";
import { RUN_LIMITS, RunRecorder, readInputs } from "#domain/sim/run-log.ts";

/** A run as a room hears of it: all inputs so far, and how many of them it knows. */
export class RoomRun {
  readonly startTick: number;
  /** The epoch that the ticks count from. */
  readonly epoch: number;
  /** The newest receipt; empty before the first. */
  receipt: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  /** The room doesn't take it back, so it goes on without the room. */
  isAlone = false;
  /** Whether the room has heard of it, and whether it was sent again from the start after that. */
  isKnown = false;
  isSentAgain = false;
  /** The room has counted it, so it isn't taken back after a cut. */
  isCounted = false;
  unsent: Input[] = [];
  readonly #recorder = new RunRecorder();

  constructor(startTick: number, epoch: number) {
    this.startTick = startTick;
    this.epoch = epoch;
  }

  get nextTick(): number {
    return this.startTick + this.#recorder.ticks;
  }

  get unsentTick(): number {
    return this.nextTick - this.unsent.length;
  }

  /** Whether its log is still one that can be read. */
  get fitsLog(): boolean {
    return this.#recorder.ticks <= RUN_LIMITS.ticks;
  }

  push(input: Input): void {
    this.#recorder.push(input);
    this.unsent.push(input);
  }

  count(ticks: number): void {
    if (ticks <= this.#recorder.ticks) this.isCounted = true;
  }

  log(): Uint8Array<ArrayBuffer> {
    return this.#recorder.toBytes();
  }

  /** The inputs from a tick on; null if the run has no such tick. */
  inputsFrom(tick: number): Input[] | null {
    if (tick < this.startTick || tick > this.nextTick || !this.fitsLog) return null;
    let skipped = tick - this.startTick;
    const inputs: Input[] = [];
    for (const input of readInputs(this.log())) if (--skipped < 0) inputs.push(input);
    return inputs;
  }
}
