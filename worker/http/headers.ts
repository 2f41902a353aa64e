import { type Env, isProduction } from "../env.ts";

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types bopolis dompurify",
].join("; ");

/** The hot reload of `npm run dev` puts inline scripts in the page and opens a socket of its own. */
const DEV_POLICY = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'";

/** What an answer that is no page may do in a browser: nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const PAGE_HEADERS = {
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "Referrer-Policy": "strict-origin-when-cross-origin",
};

const forData: { production?: Headers; elsewhere?: Headers } = {};

/** The headers of an endpoint's answer, the security headers among them; a copy of its own to add to. */
export function dataHeaders(env: Env): Headers {
  const where = isProduction(env) ? "production" : "elsewhere";
  const known = forData[where];
  if (known) return new Headers(known);
  const made = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  secure(made, env);
  forData[where] = made;
  return new Headers(made);
}

/**
 * The same for a page that shows a frame of another company with that one's script. That script makes pages of its own and
 * knows nothing of our Trusted Types, which are therefore not required on such a page, and there alone.
 */
export const policyWith = (origin: string): string =>
  `${POLICY.replace("script-src 'self'", `script-src 'self' ${origin}`).replace(/; require-trusted-types-for.*$/, "")}; frame-src ${origin}`;

/** Puts the security headers on an answer: all of them on pages, those that mean something on data and files. */
export function secure(headers: Headers, env: Env): void {
  if (headers.has("Content-Security-Policy")) return;
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (isProduction(env)) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  if (!headers.get("Content-Type")?.startsWith("text/html")) {
    headers.set("Content-Security-Policy", DATA_POLICY);
    return;
  }
  for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
  headers.set("Content-Security-Policy", import.meta.env?.DEV ? DEV_POLICY : POLICY);
}
