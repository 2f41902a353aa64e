import { matchPath } from "react-router";
import { isVisitorPage } from "#domain/auth/member-pages.ts";
import { type LazyPage, lazyFramePart, lazyPage } from "#web/ui/lazy-page.tsx";
import type { BuilderPageName } from "./pages/builder-pages.ts";
import type { RarePageName } from "./pages/rare-pages.ts";
import type { StaffPageName } from "./pages/staff-pages.ts";

export interface PageRoute {
  path: string;
  page: LazyPage;
  /** Only in development. */
  development?: boolean;
  /** Only for admins. Other staff pages are for moderators, too. */
  isAdminOnly?: boolean;
}

const page = (path: string, load: Parameters<typeof lazyPage>[0], development = false): PageRoute => ({
  path,
  development,
  page: lazyPage(load),
});

/** Visitors and members have different home pages. */
export const visitorHome = lazyPage(() => import("#web/features/home/pages/visitor-page.tsx"));
export const memberHome = lazyPage(() => import("#web/features/home/pages/member-page.tsx"));

/** The members' parts of the shell: top bar, banners, places in the dock, celebrations. */
const loadMemberTools = () => import("./shell/member-tools.tsx");
export const memberTools = lazyFramePart(loadMemberTools, (module) => module.default);
export const memberBanners = lazyFramePart(loadMemberTools, (module) => module.AccountBanners);
export const memberDock = lazyFramePart(loadMemberTools, (module) => module.MemberDock);
export const memberCelebrations = lazyFramePart(loadMemberTools, (module) => module.CelebrationHost);

/** The city above the footer, loaded when it comes close to the screen. */
export const skyline = lazyFramePart(
  () => import("./shell/skyline.tsx"),
  (module) => module.default,
);

/** The builder's pages name the files they need in a file of their own, not in the entry point that everyone loads. */
const builderPage = (path: string, name: BuilderPageName): PageRoute =>
  page(path, async () => (await import("./pages/builder-pages.ts")).builderPages[name]());

/** Staff pages, the same way. */
const staffPage = (path: string, name: StaffPageName): PageRoute =>
  page(path, async () => (await import("./pages/staff-pages.ts")).staffPages[name]());
const adminPage = (path: string, name: StaffPageName): PageRoute => ({
  ...staffPage(path, name),
  isAdminOnly: true,
});

/** Rarely visited pages, the same way. */
const rarePage = (path: string, name: RarePageName): PageRoute =>
  page(path, async () => (await import("./pages/rare-pages.ts")).rarePages[name]());

