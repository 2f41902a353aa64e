import * as z from "zod/mini";
import { message, nothing } from "../api/answers.ts";
import { anyText } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { sessionUser } from "../auth/api.ts";

/** Six digits of an authenticator app; spaces that people type between them do not count. */
export const twoFactorCode = z.pipe(
  z.pipe(
    z.string({ error: "Code is required." }),
    z.transform((value: string) => value.replace(/\s/g, "")),
  ),
  z.string().check(z.regex(/^\d{6}$/, "Code must be six digits.")),
);

const password = anyText("Password", 1_000);

/** A browser that is signed in, as its owner sees it. */
export const device = z.object({
  id: z.string(),
  /** Browser and system in words, "Firefox on Windows". */
  device: z.string(),
  /** Town and country as far as known when it signed in; empty where they are not. */
  place: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  created_at: z.string(),
  /** To the hour. */
  seen_at: z.string(),
});
export type Device = z.infer<typeof device>;

export const secondStepRoute = route("POST", "/api/auth/login/two-factor", {
  summary: "The second step of signing in: a code of the authenticator app, or one of the recovery codes.",
  access: "public",
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
  summary:
    "Shows again who one is, which dangerous acts want: the session counts as confirmed for half an hour.",
  access: "member",
  whileBanned: true,
  input: z.object({ password }),
  output: message,
});

export const deviceListRoute = route("GET", "/api/auth/sessions", {
  summary: "The browsers in which one is signed in, the one that asks first, then by when they were used.",
  access: "member",
  whileBanned: true,
  input: nothing,
  output: z.object({ data: z.array(device) }),
});

export const endDeviceRoute = route("POST", "/api/auth/sessions/{sessionId}/delete", {
  summary: "Signs one of one's browsers out.",
  access: "member",
  whileBanned: true,
  input: nothing,
  output: message,
});

export const logoutOtherDevicesRoute = route("POST", "/api/auth/logout-other-devices", {
  summary: "Signs out every browser but the one that asks.",
  access: "member",
  whileBanned: true,
  input: z.object({ password }),
  output: message,
});

export const twoFactorGenerateRoute = route("POST", "/api/auth/2fa/generate", {
  summary:
    "A new secret for an authenticator app, as text and as a QR picture; it counts once a code of it is sent.",
  access: "member",
  confirmed: true,
  whileBanned: true,
  input: nothing,
  output: z.object({ svg: z.string(), secret: z.string() }),
});

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const twoFactorEnableRoute = route("POST", "/api/auth/2fa/enable", {
  summary:
    "Turns two-factor authentication on with a code of the secret just made; answers the recovery codes, once.",
  access: "member",
  confirmed: true,
  whileBanned: true,
  input: z.object({ code: twoFactorCode }),
  output: recoveryCodes,
});

export const recoveryCodesRoute = route("POST", "/api/auth/2fa/recovery-codes", {
  summary: "Sixteen new recovery codes; the old ones end.",
  access: "member",
  whileBanned: true,
  input: z.object({ password }),
  output: recoveryCodes,
});

export const twoFactorDisableRoute = route("POST", "/api/auth/2fa/disable", {
  summary: "Turns two-factor authentication off.",
  access: "member",
  whileBanned: true,
  input: z.object({ password }),
  output: message,
});
