import { Database } from "#db/database.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { DamagedFile, query } from "../backup/manifest.ts";
import { readOnlyStatement } from "../http/read-only.ts";
import { constantTimeEqual, siteOrigin } from "../http/session.ts";
import { syncSequences } from "../ids/commands.ts";
import { allPresenceStubs, backupStub, boardStub, gameHostStub, hubStub } from "../live/stubs.ts";
import { openDatabases } from "../outbox/relay.ts";
import { makeAdmin, operatorTokenName, unknownUser } from "./make-admin.ts";
import { resetTwoFactor } from "./reset-two-factor.ts";

/** Where the work goes on: first all hosts, then the users of each `Presence` object. */
export interface RewindCursor {
  shard: number;
  after: number;
}

const USERS_AT_ONCE = 100;

/** Makes objects forget what they read before a rewind, in parts. Returns where it goes on, or null. */
export async function forgetBeforeRewind(
  env: Env,
  cursor: RewindCursor | null,
): Promise<RewindCursor | null> {
  const shards = allPresenceStubs(env);
  if (!cursor) {
    const databases = openDatabases(env);
    await syncSequences(env, databases);
    const { hosts } = await databases.main.batch({
      presence: query("delete from presence"),
      playing: query("delete from playing"),
      counters: query("update counters set value = 0 where name in ('online', 'in_game')"),
      hosts: query<{ id: number }>("select id from hosts"),
    });
    await Promise.all(hosts.map(({ id }) => gameHostStub(env, id).hostChanged()));
    await boardStub(env).forgetDatabase();
    // Each writes its people to the database again.
    await Promise.all(shards.map((shard) => shard.writeAll()));
    return { shard: 0, after: 0 };
  }
  const users = await shards[cursor.shard]?.peopleAfter(cursor.after, USERS_AT_ONCE);
  if (!users) return null;
  // Their pages return at once, with sessions and permits that D1 has now.
  await Promise.all(users.map((user) => hubStub(env, user).disconnect(CLOSE_CODES.sessionRenewed)));
  const last = users.at(-1);
  return last === undefined ? { shard: cursor.shard + 1, after: 0 } : { ...cursor, after: last };
}

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

/** Responds to an operator (secret or token); null for others, unless a restore closes the site. */
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

async function respond(request: Request, env: Env, pathname: string, token: string | undefined) {
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
