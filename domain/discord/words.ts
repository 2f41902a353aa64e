/** What people are told, in the specification's own words (spec 3 §8). */
export const DISCORD_WORDS = {
  synced: "Your information has been synced (it may take a few moments for changes to take effect)",
  syncFailed: "An error occured when syncing information to your discord account.",
  unlinked:
    "Your discord account has been unlinked (you can remove bot access in discord by going to User Settings > Authorized Apps)",
  unlinkFailed: "An error occured when unlinking your discord account.",
} as const;

/** Where linking begins: a page of its own tab that leads on to Discord. */
export const DISCORD_LINK_PATH = "/auth/discord/link";
/** Where Discord leads back to; it has to know the address beforehand. */
export const DISCORD_CALLBACK_PATH = "/auth/discord/callback";
/** Where linking ends. */
const SETTINGS = "/settings/account";

/** How a try to link can end. */
export type LinkEnd = "linked" | "denied" | "expired" | "failed" | "taken" | "already" | "busy" | "off";

/** The settings, which say how it ended (web/text/settings.ts); with nothing to say, the page alone. */
export function discordEndAddress(how?: LinkEnd): string {
  if (!how) return SETTINGS;
  return `${SETTINGS}?${how === "linked" ? "message" : "error"}=discord_${how}`;
}
