/** Messages dictated by the specification (spec 3 §8). */
export const DISCORD_STRINGS = {
  synced: "Your information has been synced (it may take a few moments for changes to take effect)",
  syncFailed: "An error occured when syncing information to your discord account.",
  unlinked:
    "Your discord account has been unlinked (you can remove bot access in discord by going to User Settings > Authorized Apps)",
  unlinkFailed: "An error occured when unlinking your discord account.",
} as const;

/** Start of the linking flow, opened in a new tab. Redirects to Discord. */
export const DISCORD_LINK_PATH = "/auth/discord/link";
/** The OAuth callback. Its URL has to be registered with Discord. */
export const DISCORD_CALLBACK_PATH = "/auth/discord/callback";
/** The page at the end of the linking flow. */
const SETTINGS = "/settings/account";

/** The result of a linking attempt. */
export type DiscordLinkResult =
  | "linked"
  | "denied"
  | "expired"
  | "failed"
  | "taken"
  | "already"
  | "busy"
  | "off";

/** The URL of the settings with the result's message (web/features/settings/text/settings.ts), or without one. */
export function discordResultUrl(result?: DiscordLinkResult): string {
  if (!result) return SETTINGS;
  return `${SETTINGS}?${result === "linked" ? "message" : "error"}=discord_${result}`;
}
