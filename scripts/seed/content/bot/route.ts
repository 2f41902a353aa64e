import { FLAG } from "#domain/sim/v1/course.ts";
import { RULES } from "#domain/sim/v1/rules.ts";
import { type Spot, type Spots, WALK_RISE } from "./spots.ts";

export type Move = "walk" | "jump" | "ride";

/** A step of a route: how to get to `spot` from the one before. */
export interface RouteStep {
  spot: Spot;
  move: Move;
}

/** Speeds upwards that are considered when leaving a spot: a full jump, a short one, none. */
const TAKE_OFFS = [RULES.jumpSpeed, 0.7 * RULES.jumpSpeed, 0];
/** A jump begins up to this many seconds after the edge. */
const LATE = 0.1;
const JUMP_SECONDS = 0.25;
const HARD_SECONDS = 1.5;
const MAX_DROP = 60;
/** Distance within which a fall may end anywhere, not only at a rim. */
const NEAR_DROP = 5;
/** The farthest jumps that are considered end this much lower. */
const MAX_REACHING_DROP = 8;
const HEADROOM = 0.05;
/** Jumps this high leave little room for mistakes. */
const HARD_RISE = 5.4;

/** Seconds of detour that failed moves are worth. Shared by all routes of a run. */
export class Penalties {
  readonly #jumps = new Map<string, number>();
  readonly #spots = new Map<number, number>();

  get isEmpty(): boolean {
    return this.#jumps.size === 0;
  }

  jump = (from: Spot, to: Spot): number => this.#jumps.get(jumpKey(from, to)) ?? 0;
  spot = (spot: Spot): number => this.#spots.get(spot.id) ?? 0;

  addJump(from: Spot, to: Spot): void {
    for (const [i, k] of [
      [0, 0],
      [4, 0],
      [-4, 0],
      [0, 4],
      [0, -4],
    ] as const) {
      const key = jumpKey({ ...from, x: from.x + i, z: from.z + k }, to);
      this.#jumps.set(key, (this.#jumps.get(key) ?? 0) + (i || k ? 3 : 12));
    }
  }

  addSpot(spot: Spot): void {
    this.#spots.set(spot.id, this.spot(spot) + 8);
  }
}

const jumpKey = (from: Spot, to: Spot): string =>
  `${from.solid}:${Math.round(from.x / 4)}:${Math.round(from.z / 4)}>${to.solid}:${Math.round(to.x / 8)}:${Math.round(to.z / 8)}`;

/** The quickest ways from one spot to all others. */
export class Routes {
  readonly #spots: Spots;
  readonly #penalties: Penalties;
  readonly #seconds: Float64Array;
  readonly #previous: Int32Array;
  readonly #moves: Uint8Array;
  readonly #heap = new SpotHeap();

  /** With `targets` (spots, and the seconds that remain from there), stops once the best of them is known. */
  constructor(spots: Spots, from: Spot, penalties: Penalties, targets?: ReadonlyMap<Spot, number>) {
    this.#spots = spots;
    this.#penalties = penalties;
    this.#seconds = new Float64Array(spots.all.length).fill(Number.POSITIVE_INFINITY);
    this.#previous = new Int32Array(spots.all.length).fill(-1);
    this.#moves = new Uint8Array(spots.all.length);
    this.#seconds[from.id] = 0;
    this.#heap.push(0, from.id);
    this.#search(targets);
  }

  secondsTo = (spot: Spot): number => this.#seconds[spot.id] ?? Number.POSITIVE_INFINITY;

