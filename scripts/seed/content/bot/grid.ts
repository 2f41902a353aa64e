import { type Course, FLAG, motionAt, solidPlanes } from "#domain/sim/v1/course.ts";
import { RULES } from "#domain/sim/v1/rules.ts";

/** A vertical stretch in which a bopi's feet can't be, because it would touch a solid. */
export interface Stretch {
  low: number;
  high: number;
  solid: number;
  /** The upward part of the normal at the top. */
  slope: number;
}

/** Largest number of columns; larger worlds get wider cells. */
const MAX_COLUMNS = 160_000;
/** Distance around the outermost solids that the grid covers. */
const MARGIN = 3;
const HAZARD_MARGIN = 0.25;
const EMPTY: readonly Stretch[] = [];

/**
 * A course cut by vertical lines on a square grid. Uses the half-spaces of the simulation, so a bopi fits wherever the grid
 * says so.
 */
export class Grid {
  readonly course: Course;
  readonly cell: number;
  readonly width: number;
  readonly depth: number;
  readonly #minX: number;
  readonly #minZ: number;
  /** Solids that stand still, by column. */
  readonly #solids: Stretch[][] = [];
  readonly #water: Stretch[][] = [];
  readonly #hazards: Stretch[][] = [];

  constructor(course: Course) {
    this.course = course;
    const [minX, minZ, maxX, maxZ] = outline(course);
    const area = (maxX - minX + 2 * MARGIN) * (maxZ - minZ + 2 * MARGIN);
    this.cell = Math.max(1, Math.sqrt(area / MAX_COLUMNS));
    this.#minX = minX - MARGIN;
    this.#minZ = minZ - MARGIN;
    this.width = Math.ceil((maxX - minX + 2 * MARGIN) / this.cell) + 1;
    this.depth = Math.ceil((maxZ - minZ + 2 * MARGIN) / this.cell) + 1;
    for (let solid = 0; solid < course.blockOf.length; solid++) {
      const flags = flagsOf(course, solid);
      if ((flags & FLAG.moving) !== 0) continue;
      const target = (flags & FLAG.water) !== 0 ? this.#water : this.#solids;
      for (const [column, stretch] of this.cut(solid, 0)) addTo(target, column, stretch);
    }
    this.#addHazards();
  }

  x = (column: number): number => this.#minX + (column % this.width) * this.cell;
  z = (column: number): number => this.#minZ + Math.floor(column / this.width) * this.cell;

