import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { logError } from "../http/log.ts";
import { hubStub } from "./stubs.ts";

/** A page doesn't wait longer than this; its socket brings the counts anyway. */
const PATIENCE_MS = 300;

/** Unread messages and notifications. */
export interface PageUnread {
  messages: number;
  notifications: number;
}

/** Returns what a user hasn't read, for the badges of a page's first paint; null if their hub doesn't respond in time. */
export async function unreadCounts(
  env: Env,
  userId: number,
  region: HostRegion | null,
): Promise<PageUnread | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    const counts = await Promise.race([hubStub(env, userId, region).unreadCounts(), late]);
    return counts && { messages: counts.unread_messages, notifications: counts.unread_notifications };
  } catch (error) {
    logError("unread counts not loaded", { user: userId }, error);
    return null;
  } finally {
    clearTimeout(timer);
  }
}
