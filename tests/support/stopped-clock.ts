import { type MockInstance, vi } from "vitest";
import type { Input } from "#domain/sim/input.ts";
import { readInputs } from "#domain/sim/run-log.ts";
import { TICKS_PER_SECOND } from "#domain/sim/v1/rules.ts";
import type { RoomClient } from "./room-client.ts";
import type { RecordedRun } from "./runs.ts";

/** A clock for rooms and tests that stands still until a test advances it. */
export class StoppedClock {
  readonly #spy: MockInstance<() => number>;
  #now: number;

  constructor(now = Date.now()) {
    this.#now = now;
    this.#spy = vi.spyOn(Date, "now").mockImplementation(() => this.#now);
  }

  /** `ms` is a whole number. */
  advance(ms: number): void {
    this.#now += ms;
  }

  advanceTicks(ticks: number): void {
    this.advance(Math.ceil((1000 * ticks) / TICKS_PER_SECOND));
  }

  restore(): void {
    this.#spy.mockRestore();
  }
}

export const inputsOf = (run: Pick<RecordedRun, "log">): Input[] => [...readInputs(run.log)];

/** Ticks that tests send at once. */
const STEP = 12;

/** Sends inputs as they are made, while the clock goes on. */
export async function sendInputs(
  client: RoomClient,
  clock: StoppedClock,
  startTick: number,
  inputs: readonly Input[],
): Promise<void> {
  for (let at = 0; at < inputs.length; at += STEP) {
    const step = inputs.slice(at, at + STEP);
    clock.advanceTicks(step.length);
    client.inputs(startTick + at, step);
    await client.settled();
  }
}