  /** The route to a spot that can be reached, without the spot where it begins. */
  to(spot: Spot): RouteStep[] {
    const steps: RouteStep[] = [];
    for (let id = spot.id; (this.#previous[id] ?? -1) >= 0; id = this.#previous[id] ?? -1) {
      const at = this.#spots.all[id];
      if (at) steps.push({ spot: at, move: MOVES[this.#moves[id] ?? 0] ?? "walk" });
    }
    return steps.reverse();
  }

  #search(targets?: ReadonlyMap<Spot, number>): void {
    const { all } = this.#spots;
    let best = Number.POSITIVE_INFINITY;
    for (let next = this.#heap.pop(); next; next = this.#heap.pop()) {
      const spot = all[next.id];
      if (!spot || next.key > (this.#seconds[next.id] ?? 0)) continue;
      if (next.key > best) return;
      const left = targets?.get(spot);
      if (left !== undefined) best = Math.min(best, next.key + left);
      this.#expand(spot, next.key);
    }
  }

  #expand(from: Spot, seconds: number): void {
    const { grid } = this.#spots;
    if (from.kind !== "bounce") {
      const speed = from.kind === "water" ? RULES.swimSpeed : RULES.walkSpeed;
      for (const to of this.#spots.around(from.column, 1)) {
        const rise = to.y - from.y;
        if (to === from || Math.abs(rise) > WALK_RISE) continue;
        if (to.kind === "moving" || from.kind === "moving")
          if (to.solid !== from.solid || to.along !== from.along) continue;
        const flat = flatDistance(from, to);
        this.#reach(
          from,
          to,
          seconds + Math.hypot(flat, rise) / speed + to.risk + this.#penalties.spot(to),
          0,
        );
      }
    }
    if (from.kind === "moving") this.#ride(from, seconds);
    if (!from.isRim) return;
    const flags = grid.course.flags[from.solid] ?? 0;
    const speed = (flags & FLAG.boost) !== 0 ? RULES.boostSpeed : RULES.walkSpeed;
    const takeOffs = from.kind === "bounce" ? [RULES.bounceSpeed] : TAKE_OFFS;
    const takeOff = takeOffs[0] ?? 0;
    const longest = speed * (flightSeconds(takeOff, -MAX_REACHING_DROP) + LATE);
    const highest = (takeOff * takeOff) / (2 * RULES.gravity);
    const isBounce = from.kind === "bounce";
    const near = Math.ceil(NEAR_DROP / grid.cell);
    for (const isNear of isBounce ? [false] : [true, false])
      for (const to of this.#spots.around(
        from.column,
        isNear ? near : Math.ceil(longest / grid.cell),
        !isNear && !isBounce,
      )) {
        const rise = to.y - from.y;
        if (rise > highest || rise < -MAX_DROP || to.column === from.column || (isNear && rise > -WALK_RISE))
          continue;
        const flat = flatDistance(from, to);
        if (seconds + flat / speed + JUMP_SECONDS >= (this.#seconds[to.id] ?? 0)) continue;
        this.#jump(from, to, seconds, takeOffs, speed);
      }
  }

  #jump(from: Spot, to: Spot, seconds: number, takeOffs: readonly number[], speed: number): void {
    const rise = to.y - from.y;
    const flat = flatDistance(from, to);
    for (const takeOff of takeOffs) {
      const flight = flightSeconds(takeOff, rise + (takeOff > 0 ? HEADROOM : 0));
      if (flight === 0) return;
      const isHard = flat > speed * flight * 0.92 || (rise > HARD_RISE && takeOff === RULES.jumpSpeed);
      if (flat > speed * (flight + LATE)) return;
      const total =
        seconds + Math.max(flight, flat / speed) + JUMP_SECONDS + (isHard ? HARD_SECONDS : 0) + to.risk;
      if (total >= this.secondsTo(to)) return;
      if (!this.#isArcFree(from, to, takeOff, flight)) continue;
      this.#reach(from, to, total + this.#penalties.jump(from, to) + this.#penalties.spot(to), 1);
      return;
    }
  }

  #isArcFree(from: Spot, to: Spot, takeOff: number, flight: number): boolean {
    const { grid } = this.#spots;
    const flat = flatDistance(from, to);
    const samples = Math.max(2, Math.ceil(flat / grid.cell));
    for (let i = 1; i < samples; i++) {
      const share = i / samples;
      const t = flight * share;
      const column = grid.columnAt(from.x + (to.x - from.x) * share, from.z + (to.z - from.z) * share);
      if (column < 0) continue;
      if (!grid.isFree(column, from.y + 0.05 + takeOff * t - (RULES.gravity * t * t) / 2)) return false;
    }
    return true;
  }

  /** A moving block takes its rider along its whole motion. */
  #ride(from: Spot, seconds: number): void {
    const { course } = this.#spots.grid;
    const eachWay = (course.motion[4 * from.solid + 3] ?? 60) / 60;
    for (const to of this.#spots.riding(from)) {
      this.#reach(from, to, seconds + 0.3 + Math.abs(to.along - from.along) * eachWay, 2);
    }
  }

  #reach(from: Spot, to: Spot, seconds: number, move: number): void {
    if (seconds >= this.secondsTo(to)) return;
    this.#seconds[to.id] = seconds;
    this.#previous[to.id] = from.id;
    this.#moves[to.id] = move;
    this.#heap.push(seconds, to.id);
  }
}

const MOVES: readonly Move[] = ["walk", "jump", "ride"];

/** Seconds until a leap is back down at a height of `rise`; 0 if it doesn't get there. */
function flightSeconds(takeOff: number, rise: number): number {
  const square = takeOff * takeOff - 2 * RULES.gravity * rise;
  return square < 0 ? 0 : (takeOff + Math.sqrt(square)) / RULES.gravity;
}

/** A binary heap of spots by seconds. */
class SpotHeap {
  readonly #keys: number[] = [];
  readonly #ids: number[] = [];

  push(key: number, id: number): void {
    let at = this.#keys.length;
    this.#keys.push(key);
    this.#ids.push(id);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#key(parent) <= key) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#keys[at] = key;
    this.#ids[at] = id;
  }

  pop(): { key: number; id: number } | null {
    const key = this.#keys[0];
    const id = this.#ids[0];
    const lastKey = this.#keys.pop();
    const lastId = this.#ids.pop();
    if (key === undefined || id === undefined || lastKey === undefined || lastId === undefined) return null;
    const count = this.#keys.length;
    if (count > 0) this.#sink(lastKey, lastId, count);
    return { key, id };
  }

  #sink(key: number, id: number, count: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      if (child + 1 < count && this.#key(child + 1) < this.#key(child)) child++;
      if (this.#key(child) >= key) break;
      this.#move(child, at);
      at = child;
    }
    this.#keys[at] = key;
    this.#ids[at] = id;
  }

  #key = (at: number): number => this.#keys[at] ?? Number.POSITIVE_INFINITY;

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from] ?? 0;
    this.#ids[to] = this.#ids[from] ?? 0;
  }
}

/** Much faster than `Math.hypot`. */
function flatDistance(from: Spot, to: Spot): number {
  const dx = to.x - from.x;
  const dz = to.z - from.z;
  return Math.sqrt(dx * dx + dz * dz);
}
