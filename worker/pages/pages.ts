import type { OutputOf } from "#domain/api/route.ts";
import { homeRoute } from "#domain/home/api.ts";
import { heroMarkup, heroPictureUrl } from "#domain/home/hero-markup.ts";
import { SITE } from "#domain/site.ts";
import { ACCOUNT_PAGES } from "./areas/account.ts";
import { FORUMS_PAGES } from "./areas/forums.ts";
import { ITEMS_PAGES } from "./areas/items.ts";
import { LEVELS_PAGES } from "./areas/levels.ts";
import { PEOPLE_PAGES } from "./areas/people.ts";
import { STAFF_PAGES } from "./areas/staff.ts";
import type { PageHead } from "./html.ts";
import { type PageDefinition, pageHead, preloadRoute } from "./page.ts";

const startersOf = (home: unknown) => (home as OutputOf<typeof homeRoute> | undefined)?.starters ?? [];

/** Every page of the web app. Other URLs return the 404 page. */
export const PAGES: PageDefinition[] = [
  {
    path: "/",
    chunk: (isMember) => (isMember ? "web/features/home/pages/member-page.tsx" : "front"),
    preload: () => [preloadRoute(homeRoute)],
    defaultHead: { ...pageHead(""), title: `${SITE.name}: a toy city built by its players` },
    renderHtml: ([home], isMember) => (isMember ? "" : heroMarkup(startersOf(home))),
    picture: ([home], isMember) => (isMember ? undefined : heroPictureUrl(startersOf(home))),
  },
  ...LEVELS_PAGES,
  ...PEOPLE_PAGES,
  ...ITEMS_PAGES,
  ...ACCOUNT_PAGES,
  ...FORUMS_PAGES,
  ...STAFF_PAGES,
  {
    path: "/dev/ui",
    chunk: () => "web/features/dev/pages/ui-page.tsx",
    defaultHead: pageHead("Design system"),
    developmentOnly: true,
  },
];

export const NOT_FOUND_HEAD: PageHead = {
  title: `Not found · ${SITE.name}`,
  description: SITE.description,
  image: null,
  type: "website",
};
