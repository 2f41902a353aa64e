import { parseWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";

/** Reads a level's document. Throws if it's lost or broken. */
export async function readWorld(env: Env, { id, asset }: { id: number; asset: string }): Promise<World> {
  const object = await env.BUCKET.get(asset);
  if (!object) throw new Error(`level ${id} has lost its document ${asset}`);
  const parsed = parseWorld(await object.text());
  if (!parsed.ok) throw new Error(`level ${id} has a broken document: ${parsed.message}`);
  return parsed.world;
}
