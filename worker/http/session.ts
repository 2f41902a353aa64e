import { createHash, createHmac, randomBytes } from "node:crypto";
import { type Cell, type Columns, type ColumnsAs, type Statement, sql, statement } from "#db/database.ts";
import { equippedIdsColumn } from "#db/equipped-ids-column.ts";
import { ROLES, type Role } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { limitsOff } from "../env.ts";

/** The origin of every absolute URL that leaves the worker; not the Host header, which anyone can set. */
export const siteOrigin = (request: Request, env: Env): string => env.ORIGIN ?? new URL(request.url).origin;

/** Returns the cookie's value, or undefined. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get("Cookie");
  if (!header) return undefined;
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** A `Set-Cookie` value that scripts can't read. `maxAge` in seconds, 0 deletes. Secure on HTTPS. */
export function serializeCookie(request: Request, name: string, value: string, maxAge: number): string {
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

/** Returns a bearer secret: 32 random bytes in base64url. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** Hashes a bearer secret for the database. The hash doesn't grant access. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Returns an HMAC-SHA256 in base64url. Throws without a secret: anyone could sign then. */
export function sign(secret: string, text: string): string {
  if (!secret) throw new Error("a secret is missing");
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** Compares in constant time, so timing doesn't reveal where texts differ. Their length is no secret. */
export function constantTimeEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length && i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

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

/** The role of user `u`: staff without two-factor authentication only have a member's rights. */
export const effectiveRole = sql`case when u.two_factor_at is null then 'member' else u.role end`;

/** Returns the query that loads a session with its user, to check whether it's still valid. */
export function accountQuery(token: string): Statement<SessionAccount> {
  return statement<SessionAccount>`
    select s.id as session_id, s.seen_at, s.expires_at, u.id, u.username, u.email, u.email_verified_at, u.created_at,
      ${effectiveRole} as role, u.role as staff_role, u.two_factor_at, s.confirmed_at,
      u.colors, ${equippedIdsColumn}, u.headshot, u.avatar, u.theme_id, u.appear_offline, u.message_privacy,
      u.comment_privacy, u.join_privacy, u.coins, u.xp, u.ledger_id, u.gold_until, u.gold_username,
      u.show_custom_themes, u.show_custom_usernames, u.banned_at, u.banned_until, u.ban_reason, u.first_night, u.home,
      (select count(*) from warnings indexed by warnings_unseen where user_id = u.id and seen_at is null) as unseen_warnings
    from sessions s join users u on u.id = s.user_id where s.id = ${hashToken(token)}`;
}

export function isBanned(account: Pick<SessionAccount, "banned_at" | "banned_until">, now: number): boolean {
  return account.banned_at !== null && (account.banned_until === null || account.banned_until > now);
}

/** Identifies a browser, also across sign-ins, as does the CSRF token bound to it. */
const BROWSER_COOKIE = "bopolis_browser";
const YEAR = 365 * 24 * 60 * 60;

/** The hash by which the database knows the browser, or empty text without its cookie. */
export function browserHash(request: Request): string {
  const browser = readCookie(request, BROWSER_COOKIE);
  return browser ? hashToken(`browser:${browser}`) : "";
}

/** Returns the browser's CSRF token, and the cookie to set if the browser doesn't have one yet. */
export function issueCsrf(request: Request, env: Env): { token: string; cookie: string | null } {
  const known = readCookie(request, BROWSER_COOKIE);
  const browser = known ?? randomToken();
  return {
    token: sign(env.SESSION_SECRET, `csrf:${browser}`),
    cookie: known ? null : serializeCookie(request, BROWSER_COOKIE, browser, YEAR),
  };
}

/** Whether the request comes from a page of this site, by its Origin header. */
export const isSameOrigin = (request: Request): boolean =>
  request.headers.get("Origin") === new URL(request.url).origin;

/** Throws `csrf` unless token, XHR header and Origin show one of this site's own pages. */
export function checkCsrf(request: Request, env: Env): void {
  const browser = readCookie(request, BROWSER_COOKIE);
  const token = request.headers.get("X-CSRF-TOKEN") ?? "";
  if (
    !isSameOrigin(request) ||
    request.headers.get("X-Requested-With") !== "XMLHttpRequest" ||
    !browser ||
    !constantTimeEqual(token, sign(env.SESSION_SECRET, `csrf:${browser}`))
  ) {
    throw new ApiError("csrf");
  }
}

/** Counts a call against a limit (wrangler.toml). Throws `too_many`; lets all through if counting fails. */
export async function checkRateLimit(env: Env, kind: "write" | "search", key: string): Promise<void> {
  if (limitsOff(env)) return;
  const isWithin = await (kind === "write" ? env.WRITE_LIMIT : env.SEARCH_LIMIT).limit({ key }).then(
    ({ success }) => success,
    (error: unknown) => {
      console.error(
        JSON.stringify({ level: "error", event: "rate limit not counted", error: String(error) }),
      );
      return true;
    },
  );
  if (!isWithin) throw new ApiError("too_many", { retryAfter: 60 });
}

/** A count in an object of its own, or an entry of an object with several. */
export type AttemptsKey = string | { object: string; entry: string };

/** Objects that share the keys of one kind. */
const SHARED = 4;

/** The key of a name anyone can make up. It has no object of its own, which would stay. */
export function inventedKey(kind: string, name: string): AttemptsKey {
  const digest = createHash("sha256").update(name).digest();
  return { object: `${kind}:${(digest[0] ?? 0) % SHARED}`, entry: digest.toString("base64url") };
}

/** Counts an attempt on what `key` names, in a window of seconds. Throws at the limit. */
export async function checkAttempts(env: Env, key: AttemptsKey, limit: number, windowSeconds: number) {
  if (limitsOff(env)) return;
  const { object, entry } = typeof key === "string" ? { object: key, entry: undefined } : key;
  const wait = await env.THROTTLE.getByName(object).attempt(limit, windowSeconds, 1, entry);
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60);
    const time =
      minutes === 1 ? "a minute" : minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minutes`;
    const message = `Too many tries. Wait ${time} and try again.`;
    throw new ApiError("too_many", { message, retryAfter: wait });
  }
}

/** Takes back the last counted attempt, because it was no guess; earlier ones still count. */
export async function refundAttempt(env: Env, key: string): Promise<void> {
  if (!limitsOff(env)) await env.THROTTLE.getByName(key).refund();
}

export async function clearAttempts(env: Env, key: string): Promise<void> {
  if (!limitsOff(env)) await env.THROTTLE.getByName(key).clear();
}
