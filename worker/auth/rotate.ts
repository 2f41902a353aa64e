import { type Columns, type Database, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Role } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import {
  type Claims,
  clearedSessionCookie,
  hashToken,
  randomToken,
  SESSION_COOKIE,
  sessionCookie,
} from "../http/session.ts";
import type { ClaimsChanged, SessionGate } from "../http/session-gate.ts";
import { tryDisconnect } from "../live/notify.ts";

/** Replaces a session's secret. A trigger keeps the old one for a while, marked as ended. */
const replace = (before: string, after: string, also: SQL, when: SQL) =>
  statement<Columns<"sessions", "id">>`update sessions set id = ${hashToken(after)}${also}
    where id = ${hashToken(before)} and expires_at > 0 and ${when} returning id`;

/** Closes the sockets opened with the old secret; they reconnect with the new one. */
const renewSockets = (env: Env, { id, token }: Claims) =>
  tryDisconnect(env, id, CLOSE_CODES.sessionRenewed, [hashToken(token)]);

/**
 * Returns the current claims of a session whose claims have changed. A changed role comes with a new secret,
 * so a copy of the old cookie is worthless. `setCookie` updates the browser unless the response already sets
 * a newer cookie.
 */
export async function refreshClaims(
  env: Env,
  db: Database,
  request: Request,
  { claims, replaced }: ClaimsChanged,
): Promise<{ claims: Claims | null; setCookie(headers: Headers): void }> {
  const current = claims && (await renewClaims(env, db, claims));
  // If another request of this browser was first, its response brings the new secret.
  const isReplaced = replaced || (claims !== null && current === null);
  const setCookie = (headers: Headers) => {
    const isSet = headers.getSetCookie().some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`));
    if (!isReplaced && !isSet)
      headers.append(
        "Set-Cookie",
        current ? sessionCookie(request, env, current) : clearedSessionCookie(request),
      );
  };
  return { claims: current, setCookie };
}

async function renewClaims(env: Env, db: Database, claims: Claims): Promise<Claims | null> {
  const token = randomToken();
  const renewed = await db.first(replace(claims.token, token, sql``, sql`true`));
  if (!renewed) return null;
  await renewSockets(env, claims);
  return { ...claims, token };
}

/**
 * Gives the session a new secret whenever its rights change, so a copy of the old cookie is worthless. Put
 * `update` in the batch that changes the rights and call `done` afterwards to set the new cookie. `role` is
 * the user's new role, if it changes; `when` is the condition for the change. If it was met, `rotated` is
 * true in the following statements, and nowhere else.
 */
export function rotateSession(
  call: {
    gate: SessionGate;
    env: Env;
    request: Request;
    now: number;
    header(name: string, value: string): void;
    defer(work: Promise<unknown>): void;
  },
  role?: Role,
  when: SQL = sql`true`,
): { update: Statement; rotated: SQL; done(): void } {
  const { gate, env, request, now } = call;
  const { claims } = gate;
  if (!claims) throw new ApiError("unauthenticated");
  const token = randomToken();
  const rotated = sql`exists (select 1 from sessions where id = ${hashToken(token)})`;
  const update = replace(claims.token, token, sql`, confirmed_at = ${now}`, when);
  const done = () => {
    call.header(
      "Set-Cookie",
      sessionCookie(request, env, { token, id: claims.id, role: role ?? claims.role }),
    );
    call.defer(renewSockets(env, claims));
  };
  return { update, rotated, done };
}
