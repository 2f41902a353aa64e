import { PAGES } from "virtual:pages";
import { matchPath } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { type LazyPage, lazyFramePart, lazyPage } from "#web/ui/lazy-page.tsx";

/** The members' parts of the shell: top bar, banners, places in the dock, celebrations. */
const loadMemberTools = () => import("./shell/member-tools.tsx");
export const memberTools = lazyFramePart(loadMemberTools, (module) => module.default);
export const memberBanners = lazyFramePart(loadMemberTools, (module) => module.AccountBanners);
export const memberDock = lazyFramePart(loadMemberTools, (module) => module.MemberDock);
export const memberCelebrations = lazyFramePart(loadMemberTools, (module) => module.CelebrationHost);

export const readOnlyBanner = lazyFramePart(
  () => import("./shell/read-only-banner.tsx"),
  (module) => module.default,
);

/** The city above the footer, loaded when it comes close to the screen. */
export const skyline = lazyFramePart(
  () => import("./shell/skyline.tsx"),
  (module) => module.default,
);

type PageAccess = (typeof PAGES)[number]["access"];

export interface PageRoute {
  path: string;
  access: PageAccess;
  page: LazyPage;
  /** A member's page, if it's another. */
  memberPage?: LazyPage | undefined;
  whileBanned?: true | readonly string[];
  developmentOnly?: boolean;
}

/** Every page of the site, by its declaration in the contracts. A page is a module with a default export, in its own chunk. */
export const ROUTES: readonly PageRoute[] = PAGES.map(({ load, loadForMember, ...page }) => ({
  ...page,
  page: lazyPage(load),
  memberPage: loadForMember && lazyPage(loadForMember),
}));

export const canOpen = (access: PageAccess, user: SessionUser | null): boolean =>
  access === "public" ||
  (user !== null &&
    (access === "member" || user.role === "admin" || (access === "moderator" && isStaff(user))));

export const pageFor = ({ page, memberPage }: PageRoute, isMember: boolean): LazyPage =>
  (isMember && memberPage) || page;

export async function preloadPage(pathname: string, user: SessionUser | null): Promise<void> {
  const route = ROUTES.find(({ path }) => matchPath(path, pathname));
  if (route && canOpen(route.access, user)) await pageFor(route, user !== null).preload();
}
