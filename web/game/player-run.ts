import type { Physics } from "#domain/sim/index.ts";
import { type Input, NO_INPUT } from "#domain/sim/input.ts";
import { RunRecorder, runMs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import { copyMoment, type GameEvents, NEW_MOMENT, type RunMoment, readEvents } from "./game-events.ts";
import type { FinishedRun } from "./game-state.ts";

/** The player's run. It begins with the first input; until then the world's clock goes on. Inputs are recorded. */
export class PlayerRun {
  runner: Runner;
  readonly events: GameEvents = [];
  impact = 0;
  input: Input = NO_INPUT;
  finished: FinishedRun | null = null;
  hasBegun = false;
  readonly #physics: Physics;
  readonly #course: Course;
  readonly #before: RunMoment = { ...NEW_MOMENT };
  #recorder = new RunRecorder();
  #startTick = 0;

  constructor(physics: Physics, course: Course) {
    this.#physics = physics;
    this.#course = course;
    this.runner = new physics.Runner(course, 0);
  }

  step(input: Input): void {
    const { runner } = this;
    if (!this.hasBegun) {
      if (input === NO_INPUT) {
        this.wait(1);
        return;
      }
      this.hasBegun = true;
      this.#startTick = runner.tick;
      this.#recorder = new RunRecorder();
    }
    copyMoment(this.#before, runner);
    this.impact = -runner.vy;
    this.input = input;
    runner.step(input);
    if (!this.finished) this.#recorder.push(input);
    readEvents(this.#before, runner, this.#touchesCrumbling(), this.events);
    if (runner.clearedAt > 0 && !this.finished) this.finished = this.#finish();
  }

  wait(ticks: number): void {
    this.events.length = 0;
    this.runner.tick += ticks;
  }

  log(): Uint8Array<ArrayBuffer> {
    return this.#recorder.toBytes();
  }

  restart(): void {
    this.runner = new this.#physics.Runner(this.#course, this.runner.tick);
    this.events.length = 0;
    this.impact = 0;
    this.input = NO_INPUT;
    this.finished = null;
    this.hasBegun = false;
  }

  #touchesCrumbling(): boolean {
    const { ground } = this.runner;
    return ground >= 0 && this.runner.crumbleAge(this.#course.blockOf[ground] ?? -1) >= 0;
  }

  #finish(): FinishedRun {
    const { clearedAt, deaths } = this.runner;
    return {
      ticks: clearedAt,
      ms: runMs(clearedAt),
      deaths,
      startTick: this.#startTick,
      log: this.log(),
      physics: this.#physics.version,
    };
  }
}
