import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { REVERT_LIFE } from "#domain/settings/rules.ts";
import { hashToken, randomToken } from "../http/crypto.ts";
import { SESSION_SECONDS } from "../http/session.ts";
import { type Mail, queueMail } from "../mail/send.ts";

/** A browser as it will be listed to its owner: what it calls itself, where it is, and no address in the clear. */
export interface Device {
  device: string;
  place: string;
  address_hash: string;
  /** By which it is known again. */
  browser: string;
}

export function insertUser(
  fields: { id: number; username: string; email: string; password_hash: string; theme_id: number },
  now: number,
): Statement<{ id: number }> {
  const { id, username, email, password_hash, theme_id } = fields;
  return statement(sql`insert into users (id, username, email, password_hash, theme_id, created_at)
    values (${id}, ${username}, ${email}, ${password_hash}, ${theme_id}, ${now}) returning id`);
}

/** The bopi of the user just made: as it comes, and to be drawn. */
export const insertBopi = (username: string): Statement =>
  statement(sql`insert into bopis (user_id) select id from users where username = ${username}`);

/** A new session's secret and the statements that store it and its browser; `who` is a condition on the row of `users`. */
export function openSession(
  who: SQL,
  { device, place, address_hash, browser }: Device,
  now: number,
): { token: string; statements: Statement[] } {
  const token = randomToken();
  const statements = [
    statement(sql`
      insert into sessions (id, user_id, device, place, address_hash, confirmed_at, created_at, seen_at, expires_at)
      select ${hashToken(token)}, id, ${device}, ${place}, ${address_hash}, ${now}, ${now}, ${now}, ${now + SESSION_SECONDS * 1000}
      from users where ${who}`),
    statement(sql`insert or ignore into known_browsers (user_id, browser, created_at)
      select id, ${browser}, ${now} from users where ${who}`),
  ];
  return { token, statements };
}

const HOUR = 60 * 60 * 1000;
const TOKEN_LIFE = { verify: 72 * HOUR, reset: HOUR, revert: REVERT_LIFE } as const;

/** A one-time link's secret and the statement that stores it, where `when` holds: whose it is and which address it is for. */
export function openToken(
  kind: keyof typeof TOKEN_LIFE,
  { id, email }: { id: number | SQL; email: string },
  now: number,
  when: SQL = sql`true`,
): { token: string; insert: Statement } {
  const token = randomToken();
  const insert = statement(sql`
    insert into tokens (id, kind, user_id, email, created_at, expires_at)
    select ${hashToken(token)}, ${kind}, ${id}, ${email}, ${now}, ${now + TOKEN_LIFE[kind]} where ${when}`);
  return { token, insert };
}

/** Whose a token is: of its kind, in its time, and while the account still has the address it was sent to. */
export function tokenQuery(
  kind: "verify" | "reset",
  token: string,
  now: number,
): Statement<{ username: string; email: string }> {
  return statement(sql`select u.username, u.email from tokens t join users u on u.id = t.user_id and u.email = t.email
    where t.id = ${hashToken(token)} and t.kind = ${kind} and t.expires_at > ${now}`);
}

const stands = (kind: "verify" | "reset", token: string, now: number) =>
  sql`(select t.user_id from tokens t join users o on o.id = t.user_id and o.email = t.email
    where t.id = ${hashToken(token)} and t.kind = ${kind} and t.expires_at > ${now})`;

/**
 * Sets the password of whoever the token stands for, ends all their sessions, forgets all their browsers and uses up their
 * tokens. The mail tells of it.
 */
export function resetPassword(token: string, passwordHash: string, mail: Mail, now: number) {
  return [
    statement<{ id: number }>(sql`update users set password_hash = ${passwordHash},
      email_verified_at = coalesce(email_verified_at, ${now}) where id = ${stands("reset", token, now)} returning id`),
    statement(sql`delete from sessions where user_id = ${stands("reset", token, now)}`),
    statement(sql`delete from known_browsers where user_id = ${stands("reset", token, now)}`),
    queueMail(mail, now, sql`${stands("reset", token, now)} is not null`),
    // Last, as the statements before it ask for the token.
    statement(sql`delete from tokens where kind = 'reset' and user_id = ${stands("reset", token, now)}`),
  ] as const;
}

export function verifyEmail(token: string, now: number) {
  return [
    statement<{ id: number }>(sql`update users set email_verified_at = coalesce(email_verified_at, ${now})
      where id = ${stands("verify", token, now)} returning id`),
    statement(sql`delete from tokens where kind = 'verify' and user_id = ${stands("verify", token, now)}`),
  ] as const;
}
