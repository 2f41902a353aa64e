import * as z from "zod/mini";
import { message, nothing } from "../api/answers.ts";
import { anyText, text } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { sessionUser } from "./api.ts";

/** How one gets an account and into it: apart from what every page asks, as few pages need it. */

export const username = text("Username", LIMITS.username).check(
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

const user = z.object({ user: sessionUser });

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

export const forgotPasswordRoute = route("POST", "/api/auth/password/forgot", {
  summary:
    "Sends a link to choose a new password; the same answer whether or not the address has an account.",
  access: "public",
  whileBanned: true,
  input: z.object({ email: emailAddress }),
  output: message,
});

export const resetPasswordRoute = route("POST", "/api/auth/password/reset", {
  summary: "Sets a new password with the token of a mailed link and signs out every device.",
  access: "public",
  whileBanned: true,
  input: z.object({ token: anyText("Token", 200), ...newPassword }).check(sameTwice),
  output: message,
});

export const verifyEmailRoute = route("POST", "/api/auth/email/verify", {
  summary:
    "Verifies an e-mail address with the token of a mailed link, whose page asks before it sends this.",
  access: "public",
  whileBanned: true,
  input: z.object({ token: anyText("Token", 200) }),
  output: message,
});

export const resendVerificationRoute = route("POST", "/email/resend", {
  summary: "Sends the e-mail verification link again.",
  access: "member",
  input: nothing,
  output: message,
});
