import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";

/** The secret of somebody's that waits for its first code, sealed. */
export const pendingQuery = (userId: number): Statement<{ two_factor_pending: string | null }> =>
  statement(sql`select two_factor_pending from users where id = ${userId}`);

/** Stores a secret that waits for its first code; answers nothing where there is a second factor already. */
export const setPending = (userId: number, sealed: string): Statement<{ id: number }> =>
  statement(
    sql`update users set two_factor_pending = ${sealed} where id = ${userId} and two_factor_at is null returning id`,
  );

/** Turns the second factor on, with a secret whose code of `step` was taken. */
export const setTwoFactor = (
  userId: number,
  sealed: string,
  step: number,
  now: number,
  when: SQL,
): Statement =>
  statement(sql`update users set two_factor_at = ${now}, two_factor_secret = ${sealed}, two_factor_step = ${step},
    two_factor_pending = null where id = ${userId} and ${when}`);

/** Turns it off, with all that belongs to it. */
export const clearTwoFactor = (userId: number, when: SQL): Statement[] => [
  statement(sql`update users set two_factor_at = null, two_factor_secret = null, two_factor_pending = null
    where id = ${userId} and ${when}`),
  statement(sql`delete from recovery_codes where user_id = ${userId} and ${when}`),
];
