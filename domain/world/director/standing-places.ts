import type { Block } from "../block.ts";
import { BODY } from "../iso/cutout.ts";
import { halfExtent, rotationMatrix } from "../rotation.ts";
import type { Vec3, World } from "../schema.ts";

/** Units between two places that are tried. */
const STEP = 2;
/** Places closer than this to a marker would stand inside its flag. */
const NEAREST = 1.9;
/** How much higher or lower than the point the ground can be. */
const CLIMB = 5;

interface Bounds {
  low: Vec3;
  high: Vec3;
  isFloor: boolean;
}

/** The ground points around a point on which a bopi fits, nearest first. */
export function standingPlaces(world: World, [x, y, z]: Vec3, reach: number): Vec3[] {
  const near = [
    ...world.blocks.map((block) => boundsOf(block)),
    ...world.hazards.map((hazard) => boundsOf({ ...hazard, shape: "box" }, true)),
  ].filter(
    ({ low, high }) =>
      low[0] < x + reach + 2 &&
      high[0] > x - reach - 2 &&
      low[1] < y + CLIMB + BODY.height &&
      high[1] > y - CLIMB - 1 &&
      low[2] < z + reach + 2 &&
      high[2] > z - reach - 2,
  );
  const floors = near.filter(({ isFloor }) => isFloor);
  const found: { place: Vec3; away: number }[] = [];
  for (let dx = -reach; dx <= reach; dx += STEP) {
    for (let dz = -reach; dz <= reach; dz += STEP) {
      const away = Math.hypot(dx, dz);
      if (away < NEAREST || away > reach) continue;
      const place = groundAt(floors, near, [x + dx, y, z + dz]);
      if (place) found.push({ place, away: away + Math.abs(place[1] - y) });
    }
  }
  return found.sort((a, b) => a.away - b.away).map(({ place }) => place);
}

type Solid = Omit<Block, "color">;

function boundsOf(
  { position, size, rotation, shape, material, motion, effect }: Solid,
  isHazard = false,
): Bounds {
  const half = halfExtent(size, rotationMatrix(rotation));
  const isFlat = !rotation && (shape === "box" || shape === "cylinder");
  return {
    low: [position[0] - half[0], position[1] - half[1], position[2] - half[2]],
    high: [position[0] + half[0], position[1] + half[1], position[2] + half[2]],
    isFloor: isFlat && !isHazard && !motion && !effect && material !== "water" && material !== "lava",
  };
}

/** The highest free ground near a point's height; null without any. */
function groundAt(floors: readonly Bounds[], near: readonly Bounds[], [x, y, z]: Vec3): Vec3 | null {
  let best: number | null = null;
  for (const { low, high } of floors) {
    const top = high[1];
    if (Math.abs(top - y) > CLIMB || (best !== null && Math.abs(top - y) >= Math.abs(best - y))) continue;
    if (x - 0.7 < low[0] || x + 0.7 > high[0] || z - 0.7 < low[2] || z + 0.7 > high[2]) continue;
    if (near.every((other) => isFree(other, x, top, z))) best = top;
  }
  return best === null ? null : [x, best, z];
}

function isFree({ low, high }: Bounds, x: number, ground: number, z: number): boolean {
  const side = BODY.width / 2 + 0.05;
  return (
    x + side <= low[0] ||
    x - side >= high[0] ||
    z + side <= low[2] ||
    z - side >= high[2] ||
    ground + BODY.height <= low[1] ||
    ground + 0.3 >= high[1]
  );
}
