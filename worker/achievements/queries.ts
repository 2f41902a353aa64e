import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { ACHIEVEMENT_STATS, type AchievementStat } from "#domain/achievements/sets.ts";
import { type UserColumns, userColumns } from "../users/present.ts";

const statColumns = sql.raw(ACHIEVEMENT_STATS.map((stat) => `u.${stat}`).join(", "));

export type StatRow = UserColumns & Record<AchievementStat, number>;

/** Somebody and what they have done, as far as achievements look at it. */
export const statQuery = (userId: number): Statement<StatRow> =>
  statement(sql`select ${userColumns}, ${statColumns} from users u where u.id = ${userId}`);

export interface ObtainedRow {
  achievement_id: number;
  created_at: number;
}

/** What somebody has: as many rows as there are achievements at most. */
export const obtainedQuery = (userId: number): Statement<ObtainedRow> =>
  statement(sql`select achievement_id, created_at from user_achievements where user_id = ${userId}`);
