import * as z from "zod/mini";
import { message, nothing, userCard } from "../api/answers.ts";
import { flag, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";

export const ROLES = ["member", "moderator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in user as their own pages know them. */
export const sessionUser = z.extend(userCard, {
  /** What they may do now: staff without two-factor authentication may do what members may. */
  role: z.enum(ROLES),
  /** Staff whose powers wait for two-factor authentication. */
  needs_two_factor: z.boolean(),
  email: z.string(),
  email_verified: z.boolean(),
  xp: z.int(),
  coins: z.int(),
  /** The newest row of their ledger: of two balances, the one with the larger number is the newer. */
  ledger_id: z.int(),
  theme_id: z.int(),
  /** They want to see the profile themes and golden names of others. */
  show_custom_themes: z.boolean(),
  show_custom_usernames: z.boolean(),
  /** Nobody sees them online or playing. */
  appear_offline: z.boolean(),
  /** Who may write to them, comment on their profile, join them: 1 everyone, 2 buddies, 3 no one. */
  message_privacy_permission_id: z.int(),
  comment_privacy_permission_id: z.int(),
  join_privacy_permission_id: z.int(),
  banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
  /** Warnings of the staff's that they have not said they have read. */
  unseen_warnings: z.int(),
  has_private_levels: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUser>;

const privacy = (label: string) => z.optional(whole(label, { min: 1, max: 3 }));

export const sessionRoute = route("GET", "/api/session", {
  summary: "Who am I, and the token that state-changing calls must carry.",
  access: "public",
  input: nothing,
  output: z.object({ user: z.nullable(sessionUser), csrf_token: z.string() }),
  whileBanned: true,
});

export const logoutRoute = route("POST", "/api/auth/logout", {
  summary: "Ends this session.",
  access: "public",
  input: nothing,
  output: message,
  whileBanned: true,
});

export const updateAccountRoute = route("POST", "/api/auth/update", {
  summary: "Changes settings of the account; only what is sent changes.",
  access: "member",
  input: z.object({
    theme_id: z.optional(
      z
        .int({ error: "Theme must be one of the site's." })
        .check(z.refine((n) => n >= 1 && n <= 5, "Theme must be one of the site's.")),
    ),
    appear_offline: z.optional(flag("Appear offline")),
    message_privacy_permission_id: privacy("Who can message you"),
    comment_privacy_permission_id: privacy("Who can comment on your profile"),
    join_privacy_permission_id: privacy("Who can join you"),
    gold_username: z.optional(flag("Golden username")),
    show_custom_themes: z.optional(flag("Show profile themes")),
    show_custom_usernames: z.optional(flag("Show golden usernames")),
    custom_theme_id: z.optional(z.nullable(whole("Profile theme", { min: 1, max: 1e15 }))),
  }),
  output: message,
});
