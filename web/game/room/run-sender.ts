import type { Receipt } from "#domain/room/frames.ts";
import type { Physics } from "#domain/sim/index.ts";
import { readInputs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { PlayerRun } from "../player-run.ts";
import { ClockSlew } from "./clock-slew.ts";
import { receiptRunner } from "./receipt-runner.ts";
import type { RoomLink } from "./room-link.ts";
import { StateHistory } from "./state-history.ts";

/** The parts of a game that its runs in rooms need. */
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

  /** After each tick of a run. */
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

  /** The run is over. */
  restart(): void {
    if (this.#isSent) this.#link.restart(this.#seam.run.runner.tick);
    this.#isDecided = false;
    this.#isSent = false;
    this.#wasFinished = false;
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
