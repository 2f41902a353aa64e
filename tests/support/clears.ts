import { sql } from "drizzle-orm";
import { build, toStatement } from "#db/build.ts";
import { statement } from "#db/database.ts";
import type { NewUser } from "#db/new-rows.ts";
import { clears, runs } from "#db/schema/index.ts";
import { db, unique } from "./browser.ts";
import type { TestHost } from "./hosts.ts";
import { signedInUser, type TestUser } from "./test-user.ts";

interface AddedClear {
  best_ms?: number;
  best_at?: number;
  times?: number;
}

/** Stores a user's best time in a level. */
export async function storeClear(
  user_id: number,
  level_id: number,
  { best_ms = 61_234, best_at = 1_700_000_000_000, times = 1 }: AddedClear = {},
): Promise<void> {
  const row = { user_id, level_id, best_ms, best_at, times, cleared_at: best_at };
  await db.all(toStatement(build.insert(clears).values(row)));
}

/** Stores a host. Returns its id. */
export async function storeHost(name: string, staffId: number): Promise<number> {
  const made = await db.first(
    statement<{
      id: number;
    }>(sql`insert into hosts (name, ip_address, region, capacity, key_hash, user_id, created_at)
      values (${name}, '127.0.0.1:7000', 'EU', 8, '', ${staffId}, 1) returning id`),
  );
  return made?.id ?? 0;
}

type RunFields = Partial<typeof runs.$inferInsert>;

/** Stores a run. Returns its id. */
export async function storeRun(user_id: number, level_id: number, fields: RunFields = {}): Promise<number> {
  const row = {
    call: `0:run-${unique()}`,
    stamp: 0,
    host_id: 0,
    user_id,
    level_id,
    ms: 1_200,
    floor_ms: 0,
    state: "counted" as const,
    created_at: Date.now(),
    ...fields,
  };
  const made = await db.first<{ id: number }>(
    toStatement(build.insert(runs).values(row).returning({ id: runs.id })),
  );
  return made?.id ?? 0;
}

/** Stores a run that's flagged as too fast. Returns its id. */
export const storeFlaggedRun = (user_id: number, level_id: number, fields: RunFields = {}): Promise<number> =>
  storeRun(user_id, level_id, { floor_ms: 9_000, state: "aside", ...fields });

/** Signs in a user who is playing a level on a host. */
export async function playerOn(
  host: TestHost,
  level: number,
  fields: Partial<NewUser> = {},
): Promise<TestUser> {
  const user = await signedInUser(fields);
  await host.joinPlayer(user, level);
  return user;
}

/** Returns a user's stored best time in a level. */
export const storedClear = (
  user: TestUser,
  level: number,
): Promise<{ best_ms: number; times: number } | undefined> =>
  db.first(
    statement<{ best_ms: number; times: number }>(
      sql`select best_ms, times from clears where user_id = ${user.id} and level_id = ${level}`,
    ),
  );

interface StoredReward {
  coins: number;
  xp: number;
  source_id: number;
  copies: string | null;
}

/** Returns a user's transactions of a type. */
export const storedRewards = (user: TestUser, type: number): Promise<StoredReward[]> =>
  db.all(
    statement<StoredReward>(
      sql`select coins, xp, source_id, copies from transactions where user_id = ${user.id} and type_id = ${type}`,
    ),
  );
