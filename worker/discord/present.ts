import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { DiscordLink } from "#domain/discord/api.ts";

interface LinkRow {
  discord_id: string;
  username: string;
  global_name: string | null;
}

/** Seconds after which a link that is still being made counts as given up. */
const MAKING = 10 * 60;

/** Somebody's linked Discord account, or the one being linked. */
export const discordLinkQuery = (userId: number): Statement<LinkRow> =>
  statement(sql`select discord_id, username, global_name from discord_links
    where user_id = ${userId} and (discord_id <> '' or linked_at > (unixepoch() - ${MAKING}) * 1000)`);

export const presentDiscordLink = (row: LinkRow | undefined): DiscordLink | null =>
  row ? { discord_id: row.discord_id, username: row.username, global_name: row.global_name } : null;
