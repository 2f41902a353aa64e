import { type Columns, type Statement, statement } from "#db/database.ts";
import { seal, unseal } from "../http/seal.ts";
import type { DiscordProfile, DiscordTokens } from "./client.ts";

const purposeOf = (userId: number) => `discord:${userId}`;

/** Decrypts a stored token. */
export async function decryptToken(env: Env, userId: number, sealed: string): Promise<string> {
  const token = await unseal(env, purposeOf(userId), sealed);
  if (token === null) throw new Error("a Discord token was sealed with another secret");
  return token;
}

interface SealedTokens {
  access: string;
  refresh: string;
  expires: number;
}

/** Encrypts tokens for the database. */
export async function sealTokens(
  env: Env,
  userId: number,
  tokens: DiscordTokens,
  now: number,
): Promise<SealedTokens> {
  const [access, refresh] = await Promise.all([
    seal(env, purposeOf(userId), tokens.access_token),
    seal(env, purposeOf(userId), tokens.refresh_token),
  ]);
  return { access, refresh, expires: now + tokens.expires_in * 1000 };
}

/** Starts a link; returns nothing if one exists. Replaces an abandoned attempt. */
export const startLink = (userId: number, now: number): Statement<Columns<"discord_links", "user_id">> =>
  statement`insert into discord_links (user_id, linked_at) values (${userId}, ${now})
    on conflict (user_id) do update set linked_at = ${now} where discord_id = '' returning user_id`;

/**
 * Completes the link that was started at `started`; returns nothing if it was deleted or replaced by a newer
 * attempt.
 */
export const finishLink = (
  userId: number,
  started: number,
  { id, username, global_name = null }: DiscordProfile,
  { access, refresh, expires }: SealedTokens,
): Statement<Columns<"discord_links", "user_id">> =>
  statement`update discord_links set discord_id = ${id}, username = ${username}, global_name = ${global_name},
      access_token = ${access}, refresh_token = ${refresh}, token_expires_at = ${expires}
    where user_id = ${userId} and discord_id = '' and linked_at = ${started} returning user_id`;

/** Cancels the link that was started at `started`. */
export const cancelLink = (userId: number, started: number): Statement =>
  statement`delete from discord_links where user_id = ${userId} and discord_id = '' and linked_at = ${started}`;

/** Replaces tokens with refreshed ones, unless another request has replaced them meanwhile. */
export const replaceTokens = (userId: number, refreshed: string, by: SealedTokens): Statement =>
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

/** Deletes the link and returns the token to revoke at Discord. */
export const deleteLink = (userId: number): Statement<Columns<"discord_links", "refresh_token">> =>
  statement`delete from discord_links where user_id = ${userId} returning refresh_token`;
