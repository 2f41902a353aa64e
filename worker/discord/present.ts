import { type Columns, type Statement, statement } from "#db/database.ts";
import type { DiscordLink } from "#domain/discord/api.ts";

type LinkRow = Columns<"discord_links", "discord_id" | "username" | "global_name">;

/** An unfinished link counts as abandoned after this many seconds. */
const LINK_TIMEOUT_SECONDS = 10 * 60;

/** Selects a user's linked Discord account, or the link in progress. */
export const discordLinkQuery = (userId: number): Statement<LinkRow> =>
  statement`select discord_id, username, global_name from discord_links
    where user_id = ${userId} and (discord_id <> '' or linked_at > (unixepoch() - ${LINK_TIMEOUT_SECONDS}) * 1000)`;

export const presentDiscordLink = (row: LinkRow | undefined): DiscordLink | null =>
  row ? { discord_id: row.discord_id, username: row.username, global_name: row.global_name } : null;
