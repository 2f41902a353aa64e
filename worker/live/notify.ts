import { newestSeen } from "#db/database.ts";
import { formatBookmarks } from "#domain/api/bookmarks.ts";
import type { StoredEvent } from "#domain/live/events.ts";
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
