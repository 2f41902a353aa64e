import type { Database } from "#db/database.ts";
import { logError } from "../http/log.ts";
import { discordClient, revokeToken } from "./client.ts";
import { decryptToken, deleteLink } from "./commands.ts";

/**
 * Unlinks Discord and revokes the site's tokens there; a failure to revoke is only logged. Returns false if
 * nothing was linked.
 */
export async function unlinkDiscord(env: Env, db: Database, userId: number): Promise<boolean> {
  const deleted = await db.first(deleteLink(userId));
  const discord = discordClient(env);
  if (deleted?.refresh_token && discord) {
    try {
      await revokeToken(discord, await decryptToken(env, userId, deleted.refresh_token));
    } catch (error) {
      logError("discord: not revoked", { user: userId }, error);
    }
  }
  return deleted !== undefined;
}
