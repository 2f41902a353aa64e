import type { RenderEvent } from "#domain/renders/events.ts";
import type { Env } from "../env.ts";

/** The object that holds a user's sockets. */
export const hubOf = (env: Env, userId: number) => env.USER_HUB.getByName(String(userId));

/**
 * Tells a user's open pages something they would also find out by asking. What can't be delivered is noted and let go:
 * a page that was away asks anew when it comes back.
 */
export async function tellUser(env: Env, userId: number, event: RenderEvent): Promise<void> {
  try {
    await hubOf(env, userId).tell(event);
  } catch (error) {
    console.error(
      JSON.stringify({ level: "error", event: "user not told", user: userId, error: String(error) }),
    );
  }
}
