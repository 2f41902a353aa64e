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

const COMMON: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"],
];

/** Puts the security headers on an answer. */
export function secure(headers: Headers, env: Env): void {
  for (const [name, value] of COMMON) headers.set(name, value);
  headers.set("Content-Security-Policy", import.meta.env?.DEV ? DEV_POLICY : POLICY);
  if (isProduction(env)) headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}
