import { type RatedShot, rateShots } from "#domain/world/director/choose-shot.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { callThread } from "../thread/call-thread.ts";

/** A level's document, for a task of the thread. */
export const worldFile = (world: World): Uint8Array => new TextEncoder().encode(serializeWorld(world));

/**
 * Draws sketches of a level's possible shots and rates them. With 20,000 blocks that takes seconds, as the picture does: where Node
 * runs the site, its thread does both.
 */
export async function rateLevel(
  env: Env,
  world: World,
  wanted: ShotKind | null = null,
): Promise<RatedShot[]> {
  const rated =
    env.THREAD && (await callThread<RatedShot[]>(env, { task: "rate", wanted }, [worldFile(world)]));
  return rated?.value ?? rateShots(world, wanted);
}