/** Every page by its path. A page is a module with a default export, in its own chunk. */
export const ROUTES: readonly PageRoute[] = [
  page("/register", () => import("#web/features/auth/pages/register-page.tsx")),
  page("/login", () => import("#web/features/auth/pages/login-page.tsx")),
  page("/forgot-password", () => import("#web/features/auth/pages/forgot-page.tsx")),
  page("/reset-password/:token", () => import("#web/features/auth/pages/reset-page.tsx")),
  page("/levels", () => import("#web/features/levels/pages/browser-page.tsx")),
  page("/levels/:id", () => import("#web/features/levels/pages/level-page.tsx")),
  page("/levels/:id/edit", () => import("#web/features/levels/pages/level-edit-page.tsx")),
  page("/play/:id", () => {
    // The player's code, at the same time as its page.
    import("#web/game/game.ts").catch(() => {});
    return import("#web/features/player/pages/play-page.tsx");
  }),
  page("/level/create", () => import("#web/features/levels/pages/create-page.tsx")),
  builderPage("/build/new", "start"),
  builderPage("/build/:id", "build"),
  page("/users", () => import("#web/features/users/pages/directory-page.tsx")),
  page("/events", () => import("#web/features/events/pages/events-page.tsx")),
  page("/download", () => import("#web/features/play/pages/download-page.tsx")),
  page("/users/:username/levels", () => import("#web/features/levels/pages/user-levels-page.tsx")),
  page("/users/:username", () => import("#web/features/users/pages/profile-page.tsx")),
  page("/users/:username/inventory", () => import("#web/features/inventory/pages/inventory-page.tsx")),
  page(
    "/users/:username/achievements",
    () => import("#web/features/achievements/pages/achievements-page.tsx"),
  ),
  rarePage("/users/:username/buddies/:tab?", "buddies"),
  rarePage("/users/:username/followers", "follows"),
  rarePage("/users/:username/following", "follows"),
  page("/me", () => import("#web/features/me/pages/me-page.tsx")),
  rarePage("/blocks", "blocks"),
  page("/shop", () => import("#web/features/shop/pages/shop-page.tsx")),
  page("/shop/create", () => import("#web/features/shop/pages/create-page.tsx")),
  page("/avatar", () => import("#web/features/avatar/pages/avatar-page.tsx")),
  page("/items/:id", () => import("#web/features/items/pages/item-page.tsx")),
  page("/items/:id/edit", () => import("#web/features/items/pages/item-edit-page.tsx")),
  page("/wishlist", () => import("#web/features/wishlist/pages/wishlist-page.tsx")),
  page("/ratings", () => import("#web/features/ratings/pages/ratings-page.tsx")),
  page("/report/:type/:target", () => import("#web/features/reports/pages/report-page.tsx")),
  page("/chat", () => import("#web/features/conversations/pages/chat-page.tsx")),
  page("/notifications", () => import("#web/features/notifications/pages/notifications-page.tsx")),
  rarePage("/transactions", "transactions"),
  page("/settings", () => import("#web/features/settings/pages/settings-page.tsx")),
  page("/settings/:settingsTab", () => import("#web/features/settings/pages/settings-page.tsx")),
  page("/gold", () => import("#web/features/gold/pages/gold-page.tsx")),
  page("/email/verify/:token", () => import("#web/features/auth/pages/verify-page.tsx")),
  page("/email/revert/:token", () => import("#web/features/auth/pages/revert-page.tsx")),
  staffPage("/staff/reports", "reports"),
  adminPage("/staff/events", "events"),
  adminPage("/staff/challenges", "challenges"),
  staffPage("/staff/clears", "clears"),
  adminPage("/staff/hosts", "hosts"),
  page("/forums", () => import("#web/features/forums/pages/index-page.tsx")),
  page("/forums/bookmarks", () => import("#web/features/forums/pages/bookmarks-page.tsx")),
  page("/forums/search", () => import("#web/features/forums/pages/search-page.tsx")),
  page("/forums/thread/:id", () => import("#web/features/forums/pages/thread-page.tsx")),
  page("/forums/thread/:id/reply", () => import("#web/features/forums/pages/reply-page.tsx")),
  page("/forums/thread/:id/edit", () => import("#web/features/forums/pages/thread-edit-page.tsx")),
  page("/forums/replies/:id/edit", () => import("#web/features/forums/pages/reply-edit-page.tsx")),
  page("/forums/:subforum", () => import("#web/features/forums/pages/subforum-page.tsx")),
  page("/forums/:subforum/create", () => import("#web/features/forums/pages/create-page.tsx")),
  page("/reports", () => import("#web/features/reports/pages/own-reports-page.tsx")),
  page("/banned", () => import("#web/features/standing/pages/banned-page.tsx")),
  page("/standing", () => import("#web/features/standing/pages/standing-page.tsx")),
  staffPage("/staff", "home"),
  staffPage("/staff/reports/:id", "case"),
  staffPage("/staff/appeals", "appeals"),
  staffPage("/staff/held", "held"),
  staffPage("/staff/words", "words"),
  staffPage("/staff/items", "items"),
  staffPage("/staff/users", "users"),
  staffPage("/staff/users/:username", "user"),
  adminPage("/staff/featured", "featured"),
  adminPage("/staff/grants", "grants"),
  adminPage("/staff/gold-month", "goldMonth"),
  staffPage("/staff/schedule", "schedule"),
  staffPage("/staff/audit", "audit"),
  page("/dev/ui", async () => (await import("#web/features/dev/load-ui.ts")).loadUi(), true),
];

/** Loads the chunk of the page at a path, if it isn't loaded yet. */
export async function preloadPage(pathname: string, isMember: boolean): Promise<void> {
  if (pathname === "/") return void (await (isMember ? memberHome : visitorHome).preload());
  const route = ROUTES.find(({ path }) => matchPath(path, pathname));
  if (route && (isMember || isVisitorPage(route.path))) await route.page.preload();
}
