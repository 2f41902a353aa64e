import type { Page } from "#domain/api/page.ts";
import { ACCOUNT_VIEWS } from "./areas/account.ts";
import { FORUMS_VIEWS } from "./areas/forums.ts";
import { ITEMS_VIEWS } from "./areas/items.ts";
import { LEVELS_VIEWS } from "./areas/levels.ts";
import { PEOPLE_VIEWS } from "./areas/people.ts";
import type { PageView } from "./page-view.ts";

/** The views of pages whose HTML has more than a title. */
export const PAGE_VIEWS: ReadonlyMap<Page, PageView> = new Map([
  ...ACCOUNT_VIEWS,
  ...FORUMS_VIEWS,
  ...ITEMS_VIEWS,
  ...LEVELS_VIEWS,
  ...PEOPLE_VIEWS,
]);
