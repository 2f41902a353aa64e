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
import { ask, type Page, plain } from "./page.ts";

/** Every page the web app has. An address that is not here is answered with the 404 page and its status. */
export const PAGES: Page[] = [
  {
    path: "/",
    chunk: (isMember) => (isMember ? "web/app/home/member-page.tsx" : "front"),
    preload: () => [ask(homeRoute)],
    plain: { ...plain(""), title: `${SITE.name}: ${SITE.description}` },
    paint: (_, isMember) => (isMember ? "" : heroMarkup()),
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
    plain: plain("Design system"),
    developmentOnly: true,
  },
];

export const MISSING: PageHead = {
  title: `Not found · ${SITE.name}`,
  description: SITE.description,
  image: null,
  type: "website",
};
