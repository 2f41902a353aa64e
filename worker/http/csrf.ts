import { ApiError } from "#domain/errors.ts";
import type { Env } from "../env.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { hashToken, randomToken, sameText, sign } from "./crypto.ts";

/** Names a browser, not a person: it lives through signing in and out, and so does the token bound to it. */
const BROWSER_COOKIE = "bopolis_browser";
const YEAR = 365 * 24 * 60 * 60;

/** What the database keeps of the browser that asks; empty where it has no name yet. */
export function browserHash(request: Request): string {
  const browser = readCookie(request, BROWSER_COOKIE);
  return browser ? hashToken(`browser:${browser}`) : "";
}

/** The browser's CSRF token, with the cookie to set when the browser has none yet. */
export function issueCsrf(request: Request, env: Env): { token: string; cookie: string | null } {
  const known = readCookie(request, BROWSER_COOKIE);
  const browser = known ?? randomToken();
  return {
    token: sign(env.SESSION_SECRET, `csrf:${browser}`),
    cookie: known ? null : writeCookie(request, BROWSER_COOKIE, browser, YEAR),
  };
}

/** Whether a page of this site makes the request: browsers say so themselves. */
export const isOwnPage = (request: Request): boolean =>
  request.headers.get("Origin") === new URL(request.url).origin;

/** Refuses a state-changing call that does not come from the site's own page: token, XHR header and Origin must fit. */
export function checkCsrf(request: Request, env: Env): void {
  const browser = readCookie(request, BROWSER_COOKIE);
  const token = request.headers.get("X-CSRF-TOKEN") ?? "";
  if (
    !isOwnPage(request) ||
    request.headers.get("X-Requested-With") !== "XMLHttpRequest" ||
    !browser ||
    !sameText(token, sign(env.SESSION_SECRET, `csrf:${browser}`))
  ) {
    throw new ApiError("csrf");
  }
}
