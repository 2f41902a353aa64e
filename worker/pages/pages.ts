import { homeRoute } from "#domain/home/api.ts";
import { heroMarkup } from "#domain/home/hero.ts";
import { SITE } from "#domain/site.ts";
import { ACCOUNT_PAGES } from "./areas/account.ts";
import { FORUMS_PAGES } from "./areas/forums.ts";
import { ITEMS_PAGES } from "./areas/items.ts";
import { LEVELS_PAGES } from "./areas/levels.ts";
import { PEOPLE_PAGES } from "./areas/people.ts";
import { STAFF_PAGES } from "./areas/staff.ts";
import type { PageHead } from "./html.ts";
import { type PageDefinition, pageHead, preloadRoute } from "./page.ts";

/** Every page of the web app. Other URLs return the 404 page. */
export const PAGES: PageDefinition[] = [
  {
    path: "/",
    chunk: (isMember) => (isMember ? "web/app/home/member-page.tsx" : "front"),
    preload: () => [preloadRoute(homeRoute)],
    defaultHead: { ...pageHead(""), title: `${SITE.name}: ${SITE.description}` },
    renderHtml: (_, isMember) => (isMember ? "" : heroMarkup()),
  },
  ...LEVELS_PAGES,
  ...PEOPLE_PAGES,
  ...ITEMS_PAGES,
  ...ACCOUNT_PAGES,
  ...FORUMS_PAGES,
  ...STAFF_PAGES,
  {
    path: "/dev/ui",
    chunk: () => "web/app/dev/ui-page.tsx",
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
