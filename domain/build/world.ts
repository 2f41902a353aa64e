import type { Block } from "../world/block.ts";
import { canonicalBlock } from "../world/canonical-block.ts";
import type { World } from "../world/schema.ts";
import type { BuildDocument } from "./document.ts";
import { GOAL_ID, type PartId, partId, SKY_ID, SPAWN_ID } from "./ids.ts";
import type { BlockPart, Part } from "./part.ts";

export function toWorld(document: BuildDocument): World {
  const world: World = {
    version: 1,
    spawn: { position: [0, 0, 0] },
    stars: [],
    checkpoints: [],
    hazards: [],
    blocks: [],
  };
  for (const [, part] of document.entries()) addTo(world, part);
  return world;
}

function addTo(world: World, part: Part): void {
  switch (part.kind) {
    case "block":
      world.blocks.push(canonicalBlock(part));
      break;
    case "star":
      world.stars.push({ position: part.position });
      break;
    case "checkpoint":
      world.checkpoints.push(toSpot(part));
      break;
    case "hazard":
      world.hazards.push({ kind: part.hazard, position: part.position, size: part.size });
      break;
    case "spawn":
      world.spawn = toSpot(part);
      break;
    case "goal":
      world.goal = { position: part.position };
      break;
    case "sky":
      if (part.ambience) world.ambience = part.ambience;
      break;
    case "group":
      break;
  }
}

const toSpot = ({ position, yaw }: { position: World["spawn"]["position"]; yaw?: number | undefined }) =>
  yaw === undefined ? { position } : { position, yaw };

export const toBlockPart = (block: Block): BlockPart => ({ kind: "block", ...canonicalBlock(block) });

/** The parts of a document except its spawn, goal and sky, in its order. */
export function toParts({ blocks, stars, checkpoints, hazards }: World): Part[] {
  return [
    ...blocks.map(toBlockPart),
    ...stars.map(({ position }): Part => ({ kind: "star", position })),
    ...checkpoints.map((spot): Part => ({ kind: "checkpoint", ...toSpot(spot) })),
    ...hazards.map(({ kind, position, size }): Part => ({ kind: "hazard", hazard: kind, position, size })),
  ];
}

/** All parts of a document, with ids of page 0 (or another page) in its order. */
export function fromWorld(world: World, client = 0, first = 0): [PartId, Part][] {
  const { ambience, spawn, goal } = world;
  return [
    [SPAWN_ID, { kind: "spawn", ...toSpot(spawn) }],
    [SKY_ID, { kind: "sky", ...(ambience && { ambience }) }],
    ...(goal ? [[GOAL_ID, { kind: "goal", position: goal.position }] as [PartId, Part]] : []),
    ...toParts(world).map((part, i): [PartId, Part] => [partId(client, first + i), part]),
  ];
}
