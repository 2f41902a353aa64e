/** A part of the level, seen from above, and the lowest height at which it can be entered. */
export interface Region {
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
export class RegionTree<Item extends Region> {
  readonly #root: Node<Item>;

  constructor(items: readonly Item[]) {
    this.#root = createNode([...items], "minX");
  }

  /** How many haven't been taken. */
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
