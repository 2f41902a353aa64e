import * as z from "zod/mini";
import { anyText } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { sessionUser } from "../auth/api.ts";

/** A 6-digit code of an authenticator app. Spaces are ignored. */
export const twoFactorCode = z.pipe(
  z.pipe(
    z.string({ error: "Code is required." }),
    z.transform((value: string) => value.replace(/\s/g, "")),
  ),
  z.string().check(z.regex(/^\d{6}$/, "Code must be 6 digits.")),
);

const password = anyText("Password", 1_000);

export const device = z.object({
  id: z.string(),
  /** Browser and system: "Firefox on Windows". */
  device: z.string(),
  /** Town and country at sign-in; empty if unknown. */
  place: z.string(),
  current: z.boolean(),
  created_at: z.string(),
  /** Rounded to the hour. */
  seen_at: z.string(),
});
export type Device = z.infer<typeof device>;

export const secondStepRoute = route("POST", "/api/auth/login/two-factor", {
  summary: "The second step of signing in: a code of the authenticator app, or a recovery code.",
  access: "public",
  whileReadOnly: true,
  input: z
    .object({
      code: z.optional(twoFactorCode),
      recovery_code: z.optional(anyText("Recovery code", 100)),
    })
    .check(
      z.refine(({ code, recovery_code }) => (code ?? recovery_code) !== undefined, {
        message: "Send a code or a recovery code.",
        path: ["code"],
      }),
      z.refine(({ code, recovery_code }) => code === undefined || recovery_code === undefined, {
        message: "Send a code or a recovery code, not both.",
        path: ["recovery_code"],
      }),
    ),
  output: z.object({ user: sessionUser }),
});

export const confirmRoute = route("POST", "/api/auth/confirm", {
  summary: "Confirms your password for sensitive actions. The session counts as confirmed for 30 minutes.",
  access: "member",
  whileReadOnly: true,
  whileBanned: true,
  input: z.object({ password }),
});

export const deviceListRoute = route("GET", "/api/auth/sessions", {
  summary: "Your signed-in browsers: the current one first, then the most recently used.",
  access: "member",
  fresh: true,
  whileBanned: true,
  output: z.object({ data: z.array(device) }),
});

export const endDeviceRoute = route("POST", "/api/auth/sessions/{sessionId}/delete", {
  summary: "Signs out one of your browsers.",
  access: "member",
  atCaller: true,
  whileBanned: true,
});

export const logoutOtherDevicesRoute = route("POST", "/api/auth/logout-other-devices", {
  summary: "Signs out every browser except the current one.",
  access: "member",
  whileBanned: true,
  input: z.object({ password }),
});

export const twoFactorGenerateRoute = route("POST", "/api/auth/2fa/generate", {
  summary:
    "A new secret for an authenticator app, as text and as a QR code. It takes effect once you send one of its codes.",
  access: "member",
  recentlyConfirmed: true,
  whileBanned: true,
  output: z.object({ svg: z.string(), secret: z.string() }),
});

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const twoFactorEnableRoute = route("POST", "/api/auth/2fa/enable", {
  summary:
    "Turns on two-factor authentication with a code of the new secret. Returns the recovery codes once.",
  access: "member",
  recentlyConfirmed: true,
  whileBanned: true,
  input: z.object({ code: twoFactorCode }),
  output: recoveryCodes,
});

export const recoveryCodesRoute = route("POST", "/api/auth/2fa/recovery-codes", {
  summary: "Replaces your recovery codes with 16 new ones.",
  access: "member",
  whileBanned: true,
  input: z.object({ password }),
  output: recoveryCodes,
});

export const twoFactorDisableRoute = route("POST", "/api/auth/2fa/disable", {
  summary: "Turns off two-factor authentication.",
  access: "member",
  whileBanned: true,
  input: z.object({ password }),
});
