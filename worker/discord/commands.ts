import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { Env } from "../env.ts";
import { seal, unseal } from "../http/seal.ts";
import type { Profile, Tokens } from "./client.ts";

const purposeOf = (userId: number) => `discord:${userId}`;

/** A token that the database keeps, in the clear. */
export async function openToken(env: Env, userId: number, sealed: string): Promise<string> {
  const token = await unseal(env, purposeOf(userId), sealed);
  if (token === null) throw new Error("a token of Discord was sealed with another secret");
  return token;
}

interface Sealed {
  access: string;
  refresh: string;
  expires: number;
}

/** Tokens as the database may keep them. */
export async function sealTokens(env: Env, userId: number, tokens: Tokens, now: number): Promise<Sealed> {
  const [access, refresh] = await Promise.all([
    seal(env, purposeOf(userId), tokens.access_token),
    seal(env, purposeOf(userId), tokens.refresh_token),
  ]);
  return { access, refresh, expires: now + tokens.expires_in * 1000 };
}

/** Says that a link is being made; answers nothing where there is one. A try that was given up is replaced. */
export const startLink = (userId: number, now: number): Statement<{ user_id: number }> =>
  statement(sql`insert into discord_links (user_id, linked_at) values (${userId}, ${now})
    on conflict (user_id) do update set linked_at = ${now} where discord_id = '' returning user_id`);

/** Fills the link that was started then; answers nothing where it is gone or a newer try has taken its place. */
export const fillLink = (
  userId: number,
  started: number,
  { id, username, global_name = null }: Profile,
  { access, refresh, expires }: Sealed,
): Statement<{ user_id: number }> =>
  statement(sql`update discord_links set discord_id = ${id}, username = ${username}, global_name = ${global_name},
      access_token = ${access}, refresh_token = ${refresh}, token_expires_at = ${expires}
    where user_id = ${userId} and discord_id = '' and linked_at = ${started} returning user_id`);

/** Gives up the link that was started then. */
export const dropStarted = (userId: number, started: number): Statement =>
  statement(
    sql`delete from discord_links where user_id = ${userId} and discord_id = '' and linked_at = ${started}`,
  );

/** Replaces tokens by those that came for them, unless others have come in the meantime. */
export const replaceTokens = (userId: number, refreshed: string, by: Sealed): Statement =>
  statement(sql`update discord_links
    set access_token = ${by.access}, refresh_token = ${by.refresh}, token_expires_at = ${by.expires}
    where user_id = ${userId} and refresh_token = ${refreshed}`);

/** The link as Discord has just told and heard it. */
export const noteSync = (
  userId: number,
  { id, username, global_name = null }: Profile,
  now: number,
): Statement =>
  statement(sql`update discord_links set username = ${username}, global_name = ${global_name}, synced_at = ${now}
    where user_id = ${userId} and discord_id = ${id}`);

/** Takes the link away; answers with what is to be taken back at Discord. */
export const deleteLink = (userId: number): Statement<{ refresh_token: string }> =>
  statement(sql`delete from discord_links where user_id = ${userId} returning refresh_token`);
