/** Paths of pages that require signing in. Visitors are redirected to sign in, and back. */
const MEMBER_PAGES: ReadonlySet<string> = new Set([
  "/avatar",
  "/banned",
  "/blocks",
  "/build/:id",
  "/build/new",
  "/chat",
  "/forums/:subforum/create",
  "/forums/bookmarks",
  "/forums/replies/:id/edit",
  "/forums/thread/:id/edit",
  "/forums/thread/:id/reply",
  "/items/:id/edit",
  "/level/create",
  "/levels/:id/edit",
  "/me",
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

/** Whether a page, by its declared path, is for members only. */
export const isMemberPage = (path: string): boolean => MEMBER_PAGES.has(path);

/** Whether a page is for staff. To visitors these pages don't exist. */
export const isStaffPage = (path: string): boolean => path.startsWith("/staff");

/** Whether visitors can open a page. */
export const isVisitorPage = (path: string): boolean => !isMemberPage(path) && !isStaffPage(path);

/** The URL of the sign-in page that returns to a URL of this site. */
export const signInUrl = (next: string): string => `/login?next=${encodeURIComponent(next)}`;
