import { type Cell, type Columns, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { createToken } from "../auth/commands.ts";
import { hashToken } from "../http/session.ts";

/** Whether another account can still reclaim this email address. Until then, it counts as taken. */
export const isEmailHeld = (email: string, now: number, exceptBy = 0): SQL =>
  sql`exists (select 1 from tokens where kind = 'revert' and email = ${email} and user_id <> ${exceptBy}
    and expires_at > ${now})`;

/** Selects whether an email address belongs to another account. */
export const emailTakenQuery = (email: string, userId: number, now: number): Statement<{ taken: 0 | 1 }> =>
  statement`select exists (select 1 from users where email = ${email} and id <> ${userId})
    or ${isEmailHeld(email, now, userId)} as taken`;

/** Changes an email address, each under `when`; the last one returns whether. Old links become invalid. */
export function changeEmail(
  user: { id: number; email: string; email_verified_at: number | null },
  email: string,
  now: number,
  when: SQL,
) {
  const revert = user.email_verified_at === null ? null : createToken("revert", user, now, when);
  const verify = createToken("verify", { id: user.id, email }, now, when);
  return {
    revertToken: revert?.token,
    verifyToken: verify.token,
    statements: [
      statement`delete from tokens where user_id = ${user.id} and kind <> 'revert' and ${when}`,
      verify.insert,
      ...(revert ? [revert.insert] : []),
    ],
    last: statement<Columns<"users", "id">>`update users set email = ${email}, email_verified_at = null
      where id = ${user.id} and ${when} returning id`,
  };
}

interface RevertRow extends Columns<"tokens", "user_id"> {
  /** The email address to restore. */
  email: Cell<"tokens", "email">;
  changed_at: number;
}

/** Selects the change that a link reverts. */
export const revertQuery = (token: string, now: number): Statement<RevertRow> =>
  statement`select user_id, email, created_at as changed_at from tokens
    where id = ${hashToken(token)} and kind = 'revert' and expires_at > ${now}`;

/**
 * Returns statements that revert a change of email address and everything after it: later changes and their
 * links, the sessions, the password, and a second factor that the intruder may have set. Earlier changes can
 * still be reverted. The first statement returns whether it did; `resetToken` lets the owner choose a new
 * password.
 */
export function revertEmail({ user_id, email, changed_at }: RevertRow, token: string, now: number) {
  const id = hashToken(token);
  const isValid = sql`exists (select 1 from tokens where id = ${id})`;
  const reset = createToken("reset", { id: user_id, email }, now, isValid);
  const after = (column: string) => sql`case when two_factor_at < ${changed_at} then ${sql.raw(column)} end`;
  return {
    resetToken: reset.token,
    statements: {
      changed: first<Columns<"users", "id">>`update users
        set email = ${email}, email_verified_at = ${now}, password_hash = '',
        two_factor_at = ${after("two_factor_at")}, two_factor_secret = ${after("two_factor_secret")}, two_factor_pending = null
        where id = ${user_id} and ${isValid} returning id`,
      rest: [
        statement`delete from recovery_codes where user_id = ${user_id} and ${isValid}
        and (select two_factor_at from users where id = ${user_id}) is null`,
        statement`delete from sessions where user_id = ${user_id} and ${isValid}`,
        statement`delete from known_browsers where user_id = ${user_id} and ${isValid}`,
        statement`delete from tokens where user_id = ${user_id} and id <> ${id} and ${isValid}
        and (kind <> 'revert' or created_at >= ${changed_at})`,
        reset.insert,
        statement`delete from tokens where id = ${id}`,
      ],
    },
  };
}
