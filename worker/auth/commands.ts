import { type Columns, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { EMAIL_REVERT_TTL_MS } from "#domain/settings/rules.ts";
import { hashToken, randomToken, SESSION_SECONDS } from "../http/session.ts";
import { type Mail, queueMail } from "../mail/send.ts";
import { isLookAlike } from "./usernames.ts";

/** A browser as listed to its owner: its user agent and place, with a hashed IP address. */
export interface SessionDevice {
  device: string;
  place: string;
  ip_hash: string;
  /** Identifies the browser on later visits. */
  browser: string;
}

/** Fails with `isLookAlikeViolation` if another account's name looks the same: two sign-ups at once can't both succeed. */
export function insertUser(
  fields: { id: number; username: string; email: string; password_hash: string; theme_id: number },
  now: number,
): Statement<Columns<"users", "id">> {
  const { id, username, email, password_hash, theme_id } = fields;
  return statement`insert into users (id, username, email, password_hash, theme_id, first_night, created_at)
    values (${id}, iif(${isLookAlike(username, now)}, null, ${username}), ${email}, ${password_hash}, ${theme_id}, 0, ${now}) returning id`;
}

export const isLookAlikeViolation = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("NOT NULL constraint failed: users.username");

/** Inserts the new user's bopi, in its default look and not yet rendered. */
export const insertBopi = (username: string): Statement =>
  statement`insert into bopis (user_id) select id from users where username = ${username}`;

/** A new session's secret and the statements that store it. `condition` selects the row of `users`. */
export function createSession(
  condition: SQL,
  { device, place, ip_hash, browser }: SessionDevice,
  now: number,
): { token: string; statements: Statement[] } {
  const token = randomToken();
  const statements = [
    statement`
      insert into sessions (id, user_id, device, place, ip_hash, confirmed_at, created_at, seen_at, expires_at)
      select ${hashToken(token)}, id, ${device}, ${place}, ${ip_hash}, ${now}, ${now}, ${now}, ${now + SESSION_SECONDS * 1000}
      from users where ${condition}`,
    statement`insert or ignore into known_browsers (user_id, browser, created_at)
      select id, ${browser}, ${now} from users where ${condition}`,
  ];
  return { token, statements };
}

/** Sets the home of a session's user, unless they have one. Returns a row if it did. */
export const setHome = (home: HostRegion, token: string): Statement<Columns<"users", "id">> =>
  statement`update users set home = ${home}
    where id = (select user_id from sessions where id = ${hashToken(token)}) and home is null returning id`;

const HOUR = 60 * 60 * 1000;
const TOKEN_LIFETIME = { verify: 72 * HOUR, reset: HOUR, revert: EMAIL_REVERT_TTL_MS } as const;

/** The secret of a one-time link to an email address, and the statement that stores it if `when` holds. */
export function createToken(
  kind: keyof typeof TOKEN_LIFETIME,
  { id, email }: { id: number | SQL; email: string },
  now: number,
  when: SQL = sql`true`,
): { token: string; insert: Statement } {
  const token = randomToken();
  const insert = statement`
    insert into tokens (id, kind, user_id, email, created_at, expires_at)
    select ${hashToken(token)}, ${kind}, ${id}, ${email}, ${now}, ${now + TOKEN_LIFETIME[kind]} where ${when}`;
  return { token, insert };
}

/** A token's user, only while the account has the email address it was sent to. */
export function tokenQuery(
  kind: "verify" | "reset",
  token: string,
  now: number,
): Statement<Columns<"users", "username" | "email">> {
  return statement`select u.username, u.email from tokens t join users u on u.id = t.user_id and u.email = t.email
    where t.id = ${hashToken(token)} and t.kind = ${kind} and t.expires_at > ${now}`;
}

const userOfToken = (kind: "verify" | "reset", token: string, now: number) =>
  sql`(select t.user_id from tokens t join users o on o.id = t.user_id and o.email = t.email
    where t.id = ${hashToken(token)} and t.kind = ${kind} and t.expires_at > ${now})`;

/** Sets a password by token, ends the user's sessions, forgets their browsers and tokens, and mails them. */
export function resetPassword(token: string, passwordHash: string, mail: Mail, now: number) {
  return {
    user: first<Columns<"users", "id">>`update users set password_hash = ${passwordHash},
      email_verified_at = coalesce(email_verified_at, ${now}) where id = ${userOfToken("reset", token, now)} returning id`,
    sessions: statement`delete from sessions where user_id = ${userOfToken("reset", token, now)}`,
    browsers: statement`delete from known_browsers where user_id = ${userOfToken("reset", token, now)}`,
    mail: queueMail(mail, now, sql`${userOfToken("reset", token, now)} is not null`),
    // Last, because the other statements need the token.
    tokens: statement`delete from tokens where kind = 'reset' and user_id = ${userOfToken("reset", token, now)}`,
  };
}

export function verifyEmail(token: string, now: number) {
  return {
    user: first<Columns<"users", "id">>`update users
      set email_verified_at = coalesce(email_verified_at, ${now})
      where id = ${userOfToken("verify", token, now)} returning id`,
    tokens: statement`delete from tokens where kind = 'verify' and user_id = ${userOfToken("verify", token, now)}`,
  };
}
