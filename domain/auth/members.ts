/** Pages that are somebody's own, by their paths: a visitor is led to sign in, and back. */
const MEMBERS_PAGES: ReadonlySet<string> = new Set([
  "/avatar",
  "/banned",
  "/blocks",
  "/chat",
  "/forums/:subforum/create",
  "/forums/bookmarks",
  "/forums/replies/:id/edit",
  "/forums/thread/:id/edit",
  "/forums/thread/:id/reply",
  "/items/:id/edit",
  "/level/create",
  "/levels/:id/edit",
  "/notifications",
  "/report/:type/:target",
  "/reports",
  "/shop/create",
  "/settings",
  "/settings/:settingsTab",
  "/standing",
  "/transactions",
  "/wishlist",
]);

/** Whether a page, by the path it is declared with, is for members alone. */
export const isForMembers = (path: string): boolean => MEMBERS_PAGES.has(path);

/** Pages of the staff, by their paths: to a visitor there are none. */
export const isForStaff = (path: string): boolean => path.startsWith("/staff");

/** Whether a visitor is shown a page at all. */
export const isForVisitors = (path: string): boolean => !isForMembers(path) && !isForStaff(path);

/** Where one signs in, and comes back from to an address of this site. */
export const signInAddress = (next: string): string => `/login?next=${encodeURIComponent(next)}`;
