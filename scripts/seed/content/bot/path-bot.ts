import { encodeInput, type Input, NO_INPUT } from "#domain/sim/input.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { seededRandom } from "../random.ts";
import { findHop } from "./find-hop.ts";
import { findWalk } from "./find-walk.ts";
import { Grid } from "./grid.ts";
import { Path } from "./path.ts";
import { Penalties, Routes } from "./route.ts";
import { type Spot, Spots } from "./spots.ts";
import { directionTo } from "./steer-to.ts";
import { orderTargets, quickest, spotsNear, type Target, targetsOf } from "./targets.ts";
import { type BotContext, isStable, Trial } from "./trial.ts";

export interface PathBotOptions {
  startTick: number;
  /** The longest run; by default of 10 minutes. */
  maxTicks: number;
  /** The search's work, in simulated ticks. */
  budget: number;
  /** 0 always takes the first way that works; others vary the run. */
  seed: number;
  /** Whether it pauses at stars, checkpoints and elsewhere, where `varyRun` can make the run longer. */
  isResting: boolean;
}

const MAX_TARGETS_TRIED = 400;
const MAX_ROUTES_PER_TARGET = 40;
const SETTLING_TICKS = 300;
/** Distance at which a jump is tried from a run-up. */
const RUN_UP = 6;
const RESTING_TICKS = 16;
/** Ticks after which it rests elsewhere too. */
const REST_EVERY = 120;
/** Work of a search for a route that found none, in simulated ticks. */
const NO_ROUTE_COST = 20_000;
/** Work of a search for a route per spot, in simulated ticks. */
const ROUTE_COST = 0.1;

/**
 * A player that finds its way through a course. Plans a route over the spots where a bopi can stand, tries every walk and jump
 * of it on a copy of the runner, and remembers what failed.
 */
export class PathBot {
  readonly runner: Runner;
  readonly inputs: Input[] = [];
  readonly #context: BotContext;
  readonly #spots: Spots;
  readonly #penalties = new Penalties();
  readonly #maxTicks: number;
  readonly #isResting: boolean;
  readonly #wanderings = seededRandom(1);
  #order: Target[] = [];
  #restedAt = 0;

  constructor(course: Course, { startTick, maxTicks, budget, seed, isResting }: PathBotOptions) {
    this.#spots = new Spots(new Grid(course));
    // Small differences between spots lead to other routes over open floors.
    if (seed !== 0) this.#spots.addRisk(seededRandom(-seed));
    this.runner = new Runner(course, startTick);
    this.#context = { budget: { ticks: budget }, random: seed === 0 ? null : seededRandom(seed) };
    this.#maxTicks = maxTicks;
    this.#isResting = isResting;
  }

  /** The simulated ticks that are left for the search. */
  get workLeft(): number {
    return this.#context.budget.ticks;
  }

  /** Plays until the course is cleared, or no time or work is left. Returns whether it was cleared. */
  play(): boolean {
    this.#start();
    for (let i = 0; i < MAX_TARGETS_TRIED && this.#isGoing && this.#settle(); i++) {
      const target = this.#nextTarget();
      if (!target) break;
      this.#goTo(target);
    }
    return this.runner.clearedAt > 0;
  }

