import type { Runner } from "#domain/sim/v1/runner.ts";
import type { RouteStep } from "./route.ts";
import { type Spot, WALK_RISE } from "./spots.ts";

/** Distance from a spot within which a runner counts as there. */
const THERE = 1.8;
const SWIMMING_RISE = 2.5;

/** A route from where a runner stands. */
export class Path {
  readonly steps: readonly RouteStep[];
  readonly end: Spot;

  constructor(from: Spot, route: readonly RouteStep[]) {
    this.steps = [{ spot: from, move: "walk" }, ...route];
    this.end = route.at(-1)?.spot ?? from;
  }

  get last(): number {
    return this.steps.length - 1;
  }

  spot = (index: number): Spot => this.steps[index]?.spot ?? this.end;

  /** The first step after an index that isn't walked; −1 if all are. */
  nextJump = (index: number): number => this.steps.findIndex(({ move }, i) => i > index && move !== "walk");

  /** Where a runner is on the path, at or after a step; −1 if it isn't on it. */
  indexOf({ x, y, z, ground }: Runner, from: number): number {
    let best = -1;
    let nearest = THERE;
    for (let i = from; i < this.steps.length; i++) {
      const spot = this.spot(i);
      const flat = Math.hypot(spot.x - x, spot.z - z);
      const rise = spot.kind === "water" ? SWIMMING_RISE : WALK_RISE + 0.2;
      const isThere = spot.kind === "moving" ? spot.solid === ground : Math.abs(spot.y - y) < rise;
      if (!isThere || flat > nearest) continue;
      best = i;
      nearest = flat;
    }
    return best;
  }
}
