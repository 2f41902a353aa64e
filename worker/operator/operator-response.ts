import { type Columns, Database, type Statement, sql, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import { query } from "../backup/database-plan.ts";
import { DamagedFile } from "../backup/manifest.ts";
import { siteOrigin } from "../http/origin.ts";
import { readOnlyStatement } from "../http/read-only.ts";
import { constantTimeEqual, hashToken } from "../http/session.ts";
import { backupStub } from "../live/stubs.ts";
import { auditEntry } from "../moderation/audit.ts";
import { forgetBeforeRewind, type RewindCursor } from "./forget-before-rewind.ts";
import { resetTwoFactor } from "./reset-two-factor.ts";

interface Account extends Columns<"users", "id" | "username" | "role"> {
  has_two_factor: 0 | 1;
}

/** The user of this name. */
export const accountQuery = (name: string): Statement<Account> =>
  statement<Account>(sql`select id, username, role, two_factor_secret is not null as has_two_factor
    from users where username = ${name} and deleted_at is null`);

/** The statements that make a user an admin and record it in the audit log. Run them in one transaction. */
export function adminStatements(
  { id, role }: Account,
  { command, now }: { command: string; now: number },
): { entry: Statement; role: Statement } {
  const isOther = sql`exists (select 1 from users where id = ${id} and role <> 'admin')`;
  return {
    entry: auditEntry(
      {
        // The audit log has no actor outside the site.
        actor_id: id,
        action: "user.role",
        subject_type: "user",
        subject_id: id,
        reason: `By the site's operator, with ${command}`,
        before: { role },
        after: { role: "admin" },
      },
      now,
      isOther,
    ),
    role: statement(
      sql`update users set role = 'admin', role_since = ${now}, role_by = null where id = ${id} and ${isOther}`,
    ),
  };
}

/** The message for the operator. */
export const adminMessage = ({ username, has_two_factor }: Account): string =>
  has_two_factor
    ? `${username} is an admin.`
    : `${username} is an admin as soon as they turn on two-factor authentication in their settings. Until then they have the rights of a member.`;

export const unknownUser = (name: string): string =>
  `No user is named ${JSON.stringify(name)}. Sign up on the site first.`;

/** Makes a user an admin and records it in the audit log. Returns the message for the operator; null if there's no such user. */
export async function makeAdmin(d1: D1Database, name: string, now: number): Promise<string | null> {
  const db = new Database(d1);
  const account = await db.first(accountQuery(name));
  if (!account) return null;
  await db.batch(adminStatements(account, { command: "npm run admin", now }));
  return adminMessage(account);
}

/** The name of a token's row in the table of deployments (scripts/deploy/deploy-state.ts). */
export const operatorTokenName = (token: string): string => `operator ${hashToken(token)}`;

/** Whether an operator's command has put this token into the database. A command that can do so may do anything there. */
async function isOperatorToken(env: Env, token: string, now: number): Promise<boolean> {
  const rowQuery = query<{ name: string }>(
    "select name from d1_deployments where name = ? and expires_at > ?",
    operatorTokenName(token),
    now,
  );
  try {
    return (await new Database(env.DB).first(rowQuery)) !== undefined;
  } catch {
    // `npm run deploy` creates the table, so a local site has none, nor has an empty database.
    return false;
  }
}

const PREFIX = "/api/operator/";
/** The authorization with a token of a command: 32 bytes in base64url. */
const BEARER_TOKEN = /^Bearer ([\w-]{43})$/;

type Handler = (env: Env, input: Record<string, unknown>, request: Request) => Promise<Response>;

/** The operator's endpoints. They work without a database, because a restore begins with an empty one. */
const ENDPOINTS: Record<string, Handler> = {
  "GET backup": async (env) => Response.json(await backupStub(env).status()),
  "POST backup": async (env) => Response.json({ id: await backupStub(env).start() }),
  "POST read-only": async (env, { value }) => {
    if (value !== "on" && value !== "off") return error(422, "Enter on or off.");
    await new Database(env.DB).all(readOnlyStatement(value), { idempotent: true });
    return Response.json({ value });
  },
  "POST make-admin": async (env, { username }) => {
    if (typeof username !== "string") return error(422, "Enter a username.");
    const message = await makeAdmin(env.DB, username, Date.now());
    return message === null ? error(422, unknownUser(username)) : Response.json({ message });
  },
  "POST reset-two-factor": async (env, { username }, request) => {
    if (typeof username !== "string") return error(422, "Enter a username.");
    const result = await resetTwoFactor(env, { username, origin: siteOrigin(request, env) }, Date.now());
    if ("message" in result) return Response.json(result);
    // A 404 would mean that this version lacks the endpoint.
    return error(result.problem === "off" ? 409 : 422, result.error);
  },
  "POST rewound": async (env, { cursor }) =>
    Response.json({ cursor: await forgetBeforeRewind(env, (cursor as RewindCursor | undefined) ?? null) }),
  "POST restore": async (env, { id }) => {
    if (typeof id !== "string") return error(422, "Enter the id of a backup.");
    try {
      const problem = await backupStub(env).restore(id);
      return problem ? error(409, problem) : Response.json({ id });
    } catch (reason) {
      if (reason instanceof Error && reason.name === new DamagedFile().name)
        return error(404, reason.message);
      throw reason;
    }
  },
};

const error = (status: number, message: string): Response => Response.json({ error: message }, { status });

/**
 * The response to an operator's request, who has `OPERATOR_SECRET` or a token in the database; null for any other request. While
 * a backup is restored, the site is closed.
 */
export function operatorResponse(request: Request, env: Env): Promise<Response> | Response | null {
  const { pathname } = URL.canParse(request.url) ? new URL(request.url) : { pathname: "" };
  if (pathname.startsWith(PREFIX)) {
    const [, token] = BEARER_TOKEN.exec(request.headers.get("Authorization") ?? "") ?? [];
    if (env.OPERATOR_SECRET || token) return respond(request, env, pathname, token);
  }
  if (env.RESTORING !== "on") return null;
  return new Response("The site is being restored. Please try again later.\n", {
    status: 503,
    headers: { "Retry-After": "60", "Content-Type": "text/plain; charset=utf-8" },
  });
}

async function respond(
  request: Request,
  env: Env,
  pathname: string,
  token: string | undefined,
): Promise<Response> {
  const authorization = request.headers.get("Authorization") ?? "";
  const hasSecret =
    !!env.OPERATOR_SECRET && constantTimeEqual(authorization, `Bearer ${env.OPERATOR_SECRET}`);
  // The database is read only without the secret: a restore begins with an empty one.
  if (!hasSecret && !(token && (await isOperatorToken(env, token, Date.now()))))
    return error(401, "Unauthorized");
  const handler = ENDPOINTS[`${request.method} ${pathname.slice(PREFIX.length)}`];
  if (!handler) return error(404, "Not found");
  const input = request.method === "POST" ? await request.json().catch(() => ({})) : {};
  return handler(env, (input ?? {}) as Record<string, unknown>, request);
}
