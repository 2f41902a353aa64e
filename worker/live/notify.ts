import type { LastingEvent } from "#domain/live/events.ts";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";
import { hubOf } from "./stubs.ts";

/**
 * Tells a user's open pages something they would also find out by asking. What can't be delivered is noted and let go:
 * a page that was away asks anew when it comes back.
 */
export async function notifyUser(env: Env, userId: number, event: LastingEvent): Promise<void> {
  try {
    await hubOf(env, userId).tell(event);
  } catch (error) {
    logError("user not told", { user: userId }, error);
  }
}

/** How many of somebody's conversations may be open on somebody's screen just now. */
const PARTNERS_TOLD = 50;

/** Tells the pages of those somebody talks to that whether they can write to them may have changed. */
export async function notifyPartners(env: Env, user: { id: number; username: string }): Promise<void> {
  const { rows } = await hubOf(env, user.id).conversations(PARTNERS_TOLD, 0);
  const event = { event: "ContactChanged", user_id: user.id, username: user.username } as const;
  await Promise.all(rows.map(({ other }) => notifyUser(env, other, event)));
}
