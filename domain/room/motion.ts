import { type Input, strengthOf } from "../sim/input.ts";

export type Motion = "idle" | "walk" | "run" | "jump" | "fall" | "swim" | "cheer" | "sleep" | "dead";

/** The fields of a runner that decide its motion. */
export interface MovingRunner {
  vx: number;
  vy: number;
  vz: number;
  ground: number;
  swimming: boolean;
  respawnTicks: number;
  clearedAt: number;
}

/** Units per second. Slower than the first is standing, faster than the second is running. */
const WALK_SPEED = 0.6;
const RUN_SPEED = 9;

/** Returns a runner's motion. Without input it stands, so it slides over ice without moving its legs. */
export function motionOf(runner: MovingRunner, input: Input): Motion {
  if (runner.respawnTicks > 0) return "dead";
  if (runner.swimming) return "swim";
  if (runner.ground < 0) return runner.vy > 0 ? "jump" : "fall";
  if (runner.clearedAt > 0) return "cheer";
  const speed = Math.sqrt(runner.vx * runner.vx + runner.vz * runner.vz);
  if (speed < WALK_SPEED || strengthOf(input) === 0) return "idle";
  return speed < RUN_SPEED ? "walk" : "run";
}
