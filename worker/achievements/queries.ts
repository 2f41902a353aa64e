import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { user_achievements } from "#db/schema/index.ts";
import { ACHIEVEMENT_STATS, type AchievementStat } from "#domain/achievements/sets.ts";
import { type UserColumns, userColumns } from "../users/present.ts";

const statColumns = sql.raw(ACHIEVEMENT_STATS.map((stat) => `u.${stat}`).join(", "));

export type AchievementStatsRow = UserColumns & Record<AchievementStat, number>;

/** A user with the stats that achievements depend on. */
export const achievementStatsQuery = (userId: number): Statement<AchievementStatsRow> =>
  statement(sql`select ${userColumns}, ${statColumns} from users u where u.id = ${userId}`);

export type ObtainedRow = Columns<"user_achievements", "achievement_id" | "created_at">;

/** A user's achievements; bounded by the number of defined ones. */
export const obtainedAchievementsQuery = (userId: number): Statement<ObtainedRow> =>
  statement(sql`select achievement_id, created_at from user_achievements where user_id = ${userId}`);
