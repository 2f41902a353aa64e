import { DISCORD_LINK_PATH } from "#domain/discord/strings.ts";
import { DiscordControl } from "#tests/stand-ins/discord/discord-control.ts";
import type { DiscordPerson } from "#tests/stand-ins/discord/discord-state.ts";
import { type Browser, firstRow, testEnv } from "./browser.ts";
import type { TestUser } from "./test-user.ts";

export const discord = new DiscordControl(testEnv.DISCORD_STAND_IN ?? "");

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

/** Returns a user's row in `discord_links`. */
export const linkRow = ({ id }: { id: number }): Promise<LinkRow | undefined> =>
  firstRow<LinkRow>`select * from discord_links where user_id = ${id}`;

/** Starts linking. Returns the redirect to Discord. */
export async function startDiscordLink(
  browser: Browser,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await browser.fetch(DISCORD_LINK_PATH, { headers });
  return response.headers.get("Location") ?? "";
}

/** Returns from Discord to the site and waits for background work. Returns the status and the redirect. */
export async function returnFromDiscord(browser: Browser, callbackUrl: URL): Promise<string> {
  browser.variant ??= {};
  const response = await browser.fetch(callbackUrl.pathname + callbackUrl.search);
  return `${response.status} ${response.headers.get("Location")}`;
}

/** Links an account as a Discord user; null cancels at Discord. */
export async function linkDiscord(browser: TestUser, discordUser: DiscordPerson | null): Promise<string> {
  return returnFromDiscord(browser, await discord.consent(await startDiscordLink(browser), discordUser));
}
