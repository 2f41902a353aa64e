import * as z from "zod/mini";
import { userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { STAMPS } from "../first-night/stamps.ts";
import { ROLES } from "./roles.ts";

export const sessionUser = z.extend(userCard, {
  /** Their effective role: staff without two-factor authentication only have the permissions of members. */
  role: z.enum(ROLES),
  /** Whether they are staff and still have to turn on two-factor authentication. */
  needs_two_factor: z.boolean(),
  /** The token of their bopi's look, for `lookPictureUrl`. */
  look: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  xp: z.int(),
  coins: z.int(),
  /** The newest row of their ledger. Of two balances, the one with the larger id is newer. */
  ledger_id: z.int(),
  theme_id: z.int(),
  show_custom_themes: z.boolean(),
  show_custom_usernames: z.boolean(),
  appear_offline: z.boolean(),
  /** Privacy for messages, profile comments and joining: 1 everyone, 2 buddies, 3 no one. */
  message_privacy_permission_id: z.int(),
  comment_privacy_permission_id: z.int(),
  join_privacy_permission_id: z.int(),
  banned: z.nullable(z.object({ reason: z.string(), until: z.nullable(z.string()) })),
  unseen_warnings: z.int(),
  /** The stamps of their first night; null for accounts older than it. */
  first_night: z.nullable(z.array(z.enum(STAMPS))),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const sessionRoute = route("GET", "/api/session", {
  summary: "The signed-in user, and the CSRF token for state-changing calls.",
  access: "public",
  output: z.object({
    user: z.nullable(sessionUser),
    csrf_token: z.string(),
    /** Present while the site saves nothing. */
    read_only: z.optional(z.boolean()),
  }),
  whileBanned: true,
});

export const logoutRoute = route("POST", "/api/auth/logout", {
  summary: "Ends this session.",
  access: "public",
  atCaller: true,
  whileReadOnly: true,
  whileBanned: true,
});
