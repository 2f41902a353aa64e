import { PLAYER } from "#domain/world/limits.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { edgeGap, jumpReach, type Pad } from "#scripts/seed/content/worlds/pad.ts";

interface Floor extends Pad {
  bounce: boolean;
}

/**
 * Returns the stars, checkpoints and goal that can't be reached from the spawn by walking and jumping between the tops of
 * blocks. Ignores walls in between. Rotated blocks count as their bounding box.
 */
export function findUnreachable(world: World): Vec3[] {
  const floors: Floor[] = world.blocks
    .filter((block) => block.effect !== "ghost" && block.shape !== "cone" && block.shape !== "pyramid")
    .map(({ position, size, rotation, effect }) => ({
      ...extent(size, rotation?.[1] ?? 0),
      x: position[0],
      z: position[2],
      top: position[1] + size[1] / 2,
      bounce: effect === "bounce",
    }));
  const reached = flood(floors, world.spawn.position);
  const goals = [...world.stars, ...world.checkpoints, ...(world.goal ? [world.goal] : [])];
  return goals.map((goal) => goal.position).filter((at) => !reached.some((floor) => canTouch(floor, at)));
}

function extent(size: Vec3, yaw: number): { w: number; d: number } {
  const [s, c] = [Math.abs(Math.sin((yaw * Math.PI) / 180)), Math.abs(Math.cos((yaw * Math.PI) / 180))];
  return { w: size[0] * c + size[2] * s, d: size[0] * s + size[2] * c };
}

function flood(floors: readonly Floor[], spawn: Vec3): Floor[] {
  const open = floors.filter((floor) => canTouch(floor, spawn) && Math.abs(floor.top - spawn[1]) < 2);
  const left = new Set(floors);
  for (const floor of open) left.delete(floor);
  for (const from of open) {
    for (const to of left) {
      const rise = to.top - from.top;
      const gain = from.bounce ? PLAYER.bounceHeight - PLAYER.jumpHeight : 0;
      if (rise - gain > PLAYER.jumpHeight || edgeGap(from, to) > jumpReach(rise - gain)) continue;
      left.delete(to);
      open.push(to);
    }
  }
  return open;
}

/** Returns whether a player standing on the floor, or jumping from it, touches the point. */
function canTouch(floor: Floor, [x, y, z]: Vec3): boolean {
  const above = y - floor.top;
  return above > -1.5 && above < PLAYER.jumpHeight + 2 && edgeGap(floor, { x, z, w: 2, d: 2, top: y }) < 3;
}
