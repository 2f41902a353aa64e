import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { openToken } from "../auth/commands.ts";
import { hashToken } from "../http/crypto.ts";

/**
 * Whether an address can be taken back by somebody whose account it was until lately: to everybody else it is as taken as
 * one in use.
 */
export const isHeld = (email: string, now: number, exceptBy = 0): SQL =>
  sql`exists (select 1 from tokens where kind = 'revert' and email = ${email} and user_id <> ${exceptBy}
    and expires_at > ${now})`;

/** Whether an address is somebody else's. */
export const takenQuery = (email: string, userId: number, now: number): Statement<{ taken: 0 | 1 }> =>
  statement(sql`select exists (select 1 from users where email = ${email} and id <> ${userId})
    or ${isHeld(email, now, userId)} as taken`);

/**
 * Statements that give an account another address, each under `when`. The last one answers whether it was done. What was
 * mailed to the old address to verify it or to choose a password is void.
 */
export function changeEmail(
  user: { id: number; email: string; email_verified_at: number | null },
  email: string,
  now: number,
  when: SQL,
) {
  const revert = user.email_verified_at === null ? null : openToken("revert", user, now, when);
  const verify = openToken("verify", { id: user.id, email }, now, when);
  return {
    revertToken: revert?.token,
    verifyToken: verify.token,
    statements: [
      statement(sql`delete from tokens where user_id = ${user.id} and kind <> 'revert' and ${when}`),
      verify.insert,
      ...(revert ? [revert.insert] : []),
    ],
    last: statement<{ id: number }>(sql`update users set email = ${email}, email_verified_at = null
      where id = ${user.id} and ${when} returning id`),
  };
}

interface RevertRow {
  user_id: number;
  /** The address that comes back. */
  email: string;
  changed_at: number;
}

/** The change that a link takes back. */
export const revertQuery = (token: string, now: number): Statement<RevertRow> =>
  statement(sql`select user_id, email, created_at as changed_at from tokens
    where id = ${hashToken(token)} and kind = 'revert' and expires_at > ${now}`);

/**
 * Statements that take a change of address back, with all that came after it: later changes, their links, the sessions, the
 * password and a second factor that whoever made the change may have set. Earlier changes can still be taken back. The
 * first one answers whether it was done; `resetToken` chooses a new password.
 */
export function revertEmail({ user_id, email, changed_at }: RevertRow, token: string, now: number) {
  const id = hashToken(token);
  const stands = sql`exists (select 1 from tokens where id = ${id})`;
  const reset = openToken("reset", { id: user_id, email }, now, stands);
  const after = (column: string) => sql`case when two_factor_at < ${changed_at} then ${sql.raw(column)} end`;
  return {
    resetToken: reset.token,
    statements: [
      statement<{
        id: number;
      }>(sql`update users set email = ${email}, email_verified_at = ${now}, password_hash = '',
        two_factor_at = ${after("two_factor_at")}, two_factor_secret = ${after("two_factor_secret")}, two_factor_pending = null
        where id = ${user_id} and ${stands} returning id`),
      statement(sql`delete from recovery_codes where user_id = ${user_id} and ${stands}
        and (select two_factor_at from users where id = ${user_id}) is null`),
      statement(sql`delete from sessions where user_id = ${user_id} and ${stands}`),
      statement(sql`delete from known_browsers where user_id = ${user_id} and ${stands}`),
      statement(sql`delete from tokens where user_id = ${user_id} and id <> ${id} and ${stands}
        and (kind <> 'revert' or created_at >= ${changed_at})`),
      reset.insert,
      statement(sql`delete from tokens where id = ${id}`),
    ] as const,
  };
}
