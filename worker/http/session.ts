import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { ROLES, type Role } from "#domain/auth/api.ts";
import type { Env } from "../env.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { hashToken, sameText, sign } from "./crypto.ts";

export const SESSION_COOKIE = "bopolis_session";
export const SESSION_SECONDS = 60 * 24 * 60 * 60;
/** Milliseconds that a session counts as confirmed after the password was given. */
export const CONFIRMED_FOR = 30 * 60 * 1000;

/** What the signed cookie says; true until the session's row says otherwise. */
export interface Claims {
  token: string;
  id: number;
  role: Role;
}

/** The session's row with its user: the truth about who asks. */
export interface Account {
  session_id: string;
  seen_at: number;
  expires_at: number;
  id: number;
  username: string;
  email: string;
  email_verified_at: number | null;
  created_at: number;
  /** What they may do: staff without two-factor authentication may do what members may. */
  role: Role;
  /** What they were made. */
  staff_role: Role;
  two_factor_at: number | null;
  /** When this session last showed the password, or more. */
  confirmed_at: number;
  colors: string;
  headshot: string | null;
  avatar: string | null;
  theme_id: number;
  appear_offline: 0 | 1;
  message_privacy: number;
  comment_privacy: number;
  join_privacy: number;
  coins: number;
  xp: number;
  ledger_id: number;
  gold_until: number | null;
  gold_username: 0 | 1;
  show_custom_themes: 0 | 1;
  show_custom_usernames: 0 | 1;
  banned_at: number | null;
  banned_until: number | null;
  ban_reason: string | null;
  unseen_warnings: number;
  private_levels: 0 | 1;
}

const seal = (env: Env, { token, id, role }: Claims) =>
  sign(env.SESSION_SECRET, `session:${token}.${id}.${role}`);

/** The cookie that signs a browser in. */
export const sessionCookie = (request: Request, env: Env, claims: Claims): string =>
  writeCookie(
    request,
    SESSION_COOKIE,
    `${claims.token}.${claims.id}.${claims.role}.${seal(env, claims)}`,
    SESSION_SECONDS,
  );

export const endSessionCookie = (request: Request): string => writeCookie(request, SESSION_COOKIE, "", 0);

/** Reads the session cookie; null when there is none or its seal is not ours. */
export function readClaims(request: Request, env: Env): Claims | null {
  const parts = readCookie(request, SESSION_COOKIE)?.split(".");
  if (parts?.length !== 4) return null;
  const [token = "", id = "", role = "", mac = ""] = parts;
  const claims = { token, id: Number(id), role: role as Role };
  if (!ROLES.includes(claims.role) || !Number.isSafeInteger(claims.id)) return null;
  return sameText(mac, seal(env, claims)) ? claims : null;
}

/** What the user `u` may do: staff without two-factor authentication may do what members may. */
export const actingRole = sql`case when u.two_factor_at is null then 'member' else u.role end`;

/** The query that tells whether a session still stands. */
export function accountQuery(token: string): Statement<Account> {
  return statement<Account>(sql`
    select s.id as session_id, s.seen_at, s.expires_at, u.id, u.username, u.email, u.email_verified_at, u.created_at,
      ${actingRole} as role, u.role as staff_role, u.two_factor_at, s.confirmed_at,
      u.colors, u.headshot, u.avatar, u.theme_id, u.appear_offline, u.message_privacy,
      u.comment_privacy, u.join_privacy, u.coins, u.xp, u.ledger_id, u.gold_until, u.gold_username,
      u.show_custom_themes, u.show_custom_usernames, u.banned_at, u.banned_until, u.ban_reason,
      (select count(*) from warnings indexed by warnings_unseen where user_id = u.id and seen_at is null) as unseen_warnings,
      exists (select 1 from levels indexed by levels_user where user_id = u.id and visibility = 'private') as private_levels
    from sessions s join users u on u.id = s.user_id where s.id = ${hashToken(token)}`);
}

/** Whether the ban stands at `now`. */
export function isBanned(account: Pick<Account, "banned_at" | "banned_until">, now: number): boolean {
  return account.banned_at !== null && (account.banned_until === null || account.banned_until > now);
}
