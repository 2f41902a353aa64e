import type { Receipt } from "#domain/room/frames.ts";
import { SHOWN_DELAY_TICKS } from "#domain/room/limits.ts";
import type { Physics } from "#domain/sim/index.ts";
import { readInputs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { TICKS_PER_SECOND } from "#domain/sim/v1/rules.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { PlayerRun } from "#web/game/player-run.ts";
import type { RoomLink } from "./room-link.ts";

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

  advance(seconds: number, roomTick: number): void {
    const goal = roomTick - SHOWN_DELAY_TICKS - Math.max(0, this.#lag - USUAL_LAG);
    const step = seconds * TICKS_PER_SECOND;
    const error = goal - (this.tick + step);
    if (!(Math.abs(error) < FAR)) this.tick = goal;
    else this.tick += step + Math.min(FOLLOW * step, Math.max(-FOLLOW * step, error));
  }
}

/** The runner in a receipt (rule 14), after what only the room reads; null if it's malformed or of another course. */
export function receiptRunner({ state }: Receipt, { Runner }: Physics, course: Course): Runner | null {
  if (state.length < 2) return null;
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  const first = 2 + view.getUint16(0, true);
  const count = (state.length - first) / 8;
  if (count < 1 || !Number.isInteger(count)) return null;
  const saved = Float64Array.from({ length: count }, (_, i) => view.getFloat64(first + 8 * i, true));
  return Runner.restore(course, saved);
}

/** Ticks whose states are saved: the room's states are of up to some seconds ago. */
const CAPACITY = 16;

/** Hashes of the player's own states once a second, to compare with those of the room (rule 13). */
export class StateHistory {
  readonly #ticks = new Float64Array(CAPACITY).fill(-1);
  readonly #hashes = new Float64Array(CAPACITY);
  #next = 0;

  add(tick: number, hash: number): void {
    this.#ticks[this.#next] = tick;
    this.#hashes[this.#next] = hash;
    this.#next = (this.#next + 1) % CAPACITY;
  }

  /** The hash of the state after a tick; null if it isn't known. */
  at(tick: number): number | null {
    const index = this.#ticks.indexOf(tick);
    return index < 0 ? null : (this.#hashes[index] ?? null);
  }

  clear(): void {
    this.#ticks.fill(-1);
  }
}

export interface RunSenderSeam {
  run: PlayerRun;
  course: Course;
  physics: Physics;
  /** The clock of ticks: how far the next one is (0 to 1), how fast they pass, and whether none may be lost. */
  loop: { readonly alpha: number; rate: number; isRealTime: boolean };
  /** Sets the world's clock before a run. */
  game: { setClock(exactTick: number): void };
}

/** The game's clock jumps to the room's from this difference on, in ticks, before a run begins. */
const JUMP_TICKS = 2;
/** A run whose clock is further off than this isn't one of the room, nor is one that began so long ago. */
const OFF_TICKS = 120;
const OLD_TICKS = 480;
/** States are compared at multiples of this tick (rule 13). */
const STATE_TICKS = 60;

/** Brings the player's runs to a room, on the room's clock. */
export class RunSender {
  readonly #link: RoomLink;
  readonly #seam: RunSenderSeam;
  readonly #slew = new ClockSlew();
  readonly #states = new StateHistory();
  readonly #stop: () => void;
  /** Whether it's decided if the current run is sent, and whether it is. */
  #isDecided = false;
  #isSent = false;
  #wasFinished = false;

  constructor(link: RoomLink, seam: RunSenderSeam) {
    this.#link = link;
    this.#seam = seam;
    link.setStateCheck((tick) => this.#states.at(tick));
    this.#stop = link.on("receipt", (receipt) => {
      if (receipt.isRepair) this.#repair(receipt);
    });
  }

  step(): void {
    const { run, physics } = this.#seam;
    const { runner, input } = run;
    if (!this.#isDecided) this.#begin();
    else if (this.#isSent) this.#link.push(input);
    if (!this.#isSent) return;
    if (runner.tick % STATE_TICKS === 0) this.#states.add(runner.tick, physics.hashState(0, runner));
    if (!run.finished || this.#wasFinished) return;
    this.#wasFinished = true;
    this.#link.flush();
  }

  /** Begins the run in the room, with its inputs so far, if it follows the room's clock and isn't too old. */
  #begin(): void {
    const { run } = this.#seam;
    const { tick, ticks } = run.runner;
    const now = this.#link.exactTick();
    const isOver = this.#link.state.get().at === "closed";
    if (Number.isNaN(now) && !isOver) return;
    this.#isDecided = true;
    const isOwn = Math.abs(now - tick) < OFF_TICKS && now - (tick - ticks) < OLD_TICKS;
    this.#isSent = isOwn && !isOver && (run.finished === null || run.finished.ticks === ticks);
    if (!this.#isSent) return;
    this.#link.begin(tick - ticks, readInputs(run.log()));
  }

  restart(): void {
    if (this.#isSent) this.#link.restart(this.#seam.run.runner.tick);
    this.#isDecided = this.#isSent = this.#wasFinished = false;
    this.#states.clear();
    this.followClock();
  }

  /** Lets the game's clock meet the room's: at once before a run, and 1 % slower or faster during one. */
  followClock(): void {
    const { run, loop, game } = this.#seam;
    const tick = this.#link.exactTick();
    const error = tick - (run.runner.tick + loop.alpha);
    if (Number.isNaN(error)) return;
    if (!run.hasBegun && Math.abs(error) > JUMP_TICKS) game.setClock(tick);
    const isOwn = !run.hasBegun || (this.#isSent && !this.#link.isRunAlone);
    loop.rate = isOwn ? this.#slew.rateFor(error) : 1;
    loop.isRealTime = isOwn;
  }

  /** Goes on from the room's state, with the inputs since. */
  #repair(receipt: Receipt): void {
    const { run, physics, course } = this.#seam;
    const inputs = this.#isSent && !run.finished ? this.#link.inputsFrom(receipt.tick) : null;
    const runner = inputs && receiptRunner(receipt, physics, course);
    if (!runner || runner.tick !== receipt.tick) return;
    for (const input of inputs) runner.step(input);
    run.runner = runner;
    this.#states.clear();
  }

  dispose(): void {
    this.#stop();
    this.#link.setStateCheck(null);
    this.#seam.loop.rate = 1;
    this.#seam.loop.isRealTime = false;
  }
}
