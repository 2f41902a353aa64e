import { type Course, type CourseWorld, FLAG } from "../sim/v1/course.ts";
import { RULES } from "../sim/v1/rules.ts";
import type { Vec3 } from "../sim/v1/solid.ts";

interface Region {
  minX: number;
  maxX: number;
  minZ: number;
  maxZ: number;
  floor: number;
}

interface Node<Item> extends Region {
  /** Items that haven't been taken. */
  left: number;
  children: readonly [Node<Item>, Node<Item>] | null;
  items: Item[];
}

const LEAF_SIZE = 4;

/** Regions that can be taken out, each once. */
class RegionTree<Item extends Region> {
  readonly #root: Node<Item>;

  constructor(items: readonly Item[]) {
    this.#root = createNode([...items], "minX");
  }

  get left(): number {
    return this.#root.left;
  }

  /** Moves all items that a test accepts to a list. The test must accept each region around what it accepts. Returns the steps. */
  take(accepts: (region: Region) => boolean, taken: Item[]): number {
    return takeFrom(this.#root, accepts, taken);
  }
}

function createNode<Item extends Region>(items: Item[], axis: "minX" | "minZ"): Node<Item> {
  const node: Node<Item> = {
    minX: Number.POSITIVE_INFINITY,
    maxX: Number.NEGATIVE_INFINITY,
    minZ: Number.POSITIVE_INFINITY,
    maxZ: Number.NEGATIVE_INFINITY,
    floor: Number.POSITIVE_INFINITY,
    left: items.length,
    children: null,
    items,
  };
  for (const { minX, maxX, minZ, maxZ, floor } of items) {
    node.minX = Math.min(node.minX, minX);
    node.maxX = Math.max(node.maxX, maxX);
    node.minZ = Math.min(node.minZ, minZ);
    node.maxZ = Math.max(node.maxZ, maxZ);
    node.floor = Math.min(node.floor, floor);
  }
  if (items.length <= LEAF_SIZE) return node;
  items.sort((a, b) => a[axis] - b[axis]);
  const half = items.length >> 1;
  const next = axis === "minX" ? "minZ" : "minX";
  node.children = [createNode(items.slice(0, half), next), createNode(items.slice(half), next)];
  node.items = [];
  return node;
}

function takeFrom<Item extends Region>(
  node: Node<Item>,
  accepts: (region: Region) => boolean,
  taken: Item[],
): number {
  if (node.left === 0 || !accepts(node)) return 1;
  if (node.children) {
    const [first, second] = node.children;
    const steps = takeFrom(first, accepts, taken) + takeFrom(second, accepts, taken);
    node.left = first.left + second.left;
    return steps + 1;
  }
  const steps = node.items.length + 1;
  node.items = node.items.filter((item) => {
    if (!accepts(item)) return true;
    taken.push(item);
    return false;
  });
  node.left = node.items.length;
  return steps;
}

/** Most steps of a search. In a level that needs more, nothing is doubted. */
const MAX_STEPS = 200_000;
/** Jumps are a little later and longer than they have to be, so the search doesn't doubt what a perfect jump reaches. */
const SPARE_SECONDS = (RULES.jumpGrace + 2) / 60;
const SPARE_HEIGHT = 0.5;
/** Distance from the hull's origin at which points are reached. */
const REACH = RULES.reach + RULES.radius;

export interface UnreachableTarget {
  kind: "star" | "goal";
  index: number;
  position: Vec3;
}

/** A region in which the hull's origin can stand. */
interface Surface extends Region {
  /** The greatest height that one can stand at. */
  top: number;
  isBouncing: boolean;
}

/** A point and the region from which it's reached. */
interface Spot<Kind> extends Region {
  of: Kind;
}

/** Finds stars and goals out of reach by the rules alone, ignoring walls and hazards: a find is certain. */
export function unreachableTargets(course: Course): UnreachableTarget[] {
  const { stars, goal } = course.world;
  const targets: UnreachableTarget[] = [
    ...stars.map(({ position }, index) => ({ kind: "star" as const, index, position })),
    ...(goal ? [{ kind: "goal" as const, index: 0, position: goal.position }] : []),
  ];
  const reached: Spot<UnreachableTarget>[] = [];
  const search = new ReachSearch(course);
  const left = new RegionTree(targets.map((of) => spotOf(of, of.position)));
  for (const surface of search.surfaces()) {
    search.steps += left.take((region) => search.canReach(surface, region), reached);
    if (left.left === 0 || search.steps > MAX_STEPS) return [];
  }
  const found = new Set(reached.map(({ of }) => of));
  return targets.filter((target) => !found.has(target));
}

class ReachSearch {
  steps = 0;
  readonly #course: Course;
  readonly #speed: number;
  readonly #unreached: RegionTree<Surface>;
  readonly #checkpoints: RegionTree<Spot<Vec3>>;

