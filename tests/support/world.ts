import { build, query } from "#db/build.ts";
import { makeItem, makeLevel, makeRevision } from "#db/factories.ts";
import { clears, items, level_revisions, levels } from "#db/schema/index.ts";
import { serializeWorld } from "#domain/world/parse.ts";
import { starterWorld } from "#domain/world/starter.ts";
import { storeAsset } from "#worker/assets/store.ts";
import { db, testEnv, unique } from "./browser.ts";

type LevelFields = Parameters<typeof makeLevel>[3];

/** Stores a level with its first revision (a real document in R2) and answers its id. */
export async function addLevel(userId: number, fields: LevelFields = {}): Promise<number> {
  const n = unique();
  const now = Date.now();
  const asset = await storeAsset(testEnv.BUCKET, "json", serializeWorld(starterWorld()));
  const row = makeLevel(n, userId, now, { thumbnail: "00000000-0000-4000-8000-00000000000a", ...fields });
  const made = await db.first<{ id: number }>(
    query(build.insert(levels).values(row).returning({ id: levels.id })),
  );
  if (!made) throw new Error("no level was made");
  await db.all(query(build.insert(level_revisions).values(makeRevision(made.id, userId, now, { asset }))));
  return made.id;
}

export async function addItem(userId: number): Promise<number> {
  const row = makeItem(unique(), userId, Date.now());
  const made = await db.first<{ id: number }>(
    query(build.insert(items).values(row).returning({ id: items.id })),
  );
  if (!made) throw new Error("no item was made");
  return made.id;
}

/** Records that a user has cleared a level, which lets them rate it. */
export async function addClear(userId: number, levelId: number, best_ms = 61_234): Promise<void> {
  const row = { user_id: userId, level_id: levelId, best_ms, cleared_at: Date.now() };
  await db.all(query(build.insert(clears).values(row)));
}

/** A level document as an uploaded file. */
export const worldFile = (text: string = serializeWorld(starterWorld())): File =>
  new File([text], "level.json", { type: "application/json" });
