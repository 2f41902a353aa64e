import type { Finished } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { PHYSICS, type Physics, physicsFor } from "#domain/sim/index.ts";
import { directionOf, type Input, strengthOf } from "#domain/sim/input.ts";
import { RUN_LIMITS } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import { isTooCostly } from "#domain/sim/verify-run.ts";
import { loadWorld } from "../levels/commands.ts";
import { GrowingLog } from "./growing-log.ts";

/** The revision of a level that a room plays. */
export interface LoadedLevel {
  id: number;
  revision: number;
  physics: Physics;
  course: Course;
  /** Stands at the spawn, as everyone does before their first input. */
  spawn: Runner;
}

/** The courses in use, also by other rooms of this process. A large one takes megabytes. */
const courses = new Map<string, WeakRef<Course>>();
const freed = new FinalizationRegistry<string>((key) => {
  if (!courses.get(key)?.deref()) courses.delete(key);
});

/** Reads a revision's document and prepares it. */
export async function loadLevel(
  env: Env,
  { asset, ...level }: Pick<LoadedLevel, "id" | "revision"> & { asset: string },
): Promise<LoadedLevel> {
  const physics = physicsFor(PHYSICS);
  if (!physics) throw new Error("the simulation has no current version");
  const key = `${physics.version}:${asset}`;
  let course = courses.get(key)?.deref();
  if (!course) {
    course = physics.makeCourse(await loadWorld(env, asset));
    courses.set(key, new WeakRef(course));
    freed.register(course, key);
  }
  return { ...level, physics, course, spawn: new physics.Runner(course, 0) };
}

/** A run as it was at its clear. */
export interface ClearedRun {
  startTick: number;
  ticks: number;
  deaths: number;
  work: number;
  log: Uint8Array<ArrayBuffer>;
  live: boolean;
}

/** The part of a run that a receipt has besides the runner. */
export interface LiveState {
  live: boolean;
  /** Ticks between the room's clock and the inputs, at the best moment of the run. */
  smallestDelay: number;
}

/** A live run's first inputs are at most this late. Otherwise, a short run could be sent at once. */
const LIVE_START_TICKS = 60;

/** A player's run in a room, simulated from its inputs. */
export class RoomRun {
  readonly runner: Runner;
  readonly startTick: number;
  readonly #hashState: Physics["hashState"];
  #log: GrowingLog | null;
  #live: boolean;
  #smallestDelay: number;
  /** The newest input, and the direction of the newest one with strength. */
  input: Input = 0;
  heading = 0;
  /** The run's length at the newest receipt. */
  receiptTicks: number;
  /** The newest hash of the runner's state that wasn't sent yet. */
  state: { tick: number; hash: number } | null = null;
  /** Set by the clear, for the room to take. */
  cleared: Omit<ClearedRun, "live"> | null = null;
  /** The result of the clear; null until it's recorded. */
  outcome: Omit<Finished, "slot"> | null = null;
  isTooCostly = false;

  constructor(
    runner: Runner,
    startTick: number,
    hashState: Physics["hashState"],
    { log, live, smallestDelay }: LiveState & { log: GrowingLog },
  ) {
    this.runner = runner;
    this.startTick = startTick;
    this.#hashState = hashState;
    this.#log = log;
    this.#live = live;
    this.#smallestDelay = smallestDelay;
    this.receiptTicks = runner.ticks;
  }

  /** A run that begins at a tick, which is `late` ticks ago. */
  static begin(physics: Physics, course: Course, startTick: number, late: number): RoomRun {
    const live = late <= LIVE_START_TICKS;
    const state = { log: new GrowingLog(), live, smallestDelay: Number.POSITIVE_INFINITY };
    return new RoomRun(new physics.Runner(course, startTick), startTick, physics.hashState, state);
  }

  /** Inputs that aren't simulated yet, each followed by its number of ticks. */
  readonly #waiting: number[] = [];
  #waitingTicks = 0;

  /** The tick whose input comes next. */
  get nextTick(): number {
    return this.runner.tick + this.#waitingTicks;
  }

  /** Ticks whose inputs aren't simulated yet. */
  get waitingTicks(): number {
    return this.#waitingTicks;
  }

  /** Adds inputs for the next `simulate`. The ticks of all players run together, which costs less than one by one. */
  add(input: Input, ticks: number): void {
    this.#waiting.push(input, ticks);
    this.#waitingTicks += ticks;
  }

  /** Simulates the inputs that were added. */
  simulate(): void {
    const waiting = this.#waiting;
    this.#waitingTicks = 0;
    for (let i = 0; i < waiting.length && !this.isTooCostly; i += 2)
      this.push(waiting[i] as Input, waiting[i + 1] as number);
    waiting.length = 0;
  }

  /** The inputs so far; null after the clear of a run, and if it's too long to count. */
  get log(): GrowingLog | null {
    return this.runner.clearedAt > 0 ? null : this.#log;
  }

  /** All inputs up to the clear or now, to compare with a player's. Null if the run is too long to count. */
  get recorded(): GrowingLog | null {
    return this.#log;
  }

  get liveState(): LiveState {
    return { live: this.#live, smallestDelay: this.#smallestDelay };
  }

  /** The run is behind the room's clock by `late` ticks before its next inputs. */
  noteDelayBefore(late: number): void {
    if (late >= ROOM_LIMITS.liveCutTicks) this.#live = false;
  }

  noteDelayAfter(late: number): void {
    if (late < this.#smallestDelay) this.#smallestDelay = late;
  }

  endLive(): void {
    this.#live = false;
  }

  /** Whether the run is live if it's cleared now, `late` ticks behind the room's clock (rule 11). */
  isLiveAt(late: number): boolean {
    return this.#live && late <= this.#smallestDelay + ROOM_LIMITS.liveDrift;
  }

  /** Simulates an input for a number of ticks. Stops if the run is too costly. */
  push(input: Input, ticks: number): void {
    const { runner } = this;
    this.input = input;
    if (strengthOf(input) > 0) this.heading = directionOf(input);
    for (let i = 0; i < ticks; i++) {
      if (runner.clearedAt === 0) this.#record(input);
      runner.step(input);
      if (isTooCostly(runner)) {
        this.isTooCostly = true;
        return;
      }
      if (runner.clearedAt === runner.ticks) this.#takeClear();
      if (runner.tick % ROOM_LIMITS.stateTicks === 0)
        this.state = { tick: runner.tick, hash: this.#hashState(0, runner) };
    }
  }

  #record(input: Input): void {
    if (!this.#log) return;
    this.#log.push(input);
    // The player runs on, but it can't count anymore.
    if (this.#log.ticks > RUN_LIMITS.ticks || this.#log.byteLength > RUN_LIMITS.bytes) this.#log = null;
  }

  #takeClear(): void {
    const { ticks, deaths, work } = this.runner;
    if (!this.#log) return;
    this.cleared = { startTick: this.startTick, ticks, deaths, work, log: this.#log.toBytes() };
  }
}
