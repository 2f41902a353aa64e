import { Database } from "#db/client.ts";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";
import { discordOf, revokeToken } from "./client.ts";
import { deleteLink, openToken } from "./commands.ts";

/** Unlinks; false where nothing was linked. What Discord lets the site act with is taken back there; failing is noted. */
export async function unlink(env: Env, db: Database, userId: number): Promise<boolean> {
  const gone = await db.first(deleteLink(userId));
  const discord = discordOf(env);
  if (gone?.refresh_token && discord) {
    try {
      await revokeToken(discord, await openToken(env, userId, gone.refresh_token));
    } catch (error) {
      logError("discord: not revoked", { user: userId }, error);
    }
  }
  return gone !== undefined;
}

/** Takes back what Discord lets the site act with, for an account that is being deleted. Failing is noted, not thrown. */
export async function endDiscord(env: Env, userId: number): Promise<void> {
  try {
    await unlink(env, new Database(env.DB), userId);
  } catch (error) {
    logError("discord: not unlinked", { user: userId }, error);
  }
}
