import { type Sphere, Vector3 } from "three";
import type { Block } from "#domain/world/block.ts";
import type { Vec3 } from "#domain/world/schema.ts";

/** How far a crumbling block falls before it's out of sight, in units. */
const CRUMBLE_FALL = 16;

/** A box around blocks and everything that their motions reach. */
export class BatchBounds {
  readonly #low: Vec3 = [0, 0, 0];
  readonly #high: Vec3 = [0, 0, 0];

  constructor() {
    this.reset();
  }

  reset(): void {
    this.#low.fill(Number.POSITIVE_INFINITY);
    this.#high.fill(Number.NEGATIVE_INFINITY);
  }

  /** Includes a block whose matrix at rest begins at an index. */
  include({ motion, effect }: Block, matrices: Float32Array, first: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const at = first + axis;
      const half =
        (Math.abs(matrices[at] as number) +
          Math.abs(matrices[at + 4] as number) +
          Math.abs(matrices[at + 8] as number)) /
        2;
      const middle = matrices[at + 12] as number;
      const by = motion?.by[axis] ?? 0;
      const fall = effect === "crumble" && axis === 1 ? CRUMBLE_FALL : 0;
      this.#low[axis] = Math.min(this.#low[axis] as number, middle - half + Math.min(0, by) - fall);
      this.#high[axis] = Math.max(this.#high[axis] as number, middle + half + Math.max(0, by));
    }
  }

  /** Fits a sphere around the box. */
  fitSphere(sphere: Sphere): void {
    const [low, high] = [new Vector3(...this.#low), new Vector3(...this.#high)];
    sphere.center.addVectors(low, high).multiplyScalar(0.5);
    sphere.radius = low.distanceTo(high) / 2;
  }
}
