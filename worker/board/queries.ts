import { type Columns, type Statement, statement, type Without } from "#db/database.ts";

/** The number of users. */
export const usersCountQuery: Statement<Columns<"counters", "value">> =
  statement`select value from counters where name = 'users'`;

/** The audience of a level: everyone, or its creator and staff. */
export interface LevelAudience
  extends Columns<"levels", "id" | "user_id">,
    Without<Columns<"levels", "visibility">, "deleted"> {}

/** Levels that one statement reads, so its parameter stays small. */
const IDS_AT_ONCE = 5_000;

/** Queries for those of some levels that aren't deleted. */
export function levelAudienceQueries(ids: readonly number[]): Record<string, Statement<LevelAudience>> {
  const queries: Record<string, Statement<LevelAudience>> = {};
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    queries[`levels${from}`] = statement`select id, user_id, visibility from levels
      where id in (select value from json_each(${JSON.stringify(ids.slice(from, from + IDS_AT_ONCE))}))
        and visibility <> 'deleted'`;
  return queries;
}
