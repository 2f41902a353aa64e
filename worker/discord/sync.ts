import { type Columns, type Database, type Statement, statement } from "#db/database.ts";
import { roleConnection } from "#domain/discord/roles.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { logError } from "../http/log.ts";
import {
  type DiscordClient,
  DiscordError,
  type DiscordProfile,
  discordClient,
  putRoleConnection,
  readProfile,
  refreshTokens,
  revokeToken,
} from "./client.ts";
import { decryptToken, deleteLink, replaceTokens, sealTokens } from "./commands.ts";

/** A token is renewed if it expires within this time, in milliseconds. */
const EXPIRY_MARGIN_MS = 60_000;
/** How often to check for tokens from a concurrent sync, and the delay between checks in milliseconds. */
const RETRIES = 6;
const RETRY_DELAY_MS = 250;

type LinkedAccount = Columns<
  "discord_links",
  "user_id" | "access_token" | "refresh_token" | "token_expires_at" | "username"
> &
  Columns<"users", "gold_until" | "xp" | "levels_count" | "created_at">;

/** Selects a completed link with the data that Discord gets about its owner. */
export const linkedQuery = (userId: number): Statement<LinkedAccount> =>
  statement`select d.user_id, d.access_token, d.refresh_token, d.token_expires_at,
      u.username, u.gold_until, u.xp, u.levels_count, u.created_at
    from discord_links d join users u on u.id = d.user_id where d.user_id = ${userId} and d.discord_id <> ''`;

/**
 * Sends the account's data to Discord and returns its Discord profile. Throws if Discord returns an error.
 */
export async function syncLink(
  env: Env,
  db: Database,
  discord: DiscordClient,
  link: LinkedAccount,
  now: number,
): Promise<DiscordProfile> {
  const connection = roleConnection({
    username: link.username,
    has_gold: hasGold(link.gold_until, now),
    level: spiritLevel(link.xp),
    levels_count: link.levels_count,
    created_at: link.created_at,
  });
  const sync = async (token: string) => {
    const [profile] = await Promise.all([
      readProfile(discord, token),
      putRoleConnection(discord, token, connection),
    ]);
    return profile;
  };
  if (link.token_expires_at <= now + EXPIRY_MARGIN_MS)
    return sync(await renewToken(env, db, discord, link, now));
  try {
    return await sync(await decryptToken(env, link.user_id, link.access_token));
  } catch (error) {
    // Tokens can expire early.
    if (!(error instanceof DiscordError) || error.status !== 401) throw error;
    return sync(await renewToken(env, db, discord, link, now));
  }
}

/**
 * Returns a new access token. Discord accepts a refresh token only once: of two concurrent calls, the
 * rejected one uses the other's tokens.
 */
async function renewToken(
  env: Env,
  db: Database,
  discord: DiscordClient,
  { user_id, refresh_token }: LinkedAccount,
  now: number,
): Promise<string> {
  try {
    const tokens = await refreshTokens(discord, await decryptToken(env, user_id, refresh_token));
    await db.all(replaceTokens(user_id, refresh_token, await sealTokens(env, user_id, tokens, now)));
    return tokens.access_token;
  } catch (error) {
    if (!(error instanceof DiscordError) || error.status !== 400) throw error;
    for (let look = 0; look < RETRIES; look++) {
      const link = await db.first(linkedQuery(user_id));
      if (!link) throw error;
      if (link.refresh_token !== refresh_token) return decryptToken(env, user_id, link.access_token);
      await scheduler.wait(RETRY_DELAY_MS);
    }
    throw error;
  }
}

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
