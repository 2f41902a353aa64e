import { type Columns, first, type Statement, sql, statement, type Without } from "#db/database.ts";
import type { OutputOf } from "#domain/api/route.ts";
import type { Role } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import type { redeemRoute } from "#domain/hosts/api.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { isNewcomer } from "#domain/spam/rules.ts";
import { guardedUrl } from "../assets/guarded-url.ts";
import { accountQuery, effectiveRole, isBanned, type SessionAccount } from "../http/session.ts";
import type { RoomArrival, RoomLevel, RoomRequest } from "../objects/game-host-api.ts";
import { openDatabases } from "../outbox/relay.ts";
import { type JoinToken, readUnverifiedClaims, signingKeysQuery, verifyJoinToken } from "../play/tokens.ts";
import { equippedColumn, type LookColumns, presentLook } from "../runs/present.ts";
import { wordsColumn } from "../spam/words.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";
import { parseRoomName, readSecondsPlayed } from "./counts.ts";
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

/** The SQL condition that a user was removed from a level and can't come back yet. */
export const isRemovedFrom = (level: number, user: number, now: number) =>
  sql`exists (select 1 from level_removals where level_id = ${level} and user_id = ${user} and until > ${now})`;

/** Those of some users who are a user's buddies, or hidden from them by a block in either direction. */
export const relatedUsersQuery = (
  user: number,
  others: readonly number[],
): Statement<{ id: number; hidden: 0 | 1; buddy: 0 | 1 }> =>
  statement`select * from (select j.value as id,
      exists (select 1 from blocks where user_id = ${user} and blocked_id = j.value)
        or exists (select 1 from blocks where user_id = j.value and blocked_id = ${user}) as hidden,
      exists (select 1 from buddies where user_id = ${user} and buddy_id = j.value) as buddy
    from json_each(${JSON.stringify(others)}) j) where hidden = 1 or buddy = 1`;

/** A player that a host admits to a room. */
export interface AdmittedPlayer {
  token: JoinToken;
  /** How long they have played the level before, in seconds. */
  secondsPlayed: number;
  arrival: RoomArrival;
}

/** Reads the session, player, level and relations of a token, or why they can't join. One round trip. */
export async function readRoomArrival(
  env: Env,
  tokenText: string,
  expected: { issuer: string; host: number },
  request: RoomRequest,
): Promise<HostResult<AdmittedPlayer>> {
  try {
    return success(await readRoomArrivalOrThrow(env, tokenText, expected, request));
  } catch (error) {
    if (error instanceof ApiError) return failure(error.code, error.message);
    throw error;
  }
}

async function readRoomArrivalOrThrow(
  env: Env,
  tokenText: string,
  expected: { issuer: string; host: number },
  { room, sessionToken, present }: RoomRequest,
): Promise<AdmittedPlayer> {
  const now = Date.now();
  const claims = readUnverifiedClaims(tokenText);
  const { main, play } = openDatabases(env);
  const [{ keys, account, player, level, related }, secondsPlayed] = await Promise.all([
    main.batch({
      keys: signingKeysQuery,
      account: first(accountQuery(sessionToken)),
      player: first<UserColumns & LookColumns & { words: string | null }>`select ${userColumns},
      ${equippedColumn}, ${wordsColumn} as words from users u where u.id = ${claims.user}`,
      level: first<RoomLevel & { removed: 0 | 1 }>`select l.id, l.title, l.visibility, l.revision, v.asset,
          v.content, l.user_id as creator_id, ${isRemovedFrom(claims.level, claims.user, now)} as removed
        from levels l join level_revisions v on v.level_id = l.id and v.revision = l.revision
        where l.id = ${claims.level} and l.visibility <> 'deleted'`,
      related: relatedUsersQuery(claims.user, present),
    }),
    readSecondsPlayed(play, claims),
  ]);
  checkSession(account, claims.user, now);
  const token = await verifyJoinToken(env, keys, tokenText, expected, now);
  const { level: roomLevel, instance } = parseRoomName(room);
  if (token.room !== instance || token.level !== roomLevel) throw new ApiError("token_audience");
  if (!player) throw new ApiError("not_found", { message: "This player's account was deleted." });
  if (!level || !canSeeLevel({ id: account.id, role: account.role }, { ...level, user_id: level.creator_id }))
    throw new ApiError("not_found", { message: "This level was deleted or is private." });
  if (level.removed) throw new ApiError("removed_from_level");
  const { removed: _, ...found } = level;
  return {
    token,
    secondsPlayed,
    arrival: {
      user: presentUser(player, now),
      role: account.role,
      session_id: account.session_id,
      join_privacy: account.join_privacy,
      look: presentLook(player),
      is_newcomer: account.role === "member" && isNewcomer(account, now),
      words: player.words,
      level: found,
      hidden: related.filter(({ hidden }) => hidden === 1).map(({ id }) => id),
      buddies: related.filter(({ buddy }) => buddy === 1).map(({ id }) => id),
    },
  };
}

/** Throws unless the session is valid, of this user, and they aren't banned. */
function checkSession(
  account: SessionAccount | undefined,
  user: number,
  now: number,
): asserts account is SessionAccount {
  // The browser has a newer secret of the same session.
  if (account?.expires_at === 0) throw new ApiError("session_changed");
  if (!account || account.expires_at <= now || account.id !== user) throw new ApiError("unauthenticated");
  if (isBanned(account, now)) throw new ApiError("banned");
}
