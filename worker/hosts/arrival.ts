import { type Columns, first, type Statement, statement, type Without } from "#db/database.ts";
import type { OutputOf } from "#domain/api/route.ts";
import type { Role } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import type { redeemRoute } from "#domain/hosts/api.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { guardedUrl } from "../assets/guarded-url.ts";
import { effectiveRole, isBanned } from "../http/session.ts";
import { openDatabases } from "../outbox/relay.ts";
import { readUnverifiedClaims, signingKeysQuery, verifyJoinToken } from "../play/tokens.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { readSecondsPlayed } from "./counts.ts";
import { failure, type HostResult, success } from "./idempotent-calls.ts";

interface PlayerRow extends UserColumns, Columns<"users", "banned_at" | "banned_until"> {
  role: Role;
}
const playerQuery = (id: number): Statement<PlayerRow> =>
  statement`select ${userColumns}, ${effectiveRole} as role, u.banned_at, u.banned_until from users u where u.id = ${id}`;

type JoinedLevelRow = Columns<"levels", "id" | "user_id" | "title" | "revision"> &
  Columns<"level_revisions", "asset"> &
  Without<Columns<"levels", "visibility">, "deleted">;

/** A player admitted by a token, with the level, as stored in the database. */
export interface Arrival {
  user: number;
  level: number;
  jti: string;
  /** When the token expires, in milliseconds since 1970. */
  expiresAt: number;
  /** The title of a public level; null for a private one. */
  title: string | null;
  /** How long they have played it before. */
  secondsPlayed: number;
  /** The response to the host. */
  response: OutputOf<typeof redeemRoute>;
}

/** Reads the player and level of a token, or why they can't join. One round trip. */
export async function readArrival(
  env: Env,
  tokenText: string,
  expected: { issuer: string; host: number },
  now: number,
): Promise<HostResult<Arrival>> {
  try {
    return success(await readArrivalOrThrow(env, tokenText, expected, now));
  } catch (error) {
    if (error instanceof ApiError) return failure(error.code, error.message);
    throw error;
  }
}

async function readArrivalOrThrow(
  env: Env,
  tokenText: string,
  expected: { issuer: string; host: number },
  now: number,
): Promise<Arrival> {
  const { main: db, play } = openDatabases(env);
  const claims = readUnverifiedClaims(tokenText);
  const [{ keys, player, level }, seconds] = await Promise.all([
    db.batch({
      keys: signingKeysQuery,
      player: first(playerQuery(claims.user)),
      level: first<JoinedLevelRow>`select l.id, l.user_id, l.title, l.visibility, l.revision, v.asset from levels l
        join level_revisions v on v.level_id = l.id and v.revision = l.revision
        where l.id = ${claims.level} and l.visibility <> 'deleted'`,
    }),
    readSecondsPlayed(play, claims),
  ]);
  const token = await verifyJoinToken(env, keys, tokenText, expected, now);
  if (!player) throw new ApiError("not_found", { message: "This player's account was deleted." });
  if (isBanned(player, now)) throw new ApiError("banned", { message: "This player is banned." });
  if (!level || !canSeeLevel({ id: player.u_id, role: player.role }, level))
    throw new ApiError("not_found", { message: "This level was deleted or is private." });
  const { id, title, visibility, revision, asset } = level;
  return {
    user: token.user,
    level: id,
    jti: token.jti,
    expiresAt: 1000 * token.exp,
    title: visibility === "public" ? title : null,
    secondsPlayed: seconds,
    response: {
      user: presentUser(player, now),
      level: { id, title, revision, file_url: guardedUrl(asset, now) },
    },
  };
}
