import * as z from "zod/mini";
import { message, nothing, userCard } from "../api/answers.ts";
import { anyText, flag, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";

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
});
export type SessionUser = z.infer<typeof sessionUser>;

const username = text("Username", LIMITS.username).check(
  z.regex(/^[A-Za-z0-9_]*$/, "Username may have letters, digits and _ only."),
);
const password = (label: string) =>
  z.string({ error: `${label} is required.` }).check(
    z.minLength(LIMITS.password.min, `${label} must be at least ${LIMITS.password.min} characters.`),
    z.maxLength(LIMITS.password.max, `${label} must be at most ${LIMITS.password.max} characters.`),
    z.refine((value) => value.isWellFormed(), `${label} has a character that is broken. Type it again.`),
  );
export const emailAddress = text("E-mail address", { max: LIMITS.email }).check(
  z.regex(
    /^[^\s@"<>(),;:\\[\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/,
    "E-mail address must look like name@example.com.",
  ),
  // One spelling of each, in every alphabet: the database compares A to Z only.
  z.toLowerCase(),
);
/** A new password is typed twice. */
export const newPassword = {
  password: password("Password"),
  password_confirmation: anyText("Password confirmation", 1_000),
};
export const sameTwice = z.refine<{ password: string; password_confirmation: string }>(
  (input) => input.password === input.password_confirmation,
  { message: "The two passwords are not the same.", path: ["password_confirmation"] },
);

const privacy = (label: string) => z.optional(whole(label, { min: 1, max: 3 }));

const user = z.object({ user: sessionUser });

export const sessionRoute = route("GET", "/api/session", {
  summary: "Who am I, and the token that state-changing calls must carry.",
  access: "public",
  input: nothing,
  output: z.object({ user: z.nullable(sessionUser), csrf_token: z.string() }),
  whileBanned: true,
});

export const registerRoute = route("POST", "/api/auth/register", {
  summary: "Makes an account and signs it in.",
  access: "public",
  status: 201,
  input: z
    .object({
      username,
      email: emailAddress,
      ...newPassword,
      /** What Cloudflare's check for people says, where the site asks for it. */
      turnstile_token: z.optional(anyText("Check", 2_048)),
    })
    .check(sameTwice),
  output: user,
});

export const loginRoute = route("POST", "/api/auth/login", {
  summary: "Signs in by username or e-mail address.",
  access: "public",
  input: z.object({ login: anyText("Username or e-mail", 1_000), password: anyText("Password", 1_000) }),
  /** `two_factor` where the second step is still to come. */
  output: z.object({ user: z.optional(sessionUser), two_factor: z.optional(z.literal(true)) }),
});

export const logoutRoute = route("POST", "/api/auth/logout", {
  summary: "Ends this session.",
  access: "public",
  input: nothing,
  output: message,
  whileBanned: true,
});

export const forgotPasswordRoute = route("POST", "/api/auth/password/forgot", {
  summary:
    "Sends a link to choose a new password; the same answer whether or not the address has an account.",
  access: "public",
  input: z.object({ email: emailAddress }),
  output: message,
});

export const resetPasswordRoute = route("POST", "/api/auth/password/reset", {
  summary: "Sets a new password with the token of a mailed link and signs out every device.",
  access: "public",
  input: z.object({ token: anyText("Token", 200), ...newPassword }).check(sameTwice),
  output: message,
});

export const resendVerificationRoute = route("POST", "/email/resend", {
  summary: "Sends the e-mail verification link again.",
  access: "member",
  input: nothing,
  output: message,
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
