import { type SQL, sql } from "drizzle-orm";
import { type Database, type Statement, statement } from "#db/client.ts";
import type { Role } from "#domain/auth/api.ts";
import { ApiError } from "#domain/errors.ts";
import { CLOSE } from "#domain/live/frames.ts";
import type { Env } from "../env.ts";
import { hashToken, randomToken } from "../http/crypto.ts";
import type { ClaimsChanged, SessionGate } from "../http/gate.ts";
import { type Claims, endSessionCookie, SESSION_COOKIE, sessionCookie } from "../http/session.ts";
import { cutQuietly } from "../live/access.ts";

/** The statement that gives the session of a secret another one; what it had is kept as ended for a while (a trigger's work). */
const replace = (before: string, after: string, also: SQL, when: SQL) =>
  statement<{ id: string }>(sql`update sessions set id = ${hashToken(after)}${also}
    where id = ${hashToken(before)} and expires_at > 0 and ${when} returning id`);

/** The sockets of the secret that was come back with the new one. */
const renewSockets = (env: Env, { id, token }: Claims) =>
  cutQuietly(env, id, CLOSE.sessionRenewed, [hashToken(token)]);

/**
 * What is true of a session whose claims are not: a role that has changed comes with a new secret, so that a copy of the old
 * cookie is worth nothing. `tell` has the browser keep that, unless the answer tells it something newer.
 */
export async function trueClaims(
  env: Env,
  db: Database,
  request: Request,
  { claims, replaced }: ClaimsChanged,
): Promise<{ claims: Claims | null; tell(headers: Headers): void }> {
  const truth = claims && (await renewClaims(env, db, claims));
  // Where another request of the browser was faster with a new secret, that one's answer brings it.
  const isElsewhere = replaced || (claims !== null && truth === null);
  const tell = (headers: Headers) => {
    const isTold = headers.getSetCookie().some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`));
    if (!isElsewhere && !isTold)
      headers.append("Set-Cookie", truth ? sessionCookie(request, env, truth) : endSessionCookie(request));
  };
  return { claims: truth, tell };
}

async function renewClaims(env: Env, db: Database, claims: Claims): Promise<Claims | null> {
  const token = randomToken();
  const [renewed] = await db.batch([replace(claims.token, token, sql``, sql`true`)]);
  if (!renewed[0]) return null;
  await renewSockets(env, claims);
  return { ...claims, token };
}

/**
 * A session gets another secret whenever its powers change, so that a copy of the old cookie is worth nothing. Put `statement`
 * in the batch that changes them and call `done` after it: the answer then carries the new cookie. `role` is what the user may
 * do from now on, where that is what changes; `when` a condition under which they change at all. Where it was met, `rotated`
 * holds in the statements after it, and nowhere else.
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
