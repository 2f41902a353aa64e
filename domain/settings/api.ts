import * as z from "zod/mini";
import { anyText, flag, text, wholeNumber } from "../api/fields.ts";
import { page } from "../api/page.ts";
import { route } from "../api/route.ts";
import { SETTINGS_WHILE_BANNED } from "../auth/banned.ts";
import { emailAddress, newPassword, passwordsMatch } from "../auth/sign-in/api.ts";
import { discordLink } from "../discord/api.ts";
import { customerRoute } from "../gold/api.ts";
import { LIMITS } from "../limits.ts";
import { presentUserCard } from "../presence/presence.ts";
import { THEME_CHOICES } from "../site.ts";
import { customTheme } from "../themes/api.ts";

const password = anyText("Password", 1_000);

/** The user's own account as the settings show it (spec 3 §3). */
export const userDetails = z.extend(presentUserCard, {
  bio: z.string(),
  email: z.string(),
  /** Masked except for the first 2 characters of its local part. */
  email_address: z.string(),
  email_verified: z.boolean(),
  /** MM/DD/YYYY hh:mm A in UTC, or null. */
  gold_ends_at: z.nullable(z.string()),
  show_custom_themes: z.boolean(),
  show_custom_usernames: z.boolean(),
  "2fa": z.boolean(),
  recovery_codes_left: z.int(),
  xp: z.int(),
  theme_id: z.int(),
  custom_theme_id: z.nullable(z.int()),
  /** Available profile themes: the presets, then the user's own. */
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
  summary: "Your own account with everything the settings show. Read-only.",
  access: "member",
  rateLimit: "none",
  whileBanned: true,
  output: userDetails,
});

const privacy = (label: string) => z.optional(wholeNumber(label, { min: 1, max: 3 }));

export const updateAccountRoute = route("POST", "/api/auth/update", {
  summary: "Changes account settings. Omitted fields keep their values.",
  access: "member",
  input: z.object({
    theme_id: z.optional(
      z
        .int({ error: "Theme must be one of the site's." })
        .check(z.refine((n) => THEME_CHOICES.some(({ id }) => id === n), "Theme must be one of the site's.")),
    ),
    appear_offline: z.optional(flag("Appear offline")),
    message_privacy_permission_id: privacy("Who can message you"),
    comment_privacy_permission_id: privacy("Who can comment on your profile"),
    join_privacy_permission_id: privacy("Who can join you"),
    gold_username: z.optional(flag("Golden username")),
    show_custom_themes: z.optional(flag("Show profile themes")),
    show_custom_usernames: z.optional(flag("Show golden usernames")),
    custom_theme_id: z.optional(z.nullable(wholeNumber("Profile theme", { min: 1, max: 1e15 }))),
  }),
});

export const updateBioRoute = route("POST", "/api/auth/user", {
  summary: "Changes the bio.",
  access: "member",
  input: z.object({ bio: text("Bio", { min: 0, max: LIMITS.bio, multiline: true }) }),
});

export const changeEmailRoute = route("POST", "/api/auth/user/email", {
  summary:
    "Changes the email address, which is then unverified. The old address gets a link to undo the change.",
  access: "member",
  input: z.object({ email: emailAddress, password }),
});

export const revertEmailRoute = route("POST", "/api/auth/email/revert", {
  summary: "Undoes a change of email address with the token of an emailed link, and signs out every browser.",
  access: "public",
  whileBanned: true,
  input: z.object({ token: anyText("Token", 200) }),
  /** A token for choosing a new password at once. */
  output: z.object({ message: z.string(), reset_token: z.string() }),
});

export const changePasswordRoute = route("POST", "/api/auth/user/password", {
  summary: "Changes the password and signs out every other browser.",
  access: "member",
  whileBanned: true,
  input: z
    .object({ current_password: anyText("Current password", 1_000), ...newPassword })
    .check(passwordsMatch),
});

export const dataExport = z.object({
  state: z.enum(["waiting", "ready", "failed"]),
  created_at: z.string(),
  url: z.nullable(z.string()),
  bytes: z.int(),
  expires_at: z.nullable(z.string()),
});

export const dataExportRoute = route("GET", "/api/auth/export", {
  summary: "Your newest data export, or null.",
  access: "member",
  fresh: true,
  whileBanned: true,
  output: z.object({ export: z.nullable(dataExport) }),
});

export const startExportRoute = route("POST", "/api/auth/export", {
  summary: "Starts an export of your data as a zip of JSON files. A notification arrives when it is ready.",
  access: "member",
  status: 201,
  whileBanned: true,
  input: z.object({ password }),
  output: z.object({ export: dataExport }),
});

export const deleteAccountRoute = route("POST", "/api/auth/delete", {
  summary:
    "Permanently deletes the account: its name, email address and links. Things that others own or wrote remain.",
  access: "member",
  whileBanned: true,
  input: z.object({ username: anyText("Username", 100), password }),
});

export const settingsPage = page("/settings/:settingsTab?", {
  group: "rare",
  access: "member",
  module: "settings/settings",
  title: "Settings",
  // A 404 without a subscription is logged by browsers; after a payment a preloaded one would be stale.
  preload: ({ settingsTab }, query) =>
    settingsTab === "billing" && !query.has("checkout")
      ? [{ route: customerRoute, params: {}, input: {}, withError: true }]
      : [],
  whileBanned: SETTINGS_WHILE_BANNED,
});
