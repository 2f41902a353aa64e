import { matchPath } from "react-router";
import { isVisitorPage } from "#domain/auth/member-pages.ts";
import { type LazyPage, lazyFramePart, lazyPage } from "./lazy-page.tsx";
import type { BuilderPageName } from "./pages/builder-pages.ts";
import type { RarePageName } from "./pages/rare-pages.ts";
import type { StaffPageName } from "./pages/staff-pages.ts";

export interface PageRoute {
  path: string;
  page: LazyPage;
  /** Only in development. */
  development?: boolean;
}

const page = (path: string, load: Parameters<typeof lazyPage>[0], development = false): PageRoute => ({
  path,
  development,
  page: lazyPage(load),
});

/** Visitors and members have different home pages. */
export const visitorHome = lazyPage(() => import("./home/visitor-page.tsx"));
export const memberHome = lazyPage(() => import("./home/member-page.tsx"));

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

/** Rarely visited pages, the same way. */
const rarePage = (path: string, name: RarePageName): PageRoute =>
  page(path, async () => (await import("./pages/rare-pages.ts")).rarePages[name]());

/** Every page by its path. A page is a module with a default export, in its own chunk. */
export const ROUTES: readonly PageRoute[] = [
  page("/register", () => import("#web/features/auth/register-page.tsx")),
  page("/login", () => import("#web/features/auth/login-page.tsx")),
  page("/forgot-password", () => import("#web/features/auth/forgot-page.tsx")),
  page("/reset-password/:token", () => import("#web/features/auth/reset-page.tsx")),
  page("/levels", () => import("#web/features/levels/pages/browser-page.tsx")),
  page("/levels/:id", () => import("./pages/level-page.tsx")),
  page("/levels/:id/edit", () => import("./pages/level-edit-page.tsx")),
  page("/play/:id", () => {
    // The player's code, at the same time as its page.
    import("#web/game/game.ts").catch(() => {});
    return import("./pages/play-page.tsx");
  }),
  page("/level/create", () => import("#web/features/levels/pages/create-page.tsx")),
  builderPage("/build/new", "start"),
  builderPage("/build/:id", "build"),
  page("/users", () => import("#web/features/users/directory-page.tsx")),
  page("/events", () => import("./pages/events-page.tsx")),
  page("/download", () => import("#web/features/play/download-page.tsx")),
  page("/users/:username/levels", () => import("#web/features/levels/pages/user-levels-page.tsx")),
  page("/users/:username", () => import("./pages/profile-page.tsx")),
  page("/users/:username/inventory", () => import("#web/features/inventory/inventory-page.tsx")),
  page("/users/:username/achievements", () => import("#web/features/achievements/achievements-page.tsx")),
  rarePage("/users/:username/buddies/:tab?", "buddies"),
  rarePage("/users/:username/followers", "follows"),
  rarePage("/users/:username/following", "follows"),
  page("/me", () => import("./me/me-page.tsx")),
  rarePage("/blocks", "blocks"),
  page("/shop", () => import("#web/features/shop/shop-page.tsx")),
  page("/shop/create", () => import("#web/features/shop/create-page.tsx")),
  page("/avatar", () => import("./pages/avatar-page.tsx")),
  page("/items/:id", () => import("./pages/item-page.tsx")),
  page("/items/:id/edit", () => import("./pages/item-edit-page.tsx")),
  page("/wishlist", () => import("#web/features/wishes/wishlist-page.tsx")),
  page("/ratings", () => import("./pages/ratings-page.tsx")),
  page("/report/:type/:target", () => import("./pages/report-page.tsx")),
  page("/chat", () => import("./pages/chat-page.tsx")),
  page("/notifications", () => import("#web/features/notifications/notifications-page.tsx")),
  rarePage("/transactions", "transactions"),
  page("/settings", () => import("./pages/settings-page.tsx")),
  page("/settings/:settingsTab", () => import("./pages/settings-page.tsx")),
  page("/gold", () => import("#web/features/billing/gold-page.tsx")),
  page("/email/verify/:token", () => import("#web/features/auth/verify-page.tsx")),
  page("/email/revert/:token", () => import("#web/features/auth/revert-page.tsx")),
  staffPage("/staff/reports", "reports"),
  staffPage("/staff/events", "events"),
  staffPage("/staff/challenges", "challenges"),
  staffPage("/staff/clears", "clears"),
  staffPage("/staff/hosts", "hosts"),
  page("/forums", () => import("./pages/forums/index-page.tsx")),
  page("/forums/bookmarks", () => import("./pages/forums/bookmarks-page.tsx")),
  page("/forums/search", () => import("./pages/forums/search-page.tsx")),
  page("/forums/thread/:id", () => import("./pages/forums/thread-page.tsx")),
  page("/forums/thread/:id/reply", () => import("./pages/forums/reply-page.tsx")),
  page("/forums/thread/:id/edit", () => import("./pages/forums/thread-edit-page.tsx")),
  page("/forums/replies/:id/edit", () => import("./pages/forums/reply-edit-page.tsx")),
  page("/forums/:subforum", () => import("./pages/forums/subforum-page.tsx")),
  page("/forums/:subforum/create", () => import("./pages/forums/create-page.tsx")),
  page("/reports", () => import("./pages/own-reports-page.tsx")),
  page("/banned", () => import("./banned/banned-page.tsx")),
  page("/standing", () => import("./pages/standing-page.tsx")),
  staffPage("/staff", "home"),
  staffPage("/staff/reports/:id", "case"),
  staffPage("/staff/appeals", "appeals"),
  staffPage("/staff/held", "held"),
  staffPage("/staff/words", "words"),
  staffPage("/staff/items", "items"),
  staffPage("/staff/users", "users"),
  staffPage("/staff/users/:username", "user"),
  staffPage("/staff/featured", "featured"),
  staffPage("/staff/grants", "grants"),
  staffPage("/staff/gold-month", "goldMonth"),
  staffPage("/staff/schedule", "schedule"),
  staffPage("/staff/audit", "audit"),
  page("/dev/ui", async () => (await import("./dev/load-ui.ts")).loadUi(), true),
];

/** Loads the chunk of the page at a path, if it isn't loaded yet. */
export async function preloadPage(pathname: string, isMember: boolean): Promise<void> {
  if (pathname === "/") return void (await (isMember ? memberHome : visitorHome).preload());
  const route = ROUTES.find(({ path }) => matchPath(path, pathname));
  if (route && (isMember || isVisitorPage(route.path))) await route.page.preload();
}
