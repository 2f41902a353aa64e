import { SHOWN_DELAY_TICKS } from "#domain/room/limits.ts";
import { TICKS_PER_SECOND } from "#domain/sim/v1/rules.ts";

/** How much slower or faster a run's clock goes to meet the room's (rule 7). */
const SLEW = 0.01;
/** Ticks: a smaller difference begins no slew, and a smaller one still ends it. */
const NOTABLE = 0.75;
const SETTLED = 0.1;

/** The speed of the game's clock that lets it meet the room's without ever jumping. */
export class ClockSlew {
  #isSlewing = false;

  /** `error` is by how many ticks the game is behind the room's clock. Returns 0.99, 1 or 1.01. */
  rateFor(error: number): number {
    const size = Math.abs(error);
    if (!(size > SETTLED)) this.#isSlewing = false;
    else if (size > NOTABLE) this.#isSlewing = true;
    return this.#isSlewing ? 1 + Math.sign(error) * SLEW : 1;
  }
}

/** The clock of others follows this much slower or faster. */
const FOLLOW = 0.05;
/** It jumps over more ticks than this. */
const FAR = 30;
/** Ticks that a frame is usually under way, and the most that are waited for. */
const USUAL_LAG = 3;
const MAX_LAG = 45;
/** How fast the estimate of the lag changes, per frame. */
const LAG_SHARE = 0.05;

/** The tick at which others are drawn: 150 ms ago, and longer ago if frames take long to arrive. */
export class PastClock {
  /** With a fraction; NaN before the first frame. */
  tick = Number.NaN;
  #lag = USUAL_LAG;

  /** A frame has arrived: `lag` ticks after its own. */
  noteFrame(lag: number): void {
    if (Number.isFinite(lag)) this.#lag += (Math.min(MAX_LAG, Math.max(0, lag)) - this.#lag) * LAG_SHARE;
  }

  /** Moves on by `seconds`, to fit the room's clock. */
  advance(seconds: number, roomTick: number): void {
    const goal = roomTick - SHOWN_DELAY_TICKS - Math.max(0, this.#lag - USUAL_LAG);
    const step = seconds * TICKS_PER_SECOND;
    const error = goal - (this.tick + step);
    if (!(Math.abs(error) < FAR)) this.tick = goal;
    else this.tick += step + Math.min(FOLLOW * step, Math.max(-FOLLOW * step, error));
  }
}
