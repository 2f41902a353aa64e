import { newestSeen } from "#db/database.ts";
import { formatBookmarks } from "#domain/api/bookmarks.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { logError } from "../http/log.ts";
import { hubStub } from "./stubs.ts";

/**
 * Clears the permits that objects have cached for these users. Await it before responding to a command that
 * changed them: a block, a removed buddy, a privacy setting, a role.
 */
export async function clearPermits(env: Env, ...userIds: number[]): Promise<void> {
  await Promise.all(userIds.map((id) => hubStub(env, id).clearPermits()));
}

/** Closes a user's sockets, of one session or all, and clears their permits. `code` is one of `CLOSE_CODES`. */
export async function disconnectUser(
  env: Env,
  userId: number,
  code: number,
  session?: string,
): Promise<void> {
  await hubStub(env, userId).disconnect(code, session, formatBookmarks(newestSeen()));
}

/**
 * Closes the sockets of sessions that have ended, by session id, or all of a user's. The sessions have ended
 * even if closing fails, so failures are only logged.
 */
export const disconnectEndedSessions = (
  env: Env,
  userId: number,
  sessions?: readonly string[],
): Promise<void> => tryDisconnect(env, userId, CLOSE_CODES.sessionEnded, sessions);

/** Like `disconnectEndedSessions`, with any close code. */
export async function tryDisconnect(
  env: Env,
  userId: number,
  code: number,
  sessions?: readonly string[],
): Promise<void> {
  const attempts = (sessions ?? [undefined]).map((session) => disconnectUser(env, userId, code, session));
  for (const attempt of await Promise.allSettled(attempts))
    if (attempt.status === "rejected") logError("sockets not closed", { user: userId }, attempt.reason);
}
