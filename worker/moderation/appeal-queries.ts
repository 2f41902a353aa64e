import { type Columns, type ColumnsAs, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { AppealCard } from "#domain/moderation/api.ts";
import { canDecideAppeal } from "#domain/moderation/rules.ts";
import { createdTimes } from "#domain/time.ts";
import { type Bannable, isoTimeOrNull } from "./ban-statements.ts";

export interface AppealRow
  extends Bannable,
    Columns<"appeals", "ban_id" | "body" | "answer" | "decided_by" | "decided_at" | "created_at">,
    ColumnsAs<"appeals", { appeal_id: "id" }>,
    ColumnsAs<
      "bans",
      {
        ban_reason_then: "reason";
        ban_until: "until";
        ban_staff: "staff_id";
        ban_case: "case_id";
        ban_at: "created_at";
        ban_ended_at: "ended_at";
      }
    > {
  state: AppealCard["state"];
}

const appealsQuery = (which: SQL): Statement<AppealRow> =>
  statement`with page as (select id from appeals where ${which})
    select a.id as appeal_id, a.ban_id, a.body, a.state, a.answer, a.decided_by, a.decided_at, a.created_at,
      b.reason as ban_reason_then, b.until as ban_until, b.staff_id as ban_staff, b.case_id as ban_case, b.created_at as ban_at,
      b.ended_at as ban_ended_at, u.id, u.username, u.role, u.banned_at, u.banned_until, u.ban_reason
    from page p cross join appeals a on a.id = p.id cross join bans b on b.id = a.ban_id cross join users u on u.id = a.user_id`;

/** Waiting appeals oldest first, decided ones newest first. */
export const appealPageQuery = (state: AppealCard["state"], limit: number, offset: number) =>
  appealsQuery(sql`state = ${state} order by id ${sql.raw(state === "waiting" ? "asc" : "desc")}
    limit ${limit} offset ${offset}`);

/** A user's waiting appeals; `userId` is an expression for their id. */
export const userAppealsQuery = (userId: SQL): Statement<AppealRow> =>
  appealsQuery(sql`user_id = ${userId} and state = 'waiting' order by id limit 20`);

export const appealQuery = (id: number): Statement<AppealRow> => appealsQuery(sql`id = ${id}`);

/** The number of appeals in a state, maintained by triggers. */
export const appealCountQuery = (state: AppealCard["state"]): Statement<Columns<"counters", "value">> =>
  statement`select value from counters where name = ${`appeals:${state}`}`;

export function presentAppeal(
  row: AppealRow,
  user: UserCard,
  people: ReadonlyMap<number, UserCard>,
  viewer: Actor,
): AppealCard {
  return {
    id: row.appeal_id,
    user,
    body: row.body,
    state: row.state,
    ban: {
      reason: row.ban_reason_then,
      until: isoTimeOrNull(row.ban_until),
      staff: people.get(row.ban_staff ?? 0) ?? null,
      case_id: row.ban_case,
      ...createdTimes(row.ban_at),
    },
    answer: row.answer,
    decided_by: people.get(row.decided_by ?? 0) ?? null,
    decided_at: isoTimeOrNull(row.decided_at),
    can_decide: row.state === "waiting" && canDecideAppeal(viewer, row, row.ban_staff),
    ...createdTimes(row.created_at),
  };
}
