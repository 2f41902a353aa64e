import { newestSeen } from "#db/database.ts";
import { formatBookmarks } from "#domain/api/bookmarks.ts";
import type { StoredEvent } from "#domain/live/events.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { logError } from "../http/log.ts";
import { hubStub } from "./stubs.ts";

/** Publishes an event to a user's pages. Best effort: failures are logged, and pages refetch on reconnect. */
export async function notifyUser(env: Env, userId: number, event: StoredEvent): Promise<void> {
  try {
    const bookmark = formatBookmarks(newestSeen());
    await hubStub(env, userId).notifyPages({ ...event, ...(bookmark && { bookmark }) });
  } catch (error) {
    logError("user not notified", { user: userId }, error);
  }
}

/** How many recent conversation partners may have the conversation on screen. */
const MAX_PARTNERS = 50;

/** Notifies a user's conversation partners that they may have gained or lost the permission to write. */
export async function notifyPartners(env: Env, user: { id: number; username: string }): Promise<void> {
  const { rows } = await hubStub(env, user.id).conversations(MAX_PARTNERS, 0);
  const event = { event: "ContactChanged", user_id: user.id, username: user.username } as const;
  await Promise.all(rows.map(({ other }) => notifyUser(env, other, event)));
}

/** Clears cached permits of these users. Await it before responding to what changed them. */
export async function clearPermits(env: Env, ...userIds: number[]): Promise<void> {
  await Promise.all(userIds.map((id) => hubStub(env, id).clearPermits()));
}

/** Closes a user's sockets, of one session or all, and clears their permits. `code` is one of `CLOSE_CODES`. */
export async function disconnectUser(env: Env, userId: number, code: number, session?: string) {
  await hubStub(env, userId).disconnect(code, session, formatBookmarks(newestSeen()));
}

/** Closes sockets of ended sessions, by id, or all of a user's. Failures are only logged. */
export const disconnectEndedSessions = (env: Env, userId: number, sessions?: readonly string[]) =>
  tryDisconnect(env, userId, CLOSE_CODES.sessionEnded, sessions);

/** Like `disconnectEndedSessions`, with any close code. */
export async function tryDisconnect(env: Env, userId: number, code: number, sessions?: readonly string[]) {
  const attempts = (sessions ?? [undefined]).map((session) => disconnectUser(env, userId, code, session));
  for (const attempt of await Promise.allSettled(attempts))
    if (attempt.status === "rejected") logError("sockets not closed", { user: userId }, attempt.reason);
}
