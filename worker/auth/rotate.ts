import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { Role } from "#domain/auth/api.ts";
import { Refusal } from "#domain/errors.ts";
import type { Env } from "../env.ts";
import { hashToken, randomToken } from "../http/crypto.ts";
import type { Gate } from "../http/gate.ts";
import { sessionCookie } from "../http/session.ts";

/**
 * A session gets another secret whenever its powers change, so that a copy of the old cookie is worth nothing. Put `statement`
 * in the batch that changes them and call `done` after it: the answer then carries the new cookie. `role` is what the user may
 * do from now on, where that is what changes.
 */
export function rotateSession(
  call: { gate: Gate; env: Env; request: Request; now: number; header(name: string, value: string): void },
  role?: Role,
): { statement: Query; done(): void } {
  const { gate, env, request, now } = call;
  const { claims } = gate;
  if (!claims) throw new Refusal("unauthenticated");
  const token = randomToken();
  const statement = select(
    sql`update sessions set id = ${hashToken(token)}, confirmed_at = ${now} where id = ${hashToken(claims.token)}`,
  );
  const done = () =>
    call.header(
      "Set-Cookie",
      sessionCookie(request, env, { token, id: claims.id, role: role ?? claims.role }),
    );
  return { statement, done };
}
