import * as z from "zod/mini";
import { message, nothing } from "../api/answers.ts";
import { anyText, text } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { emailAddress, newPassword, sameTwice } from "../auth/sign-in-api.ts";
import { discordLink } from "../discord/api.ts";
import { LIMITS } from "../limits.ts";
import { presentUserCard } from "../presence/presence.ts";
import { customTheme } from "../themes/api.ts";

const password = anyText("Password", 1_000);

/** One's own account as the settings show it (spec 3 §3). */
export const userDetails = z.extend(presentUserCard, {
  bio: z.string(),
  email: z.string(),
  /** Masked but for the first two characters of its local part. */
  email_address: z.string(),
  email_verified: z.boolean(),
  /** MM/DD/YYYY hh:mm A in UTC, or null. */
  gold_ends_at: z.nullable(z.string()),
  show_custom_themes: z.boolean(),
  show_custom_usernames: z.boolean(),
  "2fa": z.boolean(),
  /** How many recovery codes are left. */
  recovery_codes_left: z.int(),
  xp: z.int(),
  theme_id: z.int(),
  custom_theme_id: z.nullable(z.int()),
  /** What the profile may wear: the site's own, then one's own. */
  custom_themes: z.array(customTheme),
  comment_privacy_permission_id: z.int(),
  message_privacy_permission_id: z.int(),
  join_privacy_permission_id: z.int(),
  appear_offline: z.boolean(),
  blocks_count: z.int(),
  discord_link: z.nullable(discordLink),
  levels_sum_plays: z.int(),
  clears_count: z.int(),
  user_achievements_count: z.int(),
});
export type UserDetails = z.infer<typeof userDetails>;

export const userDetailsRoute = route("POST", "/api/auth/user/details", {
  summary: "One's own account with all that the settings show. Changes nothing.",
  access: "member",
  limit: "none",
  whileBanned: true,
  input: nothing,
  output: userDetails,
});

export const updateBioRoute = route("POST", "/api/auth/user", {
  summary: "Changes the bio.",
  access: "member",
  input: z.object({ bio: text("Bio", { min: 0, max: LIMITS.bio, multiline: true }) }),
  output: message,
});

export const changeEmailRoute = route("POST", "/api/auth/user/email", {
  summary:
    "Changes the e-mail address, which is unverified then; the old one gets a link that takes it back.",
  access: "member",
  input: z.object({ email: emailAddress, password }),
  output: message,
});

export const revertEmailRoute = route("POST", "/api/auth/email/revert", {
  summary:
    "Takes a change of e-mail address back with the token of a mailed link; every browser is signed out.",
  access: "public",
  whileBanned: true,
  input: z.object({ token: anyText("Token", 200) }),
  /** The token with which a new password can be chosen at once. */
  output: z.object({ message: z.string(), reset_token: z.string() }),
});

export const changePasswordRoute = route("POST", "/api/auth/user/password", {
  summary: "Changes the password; every other browser is signed out.",
  access: "member",
  whileBanned: true,
  input: z.object({ current_password: anyText("Current password", 1_000), ...newPassword }).check(sameTwice),
  output: message,
});

/** One's data, being packed or ready to be fetched. */
export const dataExport = z.object({
  state: z.enum(["waiting", "ready", "failed"]),
  created_at: z.string(),
  /** Null until it is ready. */
  url: z.nullable(z.string()),
  bytes: z.int(),
  expires_at: z.nullable(z.string()),
});

export const dataExportRoute = route("GET", "/api/auth/export", {
  summary: "The newest package of one's data, or null.",
  access: "member",
  whileBanned: true,
  input: nothing,
  output: z.object({ export: z.nullable(dataExport) }),
});

export const startExportRoute = route("POST", "/api/auth/export", {
  summary:
    "Has all of one's data packed in the background, as a zip of JSON; a notification says when it is ready.",
  access: "member",
  status: 201,
  whileBanned: true,
  input: z.object({ password }),
  output: z.object({ export: dataExport }),
});

export const deleteAccountRoute = route("POST", "/api/auth/delete", {
  summary:
    "Deletes the account for good: name, address, chats' name and links go, what others own or said stays.",
  access: "member",
  whileBanned: true,
  input: z.object({ username: anyText("Username", 100), password }),
  output: message,
});
