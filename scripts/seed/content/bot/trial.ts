import { holdsJump, type Input } from "#domain/sim/input.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { Random } from "../random.ts";
import { steerTo } from "./steer-to.ts";

/** Counts simulated ticks, so that searches end after the same work on every machine. */
export interface Budget {
  ticks: number;
}

/** State that the parts of a bot share. */
export interface BotContext {
  budget: Budget;
  /** Varies what the bot does; null for always the first way that works. */
  random: Random | null;
}

/** Ticks for which a stop is simulated. */
const BRAKING_TICKS = 14;
/** Ticks between changes of direction far from the aim. Fewer changes make a smaller log. */
const STEER_EVERY = 4;
const NEAR = 3;

/** Inputs that are tried on a copy of a runner before they count. */
export class Trial {
  readonly runner: Runner;
  readonly inputs: Input[] = [];
  readonly #budget: Budget;
  readonly #deaths: number;
  #steered = 0;
  #input: Input = 0;

  constructor(from: Runner, budget: Budget) {
    this.runner = from.clone();
    this.#budget = budget;
    this.#deaths = from.deaths;
  }

  /** A trial of what follows. */
  fork = (): Trial => new Trial(this.runner, this.#budget);

  get isAlive(): boolean {
    return this.runner.deaths === this.#deaths;
  }

  get isStanding(): boolean {
    return this.isAlive && (this.runner.ground >= 0 || this.runner.swimming);
  }

  step(input: Input): void {
    this.#budget.ticks--;
    this.inputs.push(input);
    this.runner.step(input);
  }

  /** Steers to a point for a tick. */
  steer(x: number, z: number, isJumping = false): void {
    const { runner } = this;
    const isFar = Math.hypot(x - runner.x, z - runner.z) > NEAR;
    if (!isFar || this.#steered % STEER_EVERY === 0 || holdsJump(this.#input) !== isJumping)
      this.#input = steerTo(runner, x, z, isJumping);
    this.#steered++;
    this.step(this.#input);
  }

  distanceTo = (x: number, z: number): number => Math.hypot(x - this.runner.x, z - this.runner.z);
}

/** Whether a runner can stop where it has come to. */
export function isStable(trial: Trial, to: { x: number; z: number }): boolean {
  const later = trial.fork();
  for (let i = 0; i < BRAKING_TICKS; i++) later.steer(to.x, to.z);
  return later.isStanding && Math.abs(later.runner.y - trial.runner.y) < 3;
}
