import { isProduction } from "../env.ts";
import { ERROR_SCRIPT_HASH, ERRORS_PATH } from "./error-script.ts";

const POLICY = [
  "default-src 'self'",
  `script-src 'self' '${ERROR_SCRIPT_HASH}'`,
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  `report-uri ${ERRORS_PATH}`,
  "require-trusted-types-for 'script'",
  "trusted-types bopolis dompurify",
].join("; ");

/** Browsers that know it ignore `report-uri`. They send such reports over HTTPS only, so it's for production. */
const REPORT_TO = "; report-to errors";

/** `npm run dev` puts inline scripts in the page and opens a socket for hot reloading. */
const DEV_POLICY = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'";

/** Responses that aren't pages can do nothing in a browser. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const PAGE_HEADERS = {
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Reporting-Endpoints": `errors="${ERRORS_PATH}"`,
};

const cachedDataHeaders: { production?: Headers; elsewhere?: Headers } = {};

/** Returns a new copy of the headers for an API response, including the security headers. */
export function dataHeaders(env: Env): Headers {
  const where = isProduction(env) ? "production" : "elsewhere";
  const known = cachedDataHeaders[where];
  if (known) return new Headers(known);
  const made = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  addSecurityHeaders(made, env);
  cachedDataHeaders[where] = made;
  return new Headers(made);
}

/** The page policy for another company's frame and script, which doesn't support Trusted Types. */
export const policyWithEmbed = (origin: string): string =>
  `${POLICY.replace("script-src 'self'", `script-src 'self' ${origin}`).replace(/; require-trusted-types-for.*$/, "")}; frame-src ${origin}`;

/** Extends the page policy in `headers` by another source of scripts. */
export function allowScript(headers: Headers, source: string): void {
  const policy = headers.get("Content-Security-Policy") ?? "";
  headers.set("Content-Security-Policy", policy.replace("script-src 'self'", `script-src 'self' ${source}`));
}

const pagePolicy = (env: Env): string =>
  import.meta.env?.DEV ? DEV_POLICY : isProduction(env) ? POLICY + REPORT_TO : POLICY;

/** Adds the security headers: all of them on pages, the relevant ones on data and files. */
export function addSecurityHeaders(headers: Headers, env: Env): void {
  if (headers.has("Content-Security-Policy")) return;
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (isProduction(env)) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  if (!headers.get("Content-Type")?.startsWith("text/html")) {
    headers.set("Content-Security-Policy", DATA_POLICY);
    return;
  }
  for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
  headers.set("Content-Security-Policy", pagePolicy(env));
}
