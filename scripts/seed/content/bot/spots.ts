import { FLAG } from "#domain/sim/v1/course.ts";
import { RULES } from "#domain/sim/v1/rules.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { Random } from "../random.ts";
import { addTo, alongAt, type Grid, motionOf } from "./grid.ts";

/** A place where a bopi can be for a while: on a floor, on a moving block, or in water. */
export interface Spot {
  /** Its index in the list of all spots. */
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly column: number;
  readonly solid: number;
  readonly kind: "floor" | "water" | "bounce" | "moving";
  /** How far its moving block has come, 0 to 1. */
  readonly along: number;
  /** Whether some of the eight columns around it can't be walked to. */
  isRim: boolean;
  /** Extra seconds that a careful player would rather spend than go here. */
  risk: number;
}

/** Positions of a moving block that get spots. */
const MOTION_SAMPLES = [0, 0.25, 0.5, 0.75, 1];
const NO_SPOTS: readonly Spot[] = [];
const NO_MOTION = [0, 0, 0] as const;
/** Width of the patches of `addRisk`, and the most seconds that one costs per spot. */
const PATCH = 5;
const MAX_PATCH_RISK = 0.05;
/** Feet are this far above a floor's half-space. */
const ABOVE = 0.011;
/** Largest difference in height between neighbors that are walked between. */
export const WALK_RISE = 1.2;

/** All spots of a course. */
export class Spots {
  readonly grid: Grid;
  readonly all: Spot[] = [];
  readonly #byColumn: Spot[][] = [];
  /** The spots from which and to which a bopi jumps: rims, water, and moving or bouncing blocks. */
  readonly #rims: Spot[][] = [];
  readonly #moving: Spot[][] = [];

