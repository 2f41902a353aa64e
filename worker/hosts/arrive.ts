import { sql } from "drizzle-orm";
import { Database, type Statement, statement } from "#db/client.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { fastestClear } from "#domain/clears/rules.ts";
import { ApiError } from "#domain/errors.ts";
import type { redeemRoute } from "#domain/hosts/api.ts";
import { canSeeLevel, type Visibility } from "#domain/levels/rules.ts";
import { assetUrl } from "../assets/url.ts";
import type { Env } from "../env.ts";
import { actingRole, isBanned } from "../http/session.ts";
import { loadWorld } from "../levels/commands.ts";
import { keysQuery } from "../play/keys.ts";
import { readClaims, verifyToken } from "../play/tokens.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { type Answer, done, refused } from "./calls.ts";

interface PlayerRow extends UserColumns {
  role: "member" | "moderator" | "admin";
  banned_at: number | null;
  banned_until: number | null;
}
const playerQuery = (id: number): Statement<PlayerRow> =>
  statement(
    sql`select ${userColumns}, ${actingRole} as role, u.banned_at, u.banned_until from users u where u.id = ${id}`,
  );

interface PlayedRow {
  id: number;
  user_id: number;
  title: string;
  visibility: Visibility;
  revision: number;
  asset: string;
  fastest_ms: number | null;
  seconds: number | null;
}
const playedQuery = (id: number, user: number): Statement<PlayedRow> =>
  statement(sql`select l.id, l.user_id, l.title, l.visibility, l.revision, v.asset, v.fastest_ms, p.seconds from levels l
    join level_revisions v on v.level_id = l.id and v.revision = l.revision
    left join plays p on p.user_id = ${user} and p.level_id = l.id
    where l.id = ${id} and l.visibility <> 'deleted'`);

/** Somebody whom a token lets in, as the database knows them and the level. */
export interface Arrival {
  user: number;
  level: number;
  jti: string;
  /** When the token expires, in milliseconds since 1970. */
  until: number;
  /** The level's title for everybody; null for a private one. */
  title: string | null;
  /** How long they have played it before. */
  seconds: number;
  /** What the host is told. */
  answer: OutputOf<typeof redeemRoute>;
}

/** Who comes with a token and where to, or why they can't. One round of the database. */
export async function readArrival(
  env: Env,
  text: string,
  expected: { issuer: string; host: number },
  now: number,
): Promise<Answer<Arrival>> {
  try {
    return done(await read(env, text, expected, now));
  } catch (error) {
    if (error instanceof ApiError) return refused(error.code, error.message);
    throw error;
  }
}

async function read(
  env: Env,
  text: string,
  expected: { issuer: string; host: number },
  now: number,
): Promise<Arrival> {
  const db = new Database(env.DB);
  const claimed = readClaims(text);
  const [keys, [player], [level]] = await db.batch([
    keysQuery,
    playerQuery(claimed.user),
    playedQuery(claimed.level, claimed.user),
  ]);
  const token = await verifyToken(env, keys, text, expected, now);
  if (!player) throw new ApiError("not_found", { message: "This player's account is gone." });
  if (isBanned(player, now)) throw new ApiError("banned", { message: "This player is banned." });
  if (!level || !canSeeLevel({ id: player.u_id, role: player.role }, level))
    throw new ApiError("not_found", { message: "This level is gone or private." });
  if (level.fastest_ms === null) await noteFastest(env, db, level);
  const { id, title, visibility, revision, asset, seconds } = level;
  return {
    user: token.user,
    level: id,
    jti: token.jti,
    until: 1000 * token.exp,
    title: visibility === "public" ? title : null,
    seconds: seconds ?? 0,
    answer: { user: presentUser(player, now), level: { id, title, revision, file_url: assetUrl(asset) } },
  };
}

/** Works out how fast a clear of a document can be, where it is from before that was asked. */
async function noteFastest(env: Env, db: Database, { id, revision, asset }: PlayedRow): Promise<void> {
  const fastest = fastestClear(await loadWorld(env, asset));
  await db.all(
    statement(
      sql`update level_revisions set fastest_ms = ${fastest} where level_id = ${id} and revision = ${revision}`,
    ),
  );
}
