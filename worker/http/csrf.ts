import { ApiError } from "#domain/errors.ts";
import { readCookie, serializeCookie } from "./cookie.ts";
import { constantTimeEqual, hashToken, randomToken, sign } from "./tokens.ts";

/**
 * Identifies a browser, not a user: it survives signing in and out, and so does the CSRF token bound to it.
 */
const BROWSER_COOKIE = "bopolis_browser";
const YEAR = 365 * 24 * 60 * 60;

/**
 * Returns the hash under which the database stores the browser, or empty text if it has no browser cookie
 * yet.
 */
export function browserHash(request: Request): string {
  const browser = readCookie(request, BROWSER_COOKIE);
  return browser ? hashToken(`browser:${browser}`) : "";
}

/** Returns the browser's CSRF token, and the cookie to set if the browser doesn't have one yet. */
export function issueCsrf(request: Request, env: Env): { token: string; cookie: string | null } {
  const known = readCookie(request, BROWSER_COOKIE);
  const browser = known ?? randomToken();
  return {
    token: sign(env.SESSION_SECRET, `csrf:${browser}`),
    cookie: known ? null : serializeCookie(request, BROWSER_COOKIE, browser, YEAR),
  };
}

/** Whether the request comes from a page of this site, by its Origin header. */
export const isSameOrigin = (request: Request): boolean =>
  request.headers.get("Origin") === new URL(request.url).origin;

/**
 * Throws `csrf` unless the request comes from this site's own pages: the token, the XHR header and Origin
 * must all match.
 */
export function checkCsrf(request: Request, env: Env): void {
  const browser = readCookie(request, BROWSER_COOKIE);
  const token = request.headers.get("X-CSRF-TOKEN") ?? "";
  if (
    !isSameOrigin(request) ||
    request.headers.get("X-Requested-With") !== "XMLHttpRequest" ||
    !browser ||
    !constantTimeEqual(token, sign(env.SESSION_SECRET, `csrf:${browser}`))
  ) {
    throw new ApiError("csrf");
  }
}
