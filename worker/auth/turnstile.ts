import { HUMAN_ACTION, HUMAN_SCRIPT } from "#domain/auth/human.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { type Env, isProduction } from "../env.ts";
import { logError } from "../http/log.ts";

const CLOUDFLARE = "https://challenges.cloudflare.com";
/** Milliseconds that the check has for an answer. */
const PATIENCE = 5_000;

export interface Turnstile {
  /** Public: the widget is made with it. */
  siteKey: string;
  secret: string;
  /** Where the script and its frame come from. */
  origin: string;
}

/** Cloudflare's check for people, or the stand-in that plays it; null where the site has no keys for it. */
export function turnstileOf(env: Env): Turnstile | null {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secret, TURNSTILE_STAND_IN } = env;
  if (!siteKey || !secret) return null;
  return { siteKey, secret, origin: (!isProduction(env) && TURNSTILE_STAND_IN) || CLOUDFLARE };
}

/** The tag by which the sign-up page gets the script; it draws nothing until the page asks it to. */
export const turnstileScript = ({ origin }: Turnstile): string =>
  `<script id="${HUMAN_SCRIPT}" src="${origin}/turnstile/v0/api.js?render=explicit" async></script>`;

interface Verdict {
  success?: boolean;
  action?: string;
  "error-codes"?: string[];
}

/**
 * Refuses whoever has no good token: 422 at `turnstile_token`. A token is good once and for five minutes, which Cloudflare
 * sees to. Where the check can't be asked, nobody is let in unchecked.
 */
export async function checkHuman(env: Env, token: string | undefined, address: string): Promise<void> {
  const turnstile = turnstileOf(env);
  if (!turnstile) return;
  if (!token) throw refusal("Wait for the check above, then try again.");
  const verdict = await ask(turnstile, token, address);
  if (verdict.success === true && verdict.action === HUMAN_ACTION) return;
  const codes = verdict["error-codes"] ?? [];
  // A key that is wrong, or a fault of theirs: the person can do nothing about it.
  if (codes.some((code) => code.endsWith("-input-secret") || code === "internal-error"))
    throw down(`siteverify: ${codes.join(", ")}`);
  throw refusal("The check did not go through, or was too long ago. It is done anew: try again.");
}

const refusal = (message: string) => fieldError("turnstile_token", message);

function down(why: unknown): ApiError {
  logError("human check", {}, why);
  return new ApiError("check_failed");
}

async function ask({ origin, secret }: Turnstile, token: string, address: string): Promise<Verdict> {
  try {
    const response = await fetch(`${origin}/turnstile/v0/siteverify`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.status >= 500) throw new Error(`siteverify answered ${response.status}`);
    return await response.json<Verdict>();
  } catch (error) {
    throw down(error);
  }
}
