import { type SQL, sql } from "#db/database.ts";
import type { Block } from "#domain/world/block.ts";
import type { World } from "#domain/world/schema.ts";

/** Materials that change how a block plays. */
const PLAYED_MATERIALS: ReadonlySet<string> = new Set(["ice", "lava", "water"]);

/** Everything that can be touched, as text. Its hash is the content that runs belong to, unlike paint. */
function contentText(world: World): string {
  const { spawn, goal, stars, checkpoints, hazards, blocks } = world;
  return JSON.stringify([
    spawn.position,
    goal?.position ?? null,
    stars.map(({ position }) => position),
    checkpoints.map(({ position }) => position),
    hazards.map(({ position, size }) => [position, size]),
    blocks.filter(({ effect }) => effect !== "ghost").map(playedBlock),
  ]);
}

function playedBlock({ shape, position, size, rotation, material, effect, motion }: Block) {
  const isTurned = rotation?.some((angle) => angle !== 0);
  return [
    shape,
    position,
    size,
    isTurned ? rotation : null,
    material && PLAYED_MATERIALS.has(material) ? material : null,
    effect ?? null,
    motion ? [motion.by, motion.seconds] : null,
  ];
}

/** 16 bytes make accidental collisions impossible; a level's creator gains nothing from a deliberate one. */
const HASH_BYTES = 16;

/** Returns the start of a SHA-256 as URL-safe text. */
export async function shortHash(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Buffer.from(digest.slice(0, HASH_BYTES)).toString("base64url");
}

/** The facts about a world that ranks and checks need. */
export interface WorldContent {
  /** Hash of what can be touched. */
  content_hash: string;
  goal: 0 | 1;
}

export const worldContent = async (world: World): Promise<WorldContent> => ({
  content_hash: await shortHash(contentText(world)),
  goal: world.goal ? 1 : 0,
});

/** The content of a new revision: that of the newest one with the same hash, so players keep their ranks. */
export const contentOfHash = (level: SQL | number, hash: string): SQL =>
  sql`coalesce((select content from level_revisions where level_id = ${level} and content_hash = ${hash}
    order by revision desc limit 1), ${hash})`;
