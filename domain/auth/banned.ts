/** The page that tells banned members why, until when, and what they can do. */
export const BANNED_PAGE = "/banned";

/** Pages that banned members keep: security, billing, and the links in mails that protect an account. */
const OPEN = /^\/(?:banned|settings\/(?:account|billing)|reset-password\/[^/]+|email\/revert\/[^/]+)\/?$/;

/** Whether a banned member can open a page. Every other page leads to `BANNED_PAGE`. */
export const isOpenWhileBanned = (pathname: string): boolean => OPEN.test(pathname);
