import type { Block } from "#domain/world/block.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { type Random, seededRandom } from "../../seed/content/random.ts";

const PLATES = { least: 7, most: 14 };
const TOP = 1;

/**
 * A corridor of plates with gaps, steps, ice, crumbling and moving plates, stars and checkpoints: another one for each seed.
 * `length` is how many plates it has at least and at most.
 */
export function corridorWorld(seed: number, length = PLATES): World {
  const random = seededRandom(seed);
  const plates: Block[] = [plateAt([0, -TOP, 0], 14)];
  const stars: World["stars"] = [];
  const checkpoints: World["checkpoints"] = [];
  const count = random.int(length.least, length.most);
  let axis: 0 | 2 = 2;
  let sign = 1;
  for (let i = 1; i <= count; i++) {
    [axis, sign] = nextHeading(random, axis, sign);
    const previous = plates.at(-1) as Block;
    const size = random.int(9, 14);
    const position: Vec3 = [...previous.position];
    position[axis] += sign * (previous.size[axis] / 2 + random.int(0, 7) + size / 2);
    position[1] += random.int(-2, 2);
    const isSpecial = i < count && !isCheckpoint(i);
    plates.push({ ...plateAt(position, size), ...(isSpecial && effectOf(random)) });
    if (isCheckpoint(i)) checkpoints.push({ position: topOf(position) });
    else if (random.chance(0.3))
      stars.push({ position: [position[0], position[1] + TOP + 2.5, position[2]] });
  }
  const last = (plates.at(-1) as Block).position;
  return {
    version: 1,
    spawn: { position: [0, 0, 0] },
    goal: { position: topOf(last) },
    stars,
    checkpoints,
    hazards: [{ kind: "spikes", position: [5.5, 0.5, -5.5], size: [2, 1, 2] }],
    blocks: plates,
  };
}

const isCheckpoint = (plate: number): boolean => plate % 4 === 3;
const topOf = ([x, y, z]: Vec3): Vec3 => [x, y + TOP, z];
const plateAt = (position: Vec3, size: number): Block => ({
  shape: "box",
  position,
  size: [size, 2 * TOP, size],
  color: "6cc551",
});

/** Goes on along +Z, or turns to one side and back, so that a corridor never crosses itself. */
function nextHeading(random: Random, axis: 0 | 2, sign: number): [0 | 2, number] {
  if (random.chance(0.6)) return [axis, sign];
  return axis === 2 ? [0, random.chance(0.5) ? 1 : -1] : [2, 1];
}

function effectOf(random: Random): Partial<Block> {
  const roll = random.next();
  if (roll < 0.15) return { material: "ice" };
  if (roll < 0.3) return { effect: "crumble" };
  if (roll < 0.5) return { motion: { by: [0, random.int(1, 2), 0], seconds: random.int(2, 4) } };
  return {};
}
