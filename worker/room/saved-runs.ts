import { ROOM_LIMITS } from "#domain/room/limits.ts";
import type { RoomRun } from "./room-run.ts";

interface SavedRun {
  run: RoomRun | null;
  /** First tick of the user's newest run. */
  lastStart: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** Before anyone's first run. */
export const NO_START = -1;
/** Runs take up to a megabyte. */
const MAX_RUNS = 64;

/** The runs of players whose connection was cut, for a while (rule 17). */
export class SavedRuns {
  readonly #runs = new Map<number, SavedRun>();

  keep(user: number, run: RoomRun | null, lastStart: number, now: number): void {
    this.#runs.delete(user);
    this.#runs.set(user, { run, lastStart, until: now + ROOM_LIMITS.awayMs });
    this.#deleteOld(now);
  }

  #deleteOld(now: number): void {
    for (const [user, { until }] of this.#runs)
      if (until <= now || this.#runs.size > MAX_RUNS) this.#runs.delete(user);
  }

  /** The user's run and the first tick of their newest one, which the room forgets now. */
  take(user: number, now: number): { run: RoomRun | null; lastStart: number } {
    this.#deleteOld(now);
    const saved = this.#runs.get(user);
    this.#runs.delete(user);
    return saved ?? { run: null, lastStart: NO_START };
  }

  clear(): void {
    this.#runs.clear();
  }
}
