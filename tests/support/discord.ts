import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { DISCORD_LINK_PATH } from "#domain/discord/words.ts";
import { DiscordDoors } from "#tests/stand-ins/discord/client.ts";
import type { DiscordPerson } from "#tests/stand-ins/discord/people.ts";
import { type Browser, db, testEnv } from "./browser.ts";
import type { Person } from "./people.ts";

export const discord = new DiscordDoors(testEnv.DISCORD_STAND_IN ?? "");

interface LinkRow {
  discord_id: string;
  username: string;
  global_name: string | null;
  access_token: string;
  refresh_token: string;
  token_expires_at: number;
  linked_at: number;
  synced_at: number | null;
}

/** What the database has of somebody's link. */
export const linkRow = ({ id }: { id: number }): Promise<LinkRow | undefined> =>
  db.first(statement<LinkRow>(sql`select * from discord_links where user_id = ${id}`));

/** Where the browser is led when it begins to link. */
export async function begin(browser: Browser, headers: Record<string, string> = {}): Promise<string> {
  const answer = await browser.fetch(DISCORD_LINK_PATH, { headers });
  return answer.headers.get("Location") ?? "";
}

/** Brings the browser back from Discord; answers with where it ends, having waited for what is done after the answer. */
export async function comeBack(browser: Browser, back: URL): Promise<string> {
  browser.variant ??= {};
  const answer = await browser.fetch(back.pathname + back.search);
  return `${answer.status} ${answer.headers.get("Location")}`;
}

/** Goes the whole way, as `who` at Discord (nobody: presses Cancel). */
export async function link({ browser }: Person, who: DiscordPerson | null): Promise<string> {
  return comeBack(browser, await discord.consent(await begin(browser), who));
}
