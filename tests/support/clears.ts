import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { build, type NewUser, toStatement } from "#db/new-rows.ts";
import { clears, runs } from "#db/schema/play/index.ts";
import { type ReportedRun, type RunRow, recordRunStatements } from "#worker/clears/commands.ts";
import { reportedLevelQuery } from "#worker/hosts/reports.ts";
import { OUTBOXES, openDatabases, relay } from "#worker/outbox/relay.ts";
import { db, insertedId, knownStates, playDb, runSql, testEnv, unique } from "./browser.ts";
import type { TestHost } from "./hosts.ts";
import { signedInUser, type TestUser } from "./test-user.ts";
import { countStoredClear } from "./world.ts";

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
  await playDb.all(toStatement(build.insert(clears).values(row)));
  await countStoredClear(row);
}

/** Relays all effects between the databases, as the schedule does. */
export async function relayAll(): Promise<void> {
  const databases = openDatabases(testEnv, knownStates);
  // Effects have effects in the other direction.
  for (let i = 0; i < 2; i++) for (const outbox of OUTBOXES) await relay(databases, outbox);
}

/** Counts a clear as if a host had reported it at that time, without notifying anyone. */
export async function recordClear(
  { joinedAt, ...run }: ReportedRun & { joinedAt: number },
  now: number,
): Promise<RunRow | undefined> {
  const level = await db.first(reportedLevelQuery(run.level, run.user, joinedAt));
  if (!level) throw new Error("The level or the user doesn't exist.");
  const { run: row } = await playDb.batch(recordRunStatements(run, level, now));
  await relayAll();
  return row;
}

/** Stores a host. Returns its id. */
export const storeHost = (
  name: string,
  staffId: number,
): Promise<number> => insertedId`insert into hosts (name, ip_address, region, capacity, key_hash,
    user_id, created_at)
      values (${name}, '127.0.0.1:7000', 'EU', 8, '', ${staffId}, 1) returning id`;

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
  const made = await playDb.first<{ id: number }>(
    toStatement(build.insert(runs).values(row).returning({ id: runs.id })),
  );
  return made?.id ?? 0;
}

/** Stores a run that's flagged as too fast. Returns its id. */
export const storeFlaggedRun = (user_id: number, level_id: number, fields: RunFields = {}): Promise<number> =>
  storeRun(user_id, level_id, { floor_ms: 9_000, state: "flagged", ...fields });

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
  playDb.first(
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
  runSql<StoredReward>`select coins, xp, source_id, copies from transactions where user_id = ${user.id}
    and type_id = ${type}`;