  get #isGoing(): boolean {
    return this.runner.clearedAt === 0 && this.workLeft > 0 && this.inputs.length < this.#maxTicks;
  }

  #apply(inputs: readonly Input[]): void {
    for (const input of inputs) {
      if (this.runner.clearedAt > 0) return;
      this.inputs.push(input);
      this.runner.step(input);
    }
  }

  /** A run begins with the first input that isn't zero. */
  #start(): void {
    const [x, , z] = targetsOf(this.runner)[0]?.position ?? [0, 0, 1];
    this.#apply([encodeInput(directionTo(x - this.runner.x, z - this.runner.z), 1, false)]);
  }

  /** Waits until the runner stands or swims. Returns whether it does. */
  #settle(): boolean {
    for (let i = 0; i < SETTLING_TICKS; i++) {
      const { respawnTicks, ground, swimming } = this.runner;
      if (respawnTicks === 0 && (ground >= 0 || swimming)) return true;
      this.#apply([NO_INPUT]);
    }
    return false;
  }

  #nextTarget(): Target | null {
    const targets = targetsOf(this.runner);
    const here = this.#spots.of(this.runner);
    if (targets.length < 2 || !here) return targets[0] ?? null;
    const next = this.#order.find(({ isReached }) => !isReached(this.runner));
    if (next) return next;
    const { goal } = this.runner.course.world;
    this.#order = orderTargets(this.#spots, here, targets, goal?.position, this.#penalties);
    this.#chargeRoutes(targets.length + 1);
    return this.#order[0] ?? null;
  }

  #chargeRoutes(count: number): void {
    this.#context.budget.ticks -= Math.round(ROUTE_COST * count * this.#spots.all.length);
  }

  /** Moves a little in a random direction, out of a place that has no spot. */
  #wander(): void {
    const trial = new Trial(this.runner, this.#context.budget);
    const angle = this.#wanderings.range(0, 2 * Math.PI);
    const { x, z } = this.runner;
    for (let i = 0; i < 20; i++)
      trial.steer(x + 3 * Math.sin(angle), z + 3 * Math.cos(angle), i > 3 && i < 12);
    if (trial.isAlive) this.#apply(trial.inputs);
  }

  #goTo(target: Target): void {
    const ends = spotsNear(this.#spots, target.position);
    for (
      let tries = 0;
      tries < MAX_ROUTES_PER_TARGET && this.#isGoing && !target.isReached(this.runner);
      tries++
    ) {
      if (!this.#settle()) return;
      const here = this.#spots.of(this.runner);
      if (!here) {
        this.#wander();
        continue;
      }
      const path = this.#pathTo(here, ends);
      if (!path) {
        // Another order of targets may work.
        this.#order = [];
        this.#context.budget.ticks -= NO_ROUTE_COST;
        this.#wander();
        return;
      }
      this.#follow(path, target);
    }
    this.#rest();
  }

  #pathTo(here: Spot, ends: ReadonlyMap<Spot, number>): Path | null {
    const withPenalties = new Map(
      [...ends].map(([spot, extra]) => [spot, extra + this.#penalties.jump(spot, spot)]),
    );
    const routes = new Routes(this.#spots, here, this.#penalties, withPenalties);
    this.#chargeRoutes(1);
    const { spot } = quickest(routes, withPenalties);
    return spot && new Path(here, routes.to(spot));
  }

  /** Follows a path to a target as far as it works. */
  #follow(path: Path, target: Target): void {
    for (let at = 0; this.#isGoing && !target.isReached(this.runner); ) {
      const { checkpoint } = this.runner;
      const next = this.#advance(path, at, target);
      if (next <= at) return;
      at = next;
      if (this.runner.checkpoint !== checkpoint || this.runner.ticks - this.#restedAt > REST_EVERY)
        this.#rest();
    }
  }

  /** Does the next part of a path. Returns the step that was reached, or −1 if it failed. */
  #advance(path: Path, at: number, target: Target): number {
    const jump = path.nextJump(at);
    const walkEnd = jump < 0 ? path.last : jump - 1;
    if (at >= path.last || (jump < 0 && this.#isNear(path.end))) {
      if (this.#reach(target, path.end)) return path.last;
      if (at >= path.last) {
        this.#penalties.addJump(path.end, path.end);
        return -1;
      }
      return this.#walk(path, at, walkEnd);
    }
    if (walkEnd > at && !this.#isNear(path.spot(jump - 1))) return this.#walk(path, at, walkEnd);
    if (path.steps[jump]?.move === "ride") {
      // Riding is waiting: the next hop tries all moments.
      let end = jump;
      while (path.steps[end + 1]?.move === "ride") end++;
      return end;
    }
    return this.#hop(path, at, jump, walkEnd);
  }

  #hop(path: Path, at: number, jump: number, walkEnd: number): number {
    const hop = findHop(this.#context, this.runner, path, jump);
    if (hop) {
      this.#apply(hop.trial.inputs);
      return hop.index;
    }
    if (walkEnd > at) return this.#walk(path, at, walkEnd, true);
    this.#penalties.addJump(path.spot(jump - 1), path.spot(jump));
    return -1;
  }

  #walk(path: Path, at: number, end: number, isExact = false): number {
    const walk = findWalk(this.#context, this.#spots, this.runner, path, { at, end, isExact });
    // Something small may be in the way.
    const move = walk ?? findHop(this.#context, this.runner, path, Math.min(end, at + 3));
    if (move) {
      this.#apply(move.trial.inputs);
      return move.index;
    }
    this.#penalties.addSpot(path.spot(at + 1));
    return -1;
  }

  #isNear({ x, y, z }: Spot): boolean {
    return Math.abs(y - this.runner.y) < 3 && Math.hypot(x - this.runner.x, z - this.runner.z) < RUN_UP;
  }

  /** Tries ways to a target nearby. */
  #reach(target: Target, end: Spot): boolean {
    const delays = Array.from({ length: 11 }, (_, i) => 4 * i);
    const plans = [[0, 0], ...[24, 10].flatMap((hold) => delays.map((delay) => [delay, hold]))] as const;
    for (const isVia of [false, true])
      for (const [delay = 0, hold = 0] of plans) {
        const trial = this.#tryReach(target, end, isVia ? delay + 5 : 0, delay, hold);
        if (!trial) continue;
        this.#apply(trial.inputs);
        return true;
      }
    return false;
  }

  #tryReach(target: Target, end: Spot, viaTicks: number, delay: number, hold: number): Trial | null {
    const [x, , z] = target.position;
    const trial = new Trial(this.runner, this.#context.budget);
    for (let i = 0; i < 110 + delay; i++) {
      const isPast = i >= viaTicks;
      trial.steer(isPast ? x : end.x, isPast ? z : end.z, i >= delay && i < delay + hold);
      if (!trial.isAlive) return null;
      if (target.isReached(trial.runner)) return target.isGoal || landsSafely(trial, end) ? trial : null;
    }
    return null;
  }

  /** Stands still for a moment, if that is safe. */
  #rest(): void {
    if (!this.#isResting || !this.#isGoing) return;
    const trial = new Trial(this.runner, this.#context.budget);
    for (let i = 0; i < RESTING_TICKS; i++) trial.step(NO_INPUT);
    const { vx, vy, vz } = trial.runner;
    if (!trial.isStanding || vx !== 0 || vy !== 0 || vz !== 0) return;
    this.#apply(trial.inputs);
    this.#restedAt = this.runner.ticks;
  }
}

/** Continues a trial until it stands on a floor again. Returns whether it does. */
function landsSafely(trial: Trial, end: Spot): boolean {
  for (const isSteering of [true, false]) {
    const landing = trial.fork();
    for (let i = 0; i < 120 && landing.isAlive; i++) {
      if (landing.isStanding && isStable(landing, isSteering ? end : landing.runner)) {
        for (const input of landing.inputs) trial.step(input);
        return true;
      }
      if (isSteering) landing.steer(end.x, end.z);
      else landing.step(NO_INPUT);
    }
  }
  return false;
}
