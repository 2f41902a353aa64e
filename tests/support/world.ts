import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { build, newItemRow, newLevelRow, newRevisionRow, toStatement } from "#db/new-rows.ts";
import { items, level_revisions, levels } from "#db/schema/index.ts";
import { clears } from "#db/schema/play/index.ts";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { fastestClear } from "#domain/clears/rules.ts";
import { once } from "#domain/once.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { storeAsset } from "#worker/assets/store.ts";
import { worldContent } from "#worker/runs/world-content.ts";
import { db, firstRow, playDb, testEnv, unique } from "./browser.ts";

type LevelFields = Parameters<typeof newLevelRow>[3];

/** The document that each level begins with, and the facts of its first revision. */
const start = once(async () => {
  const world = starterWorld();
  return {
    text: serializeWorld(world),
    facts: { fastest_ms: fastestClear(world), ...(await worldContent(world)) },
  };
});

/** Stores a level with its first revision and a real document in R2. Returns its id. */
export async function addLevel(userId: number, fields: LevelFields = {}): Promise<number> {
  const n = unique();
  const now = Date.now();
  const { text, facts } = await start();
  const asset = await storeAsset(testEnv.BUCKET, "json", text);
  const row = newLevelRow(n, userId, now, { thumbnail: "00000000-0000-4000-8000-00000000000a", ...fields });
  const stored = await db.first<{ id: number }>(
    toStatement(build.insert(levels).values(row).returning({ id: levels.id })),
  );
  if (!stored) throw new Error("The level wasn't stored.");
  await db.all(
    toStatement(
      build.insert(level_revisions).values(newRevisionRow(stored.id, userId, now, { asset, ...facts })),
    ),
  );
  return stored.id;
}

export async function addItem(userId: number): Promise<number> {
  const row = newItemRow(unique(), userId, Date.now());
  const stored = await db.first<{ id: number }>(
    toStatement(build.insert(items).values(row).returning({ id: items.id })),
  );
  if (!stored) throw new Error("The item wasn't stored.");
  return stored.id;
}

/** Records that a user has cleared a level, which lets them rate it. */
export async function addClear(userId: number, levelId: number, best_ms = 61_234): Promise<void> {
  const row = { user_id: userId, level_id: levelId, best_ms, cleared_at: Date.now() };
  await playDb.all(toStatement(build.insert(clears).values(row)));
  await countStoredClear(row);
}

/** Returns the content of a level's newest revision. */
export async function contentOf(level: number): Promise<string> {
  const row = await firstRow<{ content: string }>`select v.content from levels l
      join level_revisions v on v.level_id = l.id and v.revision = l.revision where l.id = ${level}`;
  return row?.content ?? "";
}

/** Counts a clear that was stored without its effect on the main database. */
export async function countStoredClear({
  user_id,
  level_id,
  best_ms,
}: {
  user_id: number;
  level_id: number;
  best_ms: number;
}): Promise<void> {
  await db.batch({
    level:
      statement(sql`update levels set clears_count = clears_count + 1, clear_ms_sum = clear_ms_sum + ${best_ms}
      where id = ${level_id}`),
    user: statement(sql`update users set clears_count = clears_count + 1 where id = ${user_id}`),
    site: statement(sql`insert into counters (name, value) values ('clears', 1)
      on conflict (name) do update set value = value + 1`),
  });
}

/** Returns a level document as an upload. */
export const worldFile = (text: string = serializeWorld(starterWorld())): File =>
  new File([text], "level.json", { type: "application/json" });
