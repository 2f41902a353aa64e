import type { Block, BlockShape } from "#domain/world/block.ts";
import type { Material } from "#domain/world/materials.ts";
import type { Ambience, Hazard, Vec3, World } from "#domain/world/schema.ts";
import { type Random, seededRandom } from "../random.ts";

/** Options of a theme: a seed for variation, and the difficulty from 1 to 10. */
export interface WorldOptions {
  seed: number;
  difficulty: number;
}

export type BlockOptions = Partial<Pick<Block, "rotation" | "effect" | "motion">>;

/** Builds a world, at random. Heights are given as `base` (the bottom of a block) or `top` (the surface a player stands on). */
export class WorldBuilder implements Random {
  readonly next: Random["next"];
  readonly range: Random["range"];
  readonly int: Random["int"];
  readonly pick: Random["pick"];
  readonly chance: Random["chance"];
  readonly difficulty: number;
  private readonly document: World;
  /** The spawn, goal, stars and checkpoints so far. */
  readonly #points: Vec3[] = [];

  /** The seed chooses one of the ambiences. */
  constructor({ seed, difficulty }: WorldOptions, ...ambiences: Ambience[]) {
    const { next, range, int, pick, chance } = seededRandom(seed);
    [this.next, this.range, this.int, this.pick, this.chance] = [next, range, int, pick, chance];
    this.difficulty = difficulty;
    const spawn = { position: [0, 0, 0] as Vec3, yaw: 0 };
    const ambience = ambiences[seed % ambiences.length] as Ambience;
    this.document = { version: 1, ambience, spawn, stars: [], checkpoints: [], hazards: [], blocks: [] };
  }

  /** Adds a block on `base`, centered on x, z. */
  add(shape: BlockShape, at: Vec3, size: Vec3, color: string, material?: Material, options?: BlockOptions) {
    const [x, base, z] = at;
    this.document.blocks.push({
      shape,
      position: point(x, base + size[1] / 2, z),
      size: point(...size),
      color,
      ...(material && { material }),
      ...options,
    });
  }

  box(at: Vec3, size: Vec3, color: string, material?: Material, options?: BlockOptions): void {
    this.add("box", at, size, color, material, options);
  }

  /** Adds scenery without collision, such as leaves and clouds. */
  ghost(shape: BlockShape, at: Vec3, size: Vec3, color: string, material?: Material): void {
    this.add(shape, at, size, color, material, { effect: "ghost" });
  }

  /** Adds a floor with its surface at `top`. */
  slab([x, top, z]: Vec3, [w, h, d]: Vec3, color: string, material?: Material, options?: BlockOptions): void {
    this.box([x, top - h, z], [w, h, d], color, material, options);
  }

  spawn([x, top, z]: Vec3, yaw = 0): void {
    this.document.spawn = { position: this.#mark(x, top, z), yaw };
  }

  goal([x, top, z]: Vec3): void {
    this.document.goal = { position: this.#mark(x, top, z) };
  }

  /** Adds a star at chest height above `top`. */
  star([x, top, z]: Vec3): void {
    this.#mark(x, top, z);
    this.document.stars.push({ position: point(x, top + 2.6, z) });
  }

  checkpoint([x, top, z]: Vec3): void {
    this.document.checkpoints.push({ position: this.#mark(x, top, z) });
  }

  #mark(x: number, top: number, z: number): Vec3 {
    this.#points.push([x, top, z]);
    return point(x, top, z);
  }

  /** Whether scenery here would hide the spawn, the goal, a star or a checkpoint. Place these first. */
  isTaken([x, base, z]: Vec3, distance: number): boolean {
    return this.#points.some(
      ([px, top, pz]) => Math.abs(top - base) < 8 && Math.hypot(px - x, pz - z) < distance,
    );
  }

  hazard(kind: Hazard["kind"], [x, base, z]: Vec3, size: Vec3): void {
    this.document.hazards.push({ kind, position: point(x, base + size[1] / 2, z), size: point(...size) });
  }

  finish(): World {
    return this.document;
  }
}

/** Rounds to hundredths, which is invisible and keeps the document small. */
function point(x: number, y: number, z: number): Vec3 {
  return [x, y, z].map((n) => Math.round(n * 100) / 100 || 0) as Vec3;
}

/** The corners of a rectangle around the origin, by half of its width and depth. */
export const corners = (x: number, z = x) =>
  [
    [-x, -z],
    [x, -z],
    [x, z],
    [-x, z],
  ] as const;

/** Mixes two hex colors; `t` is the share of `to`. */
export function mixHex(from: string, to: string, t: number): string {
  const channel = (hex: string, i: number) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return [0, 1, 2]
    .map((i) =>
      Math.round(channel(from, i) * (1 - t) + channel(to, i) * t)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("");
}
