/** The page that shows banned members the reason, the end and their options. */
export const BANNED_PAGE = "/banned";

/** Pages open to banned members: security, billing, and the links in emails that protect an account. */
const OPEN = /^\/(?:banned|settings\/(?:account|billing)|reset-password\/[^/]+|email\/revert\/[^/]+)\/?$/;

/** Whether a banned member can open a page. Every other page redirects to `BANNED_PAGE`. */
export const isOpenWhileBanned = (pathname: string): boolean => OPEN.test(pathname);