  constructor(grid: Grid) {
    this.grid = grid;
    for (let column = 0; column < grid.width * grid.depth; column++) this.#addColumn(column);
    this.#addMoving();
    for (const spot of this.all) {
      this.#rate(spot);
      if (spot.isRim) addTo(this.#rims, spot.column, spot);
    }
  }

  at = (column: number): readonly Spot[] => this.#byColumn[column] ?? NO_SPOTS;

  /** Makes patches of spots a little less attractive, at random. */
  addRisk(random: Random): void {
    const patches = new Map<string, number>();
    for (const spot of this.all) {
      const key = `${Math.round(spot.x / PATCH)} ${Math.round(spot.z / PATCH)}`;
      const risk = patches.get(key) ?? random.range(0, MAX_PATCH_RISK);
      patches.set(key, risk);
      spot.risk += risk;
    }
  }

  /** The spots of the columns up to `radius` cells away, and of these only those at rims if `isRim`. */
  around(column: number, radius: number, isRim = false): Spot[] {
    const { width, depth } = this.grid;
    const columns = isRim ? this.#rims : this.#byColumn;
    const found: Spot[] = [];
    const i = column % width;
    const k = Math.floor(column / width);
    const toX = Math.min(width - 1, i + radius);
    const toZ = Math.min(depth - 1, k + radius);
    for (let z = Math.max(0, k - radius); z <= toZ; z++)
      for (let x = Math.max(0, i - radius); x <= toX; x++) {
        const here = columns[x + z * width];
        if (here) for (const spot of here) found.push(spot);
      }
    return found;
  }

  /** The spot where a runner is; null in the air. */
  of(runner: Runner): Spot | null {
    const { ground, swimming, x, y, z } = runner;
    if (ground < 0 && !swimming) return null;
    const { course } = this.grid;
    const isMoving = ground >= 0 && ((course.flags[ground] ?? 0) & FLAG.moving) !== 0;
    const along = isMoving ? alongAt(course, ground, runner.tick) : 0;
    const [mx, my, mz] = isMoving ? motionOf(course, ground, along) : NO_MOTION;
    const near = isMoving ? this.#onSolid(ground) : this.around(this.grid.columnAt(x, z), 2);
    let best: Spot | null = null;
    let nearest = Number.POSITIVE_INFINITY;
    for (const spot of near) {
      const [sx, sy, sz] = isMoving ? motionOf(course, ground, spot.along) : NO_MOTION;
      const dy = spot.y - sy - y + my;
      const far =
        Math.hypot(spot.x - sx - x + mx, 2 * dy, spot.z - sz - z + mz) +
        (isMoving ? Math.abs(spot.along - along) : 0) +
        (spot.solid === ground ? 0 : 0.5);
      if (Math.abs(dy) > (swimming ? 3 : 1.6) || far >= nearest) continue;
      best = spot;
      nearest = far;
    }
    return best;
  }

  /** The spots on a moving block. */
  #onSolid = (solid: number): readonly Spot[] => this.#moving[solid] ?? NO_SPOTS;

  /** Where a rider of a moving block comes to from a spot on it. */
  *riding(from: Spot): Generator<Spot> {
    const { course } = this.grid;
    const [fx, , fz] = motionOf(course, from.solid, from.along);
    for (const to of this.#onSolid(from.solid)) {
      if (to.along === from.along) continue;
      const [tx, , tz] = motionOf(course, from.solid, to.along);
      if (
        Math.abs(to.x - tx - from.x + fx) < this.grid.cell &&
        Math.abs(to.z - tz - from.z + fz) < this.grid.cell
      )
        yield to;
    }
  }

  #add(column: number, y: number, solid: number, kind: Spot["kind"], along = 0): void {
    const { grid } = this;
    const spot = {
      id: this.all.length,
      x: grid.x(column),
      y,
      z: grid.z(column),
      column,
      solid,
      kind,
      along,
      isRim: false,
      risk: 0,
    };
    this.all.push(spot);
    addTo(this.#byColumn, column, spot);
    if (kind === "moving") addTo(this.#moving, solid, spot);
  }

  #addColumn(column: number): void {
    const { grid } = this;
    const { flags } = grid.course;
    for (const { high, slope, solid } of grid.solidsAt(column)) {
      const kind = flags[solid] ?? 0;
      const y = high + ABOVE;
      if (slope < RULES.walkableNormal || (kind & FLAG.lava) !== 0 || !grid.isFree(column, y)) continue;
      if (this.#floatHeight(column, y) !== null) continue;
      this.#add(column, y, solid, (kind & FLAG.bounce) !== 0 ? "bounce" : "floor");
    }
    for (const { high, low, solid } of grid.waterAt(column)) {
      const y = high - RULES.floatDepth;
      if (y > low && grid.isFree(column, y) && this.#floatHeight(column, y) === y)
        this.#add(column, y, solid, "water");
    }
  }

  /** The height at which a bopi with its feet at `y` floats; null if it isn't in deep water. */
  #floatHeight(column: number, y: number): number | null {
    let top = Number.NEGATIVE_INFINITY;
    for (const { low, high } of this.grid.waterAt(column)) if (y > low && y < high) top = Math.max(top, high);
    return top - y > RULES.swimDepth ? top - RULES.floatDepth : null;
  }

  #addMoving(): void {
    const { grid } = this;
    const { course } = grid;
    for (let solid = 0; solid < course.blockOf.length; solid++) {
      const flags = course.flags[solid] ?? 0;
      if ((flags & FLAG.moving) === 0 || (flags & (FLAG.lava | FLAG.water)) !== 0) continue;
      for (const along of MOTION_SAMPLES)
        for (const [column, { high, slope }] of grid.cut(solid, along))
          if (slope >= RULES.walkableNormal && grid.isFree(column, high + ABOVE))
            this.#add(column, high + ABOVE, solid, (flags & FLAG.bounce) !== 0 ? "bounce" : "moving", along);
    }
  }

  #rate(spot: Spot): void {
    const { grid } = this;
    const columns = new Set<number>();
    for (const other of this.around(spot.column, 1)) {
      if (other.column === spot.column || Math.abs(other.y - spot.y) > WALK_RISE) continue;
      columns.add(other.column);
    }
    const walkable = columns.size;
    spot.isRim = walkable < 8 || spot.kind === "moving" || spot.kind === "bounce";
    if (walkable < 8) spot.risk += 0.03 * (8 - walkable);
    for (const [i, k] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const column = spot.column + i + k * grid.width;
      if (grid.isHazard(column, spot.y)) spot.risk += 0.3;
    }
    if (spot.kind === "water") spot.risk += 0.05;
    if (((grid.course.flags[spot.solid] ?? 0) & FLAG.crumble) !== 0) spot.risk += 0.1;
  }
}
