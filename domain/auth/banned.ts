/** The page that shows banned members the reason, the end and their options. */
export const BANNED_PAGE = "/banned";

/** The settings that are open to banned members: security and billing. */
export const SETTINGS_WHILE_BANNED: readonly string[] = ["/settings/account", "/settings/billing"];
