import { TURNSTILE_ACTION, TURNSTILE_SCRIPT_ID } from "#domain/auth/turnstile.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { isProduction } from "../env.ts";
import { logError } from "../http/log.ts";

const CLOUDFLARE = "https://challenges.cloudflare.com";
/** Timeout of the check, in milliseconds. */
const TIMEOUT_MS = 5_000;

export interface Turnstile {
  /** Public: the widget needs it. */
  siteKey: string;
  secret: string;
  /** Origin of the script and its frame. */
  origin: string;
}

/** Returns Cloudflare's human check or its stand-in; null if the site has no keys for it. */
export function turnstileOf(env: Env): Turnstile | null {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secret, TURNSTILE_STAND_IN } = env;
  if (!siteKey || !secret) return null;
  return { siteKey, secret, origin: (!isProduction(env) && TURNSTILE_STAND_IN) || CLOUDFLARE };
}

/** The script tag for the sign-up page. It renders nothing until the page calls it. */
export const turnstileScript = ({ origin }: Turnstile): string =>
  `<script id="${TURNSTILE_SCRIPT_ID}" src="${origin}/turnstile/v0/api.js?render=explicit" async></script>`;

interface Verdict {
  success?: boolean;
  action?: string;
  "error-codes"?: string[];
}

/** Throws a 422 at `turnstile_token` without a valid token, and an error if the check is unavailable. */
export async function checkHuman(env: Env, token: string | undefined, clientIp: string): Promise<void> {
  const turnstile = turnstileOf(env);
  if (!turnstile) return;
  if (!token) throw humanCheckError("Wait for the check above, then try again.");
  const verdict = await verifyToken(turnstile, token, clientIp);
  if (verdict.success === true && verdict.action === TURNSTILE_ACTION) return;
  const codes = verdict["error-codes"] ?? [];
  // A wrong key or a failure on their side, which the user can't fix.
  if (codes.some((code) => code.endsWith("-input-secret") || code === "internal-error"))
    throw unavailable(`siteverify: ${codes.join(", ")}`);
  throw humanCheckError("The check failed or expired. We've restarted it: try again.");
}

const humanCheckError = (message: string) => fieldError("turnstile_token", message);

function unavailable(why: unknown): ApiError {
  logError("human check", {}, why);
  return new ApiError("check_failed");
}

async function verifyToken({ origin, secret }: Turnstile, token: string, clientIp: string): Promise<Verdict> {
  try {
    const response = await fetch(`${origin}/turnstile/v0/siteverify`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ secret, response: token, remoteip: clientIp }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 500) throw new Error(`siteverify returned ${response.status}`);
    return await response.json<Verdict>();
  } catch (error) {
    throw unavailable(error);
  }
}