  /** The column nearest to a point; −1 outside the grid. */
  columnAt(x: number, z: number): number {
    const i = Math.round((x - this.#minX) / this.cell);
    const k = Math.round((z - this.#minZ) / this.cell);
    return i < 0 || k < 0 || i >= this.width || k >= this.depth ? -1 : i + k * this.width;
  }

  solidsAt = (column: number): readonly Stretch[] => this.#solids[column] ?? EMPTY;
  waterAt = (column: number): readonly Stretch[] => this.#water[column] ?? EMPTY;

  /** Whether a bopi with its feet at height `y` touches neither a solid nor a hazard. */
  isFree(column: number, y: number): boolean {
    return !isWithin(this.#solids[column], y) && !isWithin(this.#hazards[column], y);
  }

  isHazard = (column: number, y: number): boolean => isWithin(this.#hazards[column], y);

  /** The columns that go through a solid, with the blocked stretch of each. `along` is how far a moving solid has come, 0 to 1. */
  *cut(solid: number, along: number): Generator<[column: number, stretch: Stretch]> {
    const { course, cell, width } = this;
    const [mx, my, mz] = motionOf(course, solid, along);
    const planes = solidPlanes(course, solid);
    const { boxes } = course.solids;
    const fromX = Math.max(0, Math.ceil(((boxes[6 * solid] ?? 0) - this.#minX) / cell));
    const toX = Math.min(width - 1, Math.floor(((boxes[6 * solid + 3] ?? 0) - this.#minX) / cell));
    const fromZ = Math.max(0, Math.ceil(((boxes[6 * solid + 2] ?? 0) - this.#minZ) / cell));
    const toZ = Math.min(this.depth - 1, Math.floor(((boxes[6 * solid + 5] ?? 0) - this.#minZ) / cell));
    for (let k = fromZ; k <= toZ; k++) {
      for (let i = fromX; i <= toX; i++) {
        const column = i + k * width;
        const stretch = cutPlanes(planes, this.x(column) - mx, this.z(column) - mz, solid);
        if (!stretch) continue;
        stretch.low += my;
        stretch.high += my;
        yield [column, stretch];
      }
    }
  }

  #addHazards(): void {
    const { boxes, count } = this.course.hazards;
    for (let hazard = 0; hazard < count; hazard++) {
      const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boxes.subarray(6 * hazard, 6 * hazard + 6);
      const from = this.columnAt(x0 - HAZARD_MARGIN, z0 - HAZARD_MARGIN);
      const to = this.columnAt(x1 + HAZARD_MARGIN, z1 + HAZARD_MARGIN);
      const [i0, k0] = from < 0 ? [0, 0] : [from % this.width, Math.floor(from / this.width)];
      const [i1, k1] =
        to < 0 ? [this.width - 1, this.depth - 1] : [to % this.width, Math.floor(to / this.width)];
      for (let k = k0; k <= k1; k++)
        for (let i = i0; i <= i1; i++)
          addTo(this.#hazards, i + k * this.width, {
            low: y0,
            high: y1 + HAZARD_MARGIN,
            solid: -1,
            slope: 1,
          });
    }
  }
}

/** Adds an item to one of several lists, which are made when they get their first. */
export function addTo<T>(lists: T[][], index: number, item: T): void {
  const list = lists[index];
  if (list) list.push(item);
  else lists[index] = [item];
}

const flagsOf = (course: Course, solid: number): number => course.flags[solid] ?? 0;

/** How far a moving solid is from where its motion begins. */
export function motionOf(course: Course, solid: number, along: number): [number, number, number] {
  const { motion } = course;
  return [
    (motion[4 * solid] ?? 0) * along,
    (motion[4 * solid + 1] ?? 0) * along,
    (motion[4 * solid + 2] ?? 0) * along,
  ];
}

/** How far along its motion a moving solid is at a tick, 0 to 1. */
export const alongAt = (course: Course, solid: number, tick: number): number =>
  motionAt(course.motion[4 * solid + 3] ?? 1, tick);

const isWithin = (stretches: readonly Stretch[] | undefined, y: number): boolean =>
  stretches?.some(({ low, high }) => y > low && y < high) ?? false;

function outline(course: Course): [number, number, number, number] {
  const { boxes, count } = course.solids;
  const [x, , z] = course.world.spawn.position;
  let [minX, minZ, maxX, maxZ] = [x, z, x, z];
  for (let solid = 0; solid < count; solid++) {
    minX = Math.min(minX, boxes[6 * solid] ?? 0);
    minZ = Math.min(minZ, boxes[6 * solid + 2] ?? 0);
    maxX = Math.max(maxX, boxes[6 * solid + 3] ?? 0);
    maxZ = Math.max(maxZ, boxes[6 * solid + 5] ?? 0);
  }
  return [minX, minZ, maxX, maxZ];
}

/** Where a vertical line is inside of all half-spaces. */
function cutPlanes(planes: Float64Array, x: number, z: number, solid: number): Stretch | null {
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let slope = 0;
  for (let p = 0; p < planes.length; p += 4) {
    const ny = planes[p + 1] ?? 0;
    const rest = (planes[p + 3] ?? 0) - (planes[p] ?? 0) * x - (planes[p + 2] ?? 0) * z;
    if (ny > 1e-9) {
      if (rest / ny >= high) continue;
      high = rest / ny;
      slope = ny;
    } else if (ny < -1e-9) low = Math.max(low, rest / ny);
    else if (rest <= RULES.skin) return null;
  }
  return low < high ? { low, high, solid, slope } : null;
}