  constructor(course: Course) {
    this.#course = course;
    const isBoosting = course.flags.some((flags) => (flags & FLAG.boost) !== 0);
    this.#speed = isBoosting ? RULES.boostSpeed : RULES.walkSpeed;
    this.#unreached = new RegionTree(surfacesOf(course));
    this.#checkpoints = new RegionTree(
      course.world.checkpoints.map(({ position }) => spotOf(position, position)),
    );
  }

  *surfaces(): Generator<Surface> {
    const open = [this.#standingAt(this.#course.world.spawn.position)];
    for (let from = open.pop(); from; from = open.pop()) {
      yield from;
      const start = from;
      const checkpoints: Spot<Vec3>[] = [];
      this.steps += this.#unreached.take((region) => this.canReach(start, region), open);
      this.steps += this.#checkpoints.take((region) => this.canReach(start, region), checkpoints);
      open.push(...checkpoints.map(({ of }) => this.#standingAt(of)));
    }
  }

  /** Whether a jump from a surface can end in a region, or pass through it. */
  canReach({ minX, maxX, minZ, maxZ, top, isBouncing }: Surface, to: Region): boolean {
    const rise = to.floor - top;
    const speed = launchSpeed(isBouncing ? RULES.bounceSpeed : RULES.jumpSpeed, this.#speed);
    const height = (speed * speed) / (2 * RULES.gravity) + SPARE_HEIGHT;
    if (rise > height) return false;
    const dx = Math.max(0, to.minX - maxX, minX - to.maxX);
    const dz = Math.max(0, to.minZ - maxZ, minZ - to.maxZ);
    const seconds = speed / RULES.gravity + fallSeconds(height - rise) + SPARE_SECONDS;
    return Math.hypot(dx, dz) <= this.#speed * seconds;
  }

  /** The surface for a bopi that starts at a point. Inside solids it is lifted to their tops. */
  #standingAt([x, y, z]: Vec3): Surface {
    const { solids } = this.#course;
    let top = y;
    for (let lifts = 0; lifts < solids.count; lifts++) {
      const count = solids.find(FOUND, x, top, z, x, top, z);
      const highest = Math.max(
        top,
        ...FOUND.subarray(0, count).map((solid) => solids.boxes[6 * solid + 4] ?? 0),
      );
      if (highest === top) break;
      top = highest;
    }
    return { minX: x, maxX: x, minZ: z, maxZ: z, floor: y, top, isBouncing: false };
  }
}

const FOUND = new Int32Array(256);

/** The most speed upwards after a jump: a slope can turn the speed ahead. */
const launchSpeed = (up: number, ahead: number): number => up / 2 + Math.hypot(up / 2, ahead / 2);

function fallSeconds(height: number): number {
  const { gravity, maxFallSpeed } = RULES;
  const accelerating = (maxFallSpeed * maxFallSpeed) / (2 * gravity);
  return height <= accelerating
    ? Math.sqrt((2 * height) / gravity)
    : maxFallSpeed / gravity + (height - accelerating) / maxFallSpeed;
}

const spotOf = <Kind>(of: Kind, [x, y, z]: Vec3): Spot<Kind> => ({
  of,
  minX: x - REACH,
  maxX: x + REACH,
  minZ: z - REACH,
  maxZ: z + REACH,
  floor: y - REACH - RULES.height,
});

/** Everything that a bopi can stand on, swim in or be moved by. */
function surfacesOf({ world, blockOf, flags, solids: { boxes } }: Course): Surface[] {
  const surfaces: Surface[] = [];
  for (const [solid, blockIndex] of blockOf.entries()) {
    const block = world.blocks[blockIndex];
    const flag = flags[solid] ?? 0;
    if (!block || (flag & FLAG.lava) !== 0) continue;
    const [minX = 0, minY = 0, minZ = 0, maxX = 0, top = 0, maxZ = 0] = boxes.subarray(
      6 * solid,
      6 * solid + 6,
    );
    const isFlat = isFlatOnTop(block) && (flag & (FLAG.moving | FLAG.water)) === 0;
    const isBouncing = (flag & FLAG.bounce) !== 0;
    surfaces.push({ minX, maxX, minZ, maxZ, floor: isFlat ? top : minY, top, isBouncing });
  }
  return surfaces;
}

/** Whether the only way onto a block is its top. */
const isFlatOnTop = ({ shape, rotation }: CourseWorld["blocks"][number]): boolean =>
  (shape === "box" || shape === "cylinder") && (!rotation || (rotation[0] === 0 && rotation[2] === 0));
