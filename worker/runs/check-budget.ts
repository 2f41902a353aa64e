import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { CHECK_BUDGET_MS, CHECK_BUDGET_TICKS } from "#domain/runs/rules.ts";

/** Ticks that a user has sent for checks in the last hour. */
export interface CheckBudget {
  ticks: number;
  /** When the first of it was sent; null without any. */
  since: number | null;
}

interface Sender {
  user: number;
  now: number;
}

const TABLES = {
  // Rooms have simulated live runs while they were played.
  runs: { index: sql.raw("runs indexed by runs_user"), condition: sql.raw("live = 0") },
  clear_checks: { index: sql.raw("clear_checks indexed by clear_checks_user"), condition: sql.raw("true") },
};
type Table = keyof typeof TABLES;

/** The rows of a user in the last hour; reads those and one more. */
const recentRows = (table: Table, { user, now }: Sender): SQL => {
  const { index, condition } = TABLES[table];
  const before = sql`(select id from ${index} where user_id = ${user} and created_at <= ${now - CHECK_BUDGET_MS}
    order by id desc limit 1)`;
  return sql`from ${index} where user_id = ${user} and id > coalesce(${before}, 0) and ${condition}`;
};

export const checkBudgetQuery = (table: Table, sender: Sender): Statement<CheckBudget> =>
  statement(
    sql`select coalesce(sum(ticks), 0) as ticks, min(created_at) as since ${recentRows(table, sender)}`,
  );

/** Condition: these ticks are within the budget. Part of the insert, so concurrent calls can't exceed it together. */
export const isInBudget = (table: Table, sender: Sender, ticks: number): SQL =>
  sql`(select coalesce(sum(ticks), 0) ${recentRows(table, sender)}) <= ${CHECK_BUDGET_TICKS - ticks}`;

/** Throws a 429 if these ticks are more than what is left of the budget. */
export function requireBudget(budget: CheckBudget | undefined, ticks: number, now: number): void {
  if (!budget || budget.ticks + ticks <= CHECK_BUDGET_TICKS) return;
  throw new ApiError("too_many", {
    message: "You've sent more than two hours of recordings within an hour. Try again later.",
    retryAfter: Math.max(1, Math.ceil(((budget.since ?? now) + CHECK_BUDGET_MS - now) / 1000)),
  });
}
