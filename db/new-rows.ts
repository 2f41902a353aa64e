import type { InferInsertModel } from "drizzle-orm";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import { DIRECTOR_VERSION } from "#domain/world/director/director-version.ts";
import type { Statement } from "./database.ts";
import type * as schema from "./schema/index.ts";

/** Drizzle's query builder for seeds and tests; the worker's `sql` templates leave it out of the bundle. */
export const build = drizzle(() => {
  throw new Error("Statements are run by Database, not by the builder.");
});

interface Built<Result> {
  toSQL(): { sql: string; params: unknown[] };
  readonly _: { readonly result: Result };
}
type RowOf<Result> = Result extends readonly (infer R)[] ? R : never;

/** Converts a Drizzle query into a runnable statement. */
export function toStatement<Result>(statement: Built<Result>): Statement<RowOf<Result>> {
  const { sql, params } = statement.toSQL();
  return { sql, params };
}

/** New rows for tests and the seed, with defaults. `n` makes names unique; callers pass times. */
type New<T extends { $inferInsert: unknown }> = T["$inferInsert"];
export type NewUser = InferInsertModel<typeof schema.users>;
export type NewLevel = InferInsertModel<typeof schema.levels>;

export function newUserRow(n: number, now: number, fields: Partial<NewUser> = {}): NewUser {
  return {
    username: `player_${n}`,
    email: `player_${n}@example.com`,
    email_verified_at: now,
    password_hash: "",
    created_at: now,
    ...fields,
  };
}

export function newLevelRow(
  n: number,
  userId: number,
  now: number,
  fields: Partial<NewLevel> = {},
): NewLevel {
  return {
    user_id: userId,
    title: `Level ${n}`,
    description: `Level number ${n}.`,
    picture_version: DIRECTOR_VERSION,
    created_at: now,
    updated_at: now,
    ...fields,
  };
}

export function newRevisionRow(
  levelId: number,
  userId: number,
  now: number,
  fields: Partial<New<typeof schema.level_revisions>> = {},
): New<typeof schema.level_revisions> {
  return {
    level_id: levelId,
    revision: 1,
    asset: "00000000-0000-4000-8000-000000000000",
    bytes: 100,
    blocks: 1,
    stars: 0,
    fastest_ms: 0,
    content: "",
    content_hash: "",
    goal: 1,
    user_id: userId,
    created_at: now,
    ...fields,
  };
}

export function newItemRow(
  n: number,
  userId: number,
  now: number,
  fields: Partial<New<typeof schema.items>> = {},
): New<typeof schema.items> {
  return { user_id: userId, type_id: 1, name: `Hat ${n}`, created_at: now, ...fields };
}
