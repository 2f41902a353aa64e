import { type Columns, type Database, type Statement, statement } from "#db/database.ts";
import { roleConnection } from "#domain/discord/roles.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { logError } from "../http/log.ts";
import { seal, unseal } from "../http/seal.ts";
import {
  type DiscordClient,
  DiscordError,
  type DiscordProfile,
  type DiscordTokens,
  discordClient,
  putRoleConnection,
  readProfile,
  refreshTokens,
  revokeToken,
} from "./client.ts";

const purposeOf = (userId: number) => `discord:${userId}`;

/** Decrypts a stored token. */
async function decryptToken(env: Env, userId: number, sealed: string): Promise<string> {
  const token = await unseal(env, purposeOf(userId), sealed);
  if (token === null) throw new Error("a Discord token was sealed with another secret");
  return token;
}

/** Encrypts tokens for the database. */
export async function sealTokens(env: Env, userId: number, tokens: DiscordTokens, now: number) {
  const [access, refresh] = await Promise.all([
    seal(env, purposeOf(userId), tokens.access_token),
    seal(env, purposeOf(userId), tokens.refresh_token),
  ]);
  return { access, refresh, expires: now + tokens.expires_in * 1000 };
}

type SealedTokens = Awaited<ReturnType<typeof sealTokens>>;

/** Starts a link; returns nothing if one exists. Replaces an abandoned attempt. */
export const startLink = (userId: number, now: number): Statement<Columns<"discord_links", "user_id">> =>
  statement`insert into discord_links (user_id, linked_at) values (${userId}, ${now})
    on conflict (user_id) do update set linked_at = ${now} where discord_id = '' returning user_id`;

/** Completes the link that was started at `started`, unless it was deleted or replaced by a newer one. */
export const finishLink = (
  userId: number,
  started: number,
  { id, username, global_name = null }: DiscordProfile,
  { access, refresh, expires }: SealedTokens,
): Statement<Columns<"discord_links", "user_id">> =>
  statement`update discord_links set discord_id = ${id}, username = ${username}, global_name = ${global_name},
      access_token = ${access}, refresh_token = ${refresh}, token_expires_at = ${expires}
    where user_id = ${userId} and discord_id = '' and linked_at = ${started} returning user_id`;

export const cancelLink = (userId: number, started: number): Statement =>
  statement`delete from discord_links where user_id = ${userId} and discord_id = '' and linked_at = ${started}`;

/** Replaces tokens with refreshed ones, unless another request has replaced them meanwhile. */
const replaceTokens = (userId: number, refreshed: string, by: SealedTokens): Statement =>
  statement`update discord_links
    set access_token = ${by.access}, refresh_token = ${by.refresh}, token_expires_at = ${by.expires}
    where user_id = ${userId} and refresh_token = ${refreshed}`;

/** Stores the profile and time of a successful sync. */
export const recordSync = (
  userId: number,
  { id, username, global_name = null }: DiscordProfile,
  now: number,
): Statement =>
  statement`update discord_links set username = ${username}, global_name = ${global_name}, synced_at = ${now}
    where user_id = ${userId} and discord_id = ${id}`;

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

/** Sends the account's data to Discord and returns its profile. Throws if Discord returns an error. */
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

/** A new access token. A refresh token works once: a rejected call uses the tokens of the other call. */
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

/** Unlinks Discord and revokes its tokens; a failed revocation is logged. False if nothing was linked. */
export async function unlinkDiscord(env: Env, db: Database, userId: number): Promise<boolean> {
  const deleted = await db.first(
    statement<Columns<"discord_links", "refresh_token">>`delete from discord_links where user_id = ${userId}
      returning refresh_token`,
  );
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
