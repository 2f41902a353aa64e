import * as z from "zod/mini";
import { anyText, text } from "../../api/fields.ts";
import { page, preload } from "../../api/page.ts";
import { route } from "../../api/route.ts";
import { decodeLook } from "../../avatar/bopi-look.ts";
import { LIMITS } from "../../limits.ts";
import { starterItemsRoute } from "../../starter/api.ts";
import { STARTER_SET_NAMES } from "../../starter/starter-sets.ts";
import { sessionUser } from "../api.ts";

/** Signing up and signing in. Separate from what every page requests, because few pages need it. */

export const username = text("Username", LIMITS.username).check(
  z.regex(/^[A-Za-z0-9_]*$/, "Username can only have letters, numbers and _."),
);
const password = (label: string) =>
  z.string({ error: `${label} is required.` }).check(
    z.minLength(LIMITS.password.min, `${label} must be at least ${LIMITS.password.min} characters.`),
    z.maxLength(LIMITS.password.max, `${label} must be at most ${LIMITS.password.max} characters.`),
    z.refine((value) => value.isWellFormed(), `${label} has a broken character. Type it again.`),
  );
export const emailAddress = text("Email address", { max: LIMITS.email, asTyped: true }).check(
  // Nothing invisible, such as a soft hyphen: it would be another address that looks the same.
  z.regex(
    /^[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800@"<>(),;:\\[\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/u,
    "Email address must look like name@example.com.",
  ),
  // One spelling for every alphabet, because the database only ignores case for A to Z.
  z.toLowerCase(),
);
export const newPassword = {
  password: password("Password"),
  password_confirmation: anyText("Password confirmation", 1_000),
};
export const passwordsMatch = z.refine<{ password: string; password_confirmation: string }>(
  (input) => input.password === input.password_confirmation,
  { message: "The two passwords don't match.", path: ["password_confirmation"] },
);

const user = z.object({ user: sessionUser });

export const registerRoute = route("POST", "/api/auth/register", {
  summary: "Creates an account and signs it in.",
  access: "public",
  status: 201,
  input: z
    .object({
      username,
      email: emailAddress,
      ...newPassword,
      starter_set: z.optional(z.enum(STARTER_SET_NAMES, { error: "Starter set must be one of the site's." })),
      /** A look token: its colors and starter items are kept. It takes the place of a set. */
      look: z.optional(
        anyText("Look", 200).check(
          z.refine((token) => decodeLook(token) !== null, "Look must be a look's token."),
        ),
      ),
      /** The Turnstile token, if the site uses Turnstile. */
      turnstile_token: z.optional(anyText("Check", 2_048)),
    })
    .check(passwordsMatch),
  output: user,
});

export const loginRoute = route("POST", "/api/auth/login", {
  summary: "Signs in by username or email address.",
  access: "public",
  whileReadOnly: true,
  input: z.object({ login: anyText("Username or email", 1_000), password: anyText("Password", 1_000) }),
  /** `two_factor` if the second step is still required. */
  output: z.object({ user: z.optional(sessionUser), two_factor: z.optional(z.literal(true)) }),
});

export const forgotPasswordRoute = route("POST", "/api/auth/password/forgot", {
  summary:
    "Emails a link to choose a new password. The response is the same whether or not the address has an account.",
  access: "public",
  whileBanned: true,
  input: z.object({ email: emailAddress }),
});

export const resetPasswordRoute = route("POST", "/api/auth/password/reset", {
  summary: "Sets a new password with the token of an emailed link and signs out every device.",
  access: "public",
  whileBanned: true,
  input: z.object({ token: anyText("Token", 200), ...newPassword }).check(passwordsMatch),
});

export const verifyEmailRoute = route("POST", "/api/auth/email/verify", {
  summary:
    "Verifies an email address with the token of an emailed link, after the user has confirmed it on the link's page.",
  access: "public",
  whileBanned: true,
  input: z.object({ token: anyText("Token", 200) }),
});

export const resendVerificationRoute = route("POST", "/email/resend", {
  summary: "Sends the email verification link again.",
  access: "member",
});

export const signUpPage = page("/register", {
  access: "public",
  module: "auth/register",
  title: "Sign up",
  preload: () => [preload(starterItemsRoute)],
});

export const signInPage = page("/login", { access: "public", module: "auth/login", title: "Sign in" });

export const forgotPasswordPage = page("/forgot-password", {
  group: "rare",
  access: "public",
  module: "auth/forgot",
  title: "Forgot your password?",
});

export const resetPasswordPage = page("/reset-password/:token", {
  group: "rare",
  access: "public",
  module: "auth/reset",
  title: "Choose a new password",
  whileBanned: true,
});

export const verifyEmailPage = page("/email/verify/:token", {
  group: "rare",
  access: "public",
  module: "auth/verify",
  title: "Confirm your email address",
});

export const revertEmailPage = page("/email/revert/:token", {
  group: "rare",
  access: "public",
  module: "auth/revert",
  title: "Undo the email change",
  whileBanned: true,
});
