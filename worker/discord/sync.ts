import { sql } from "drizzle-orm";
import { type Database, type Statement, statement } from "#db/client.ts";
import { hasGold } from "#domain/billing/rules.ts";
import { roleConnection } from "#domain/discord/roles.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import type { Env } from "../env.ts";
import {
  type Discord,
  DiscordError,
  type Profile,
  putRoleConnection,
  readProfile,
  refreshTokens,
} from "./client.ts";
import { openToken, replaceTokens, sealTokens } from "./commands.ts";

/** Milliseconds before its end from which a token is not relied on. */
const MARGIN = 60_000;
/** How often, and how many milliseconds apart, to look whether another sync has brought new tokens. */
const LOOKS = 6;
const APART = 250;

interface Linked {
  user_id: number;
  access_token: string;
  refresh_token: string;
  token_expires_at: number;
  username: string;
  gold_until: number | null;
  xp: number;
  levels_count: number;
  created_at: number;
}

/** A finished link with what Discord is told of its owner. */
export const linkedQuery = (userId: number): Statement<Linked> =>
  statement(sql`select d.user_id, d.access_token, d.refresh_token, d.token_expires_at,
      u.username, u.gold_until, u.xp, u.levels_count, u.created_at
    from discord_links d join users u on u.id = d.user_id where d.user_id = ${userId} and d.discord_id <> ''`);

/** Tells Discord of the account and learns who it is there; throws where Discord does not play along. */
export async function syncLink(
  env: Env,
  db: Database,
  discord: Discord,
  link: Linked,
  now: number,
): Promise<Profile> {
  const connection = roleConnection({
    username: link.username,
    has_gold: hasGold(link.gold_until, now),
    level: spiritLevel(link.xp),
    levels_count: link.levels_count,
    created_at: link.created_at,
  });
  const tell = async (token: string) => {
    const [profile] = await Promise.all([
      readProfile(discord, token),
      putRoleConnection(discord, token, connection),
    ]);
    return profile;
  };
  if (link.token_expires_at <= now + MARGIN) return tell(await renew(env, db, discord, link, now));
  try {
    return await tell(await openToken(env, link.user_id, link.access_token));
  } catch (error) {
    // A token can end before its time.
    if (!(error instanceof DiscordError) || error.status !== 401) throw error;
    return tell(await renew(env, db, discord, link, now));
  }
}

/** A new access token. Discord takes a refresh token once: of two at once one is refused, and takes what the other got. */
async function renew(
  env: Env,
  db: Database,
  discord: Discord,
  { user_id, refresh_token }: Linked,
  now: number,
): Promise<string> {
  try {
    const tokens = await refreshTokens(discord, await openToken(env, user_id, refresh_token));
    await db.all(replaceTokens(user_id, refresh_token, await sealTokens(env, user_id, tokens, now)));
    return tokens.access_token;
  } catch (error) {
    if (!(error instanceof DiscordError) || error.status !== 400) throw error;
    for (let look = 0; look < LOOKS; look++) {
      const link = await db.first(linkedQuery(user_id));
      if (!link) throw error;
      if (link.refresh_token !== refresh_token) return openToken(env, user_id, link.access_token);
      await scheduler.wait(APART);
    }
    throw error;
  }
}
