import { type Cell, type Columns, type ColumnsAs, type Statement, sql, statement } from "#db/database.ts";
import { equippedIdsColumn } from "#db/equipped-ids-column.ts";
import { ROLES, type Role } from "#domain/auth/roles.ts";
import { readCookie, serializeCookie } from "./cookie.ts";
import { constantTimeEqual, hashToken, sign } from "./tokens.ts";

export const SESSION_COOKIE = "bopolis_session";
export const SESSION_SECONDS = 60 * 24 * 60 * 60;
/** How long a session counts as confirmed after the password was entered, in milliseconds. */
export const CONFIRMED_FOR_MS = 30 * 60 * 1000;

/** The signed contents of the session cookie, valid unless the session's row says otherwise. */
export interface Claims {
  token: string;
  id: number;
  role: Role;
}

/** The session's row with its user: the authoritative state. */
export interface SessionAccount
  extends Columns<"sessions", "seen_at" | "expires_at">,
    ColumnsAs<"sessions", { session_id: "id" }>,
    Columns<
      "users",
      | "id"
      | "username"
      | "email"
      | "email_verified_at"
      | "created_at"
      | "two_factor_at"
      | "colors"
      | "headshot"
      | "avatar"
      | "theme_id"
      | "appear_offline"
      | "message_privacy"
      | "comment_privacy"
      | "join_privacy"
      | "coins"
      | "xp"
      | "ledger_id"
      | "gold_until"
      | "gold_username"
      | "show_custom_themes"
      | "show_custom_usernames"
      | "banned_at"
      | "banned_until"
      | "ban_reason"
      | "first_night"
      | "home"
    > {
  /** The effective role: staff without two-factor authentication only have a member's rights. */
  role: Cell<"users", "role">;
  /** The role assigned to them. */
  staff_role: Cell<"users", "role">;
  /** When this session last confirmed the password or a stronger factor. */
  confirmed_at: Cell<"sessions", "confirmed_at">;
  /** The ids of the equipped items in the order of the slots, as JSON; null if the bopi was never dressed. */
  equipped: string | null;
  unseen_warnings: number;
}

const signClaims = (env: Env, { token, id, role }: Claims) =>
  sign(env.SESSION_SECRET, `session:${token}.${id}.${role}`);

/** Returns the cookie that signs a browser in. */
export const sessionCookie = (request: Request, env: Env, claims: Claims): string =>
  serializeCookie(
    request,
    SESSION_COOKIE,
    `${claims.token}.${claims.id}.${claims.role}.${signClaims(env, claims)}`,
    SESSION_SECONDS,
  );

export const clearedSessionCookie = (request: Request): string =>
  serializeCookie(request, SESSION_COOKIE, "", 0);

/** Reads the session cookie. Null if it's missing or its signature is invalid. */
export function readClaims(request: Request, env: Env): Claims | null {
  const parts = readCookie(request, SESSION_COOKIE)?.split(".");
  if (parts?.length !== 4) return null;
  const [token = "", id = "", role = "", mac = ""] = parts;
  const claims = { token, id: Number(id), role: role as Role };
  if (!ROLES.includes(claims.role) || !Number.isSafeInteger(claims.id)) return null;
  return constantTimeEqual(mac, signClaims(env, claims)) ? claims : null;
}

/**
 * The effective role of the user `u`: staff without two-factor authentication only have a member's rights.
 */
export const effectiveRole = sql`case when u.two_factor_at is null then 'member' else u.role end`;

/** Returns the query that loads a session with its user, to check whether it's still valid. */
export function accountQuery(token: string): Statement<SessionAccount> {
  return statement<SessionAccount>(sql`
    select s.id as session_id, s.seen_at, s.expires_at, u.id, u.username, u.email, u.email_verified_at, u.created_at,
      ${effectiveRole} as role, u.role as staff_role, u.two_factor_at, s.confirmed_at,
      u.colors, ${equippedIdsColumn}, u.headshot, u.avatar, u.theme_id, u.appear_offline, u.message_privacy,
      u.comment_privacy, u.join_privacy, u.coins, u.xp, u.ledger_id, u.gold_until, u.gold_username,
      u.show_custom_themes, u.show_custom_usernames, u.banned_at, u.banned_until, u.ban_reason, u.first_night, u.home,
      (select count(*) from warnings indexed by warnings_unseen where user_id = u.id and seen_at is null) as unseen_warnings
    from sessions s join users u on u.id = s.user_id where s.id = ${hashToken(token)}`);
}

/** Whether the account is banned at `now`. */
export function isBanned(account: Pick<SessionAccount, "banned_at" | "banned_until">, now: number): boolean {
  return account.banned_at !== null && (account.banned_until === null || account.banned_until > now);
}
