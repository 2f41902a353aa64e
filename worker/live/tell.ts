import type { LastingEvent } from "#domain/live/events.ts";
import type { Env } from "../env.ts";
import { hubOf } from "./stubs.ts";

/**
 * Tells a user's open pages something they would also find out by asking. What can't be delivered is noted and let go:
 * a page that was away asks anew when it comes back.
 */
export async function tellUser(env: Env, userId: number, event: LastingEvent): Promise<void> {
  try {
    await hubOf(env, userId).tell(event);
  } catch (error) {
    console.error(
      JSON.stringify({ level: "error", event: "user not told", user: userId, error: String(error) }),
    );
  }
}
