import type { Route } from "#domain/api/route.ts";
import { ACCOUNT_CASES } from "./account-cases.ts";
import { BUILD_CASES } from "./build-cases.ts";
import type { EndpointCase } from "./callers.ts";
import { FORUM_CASES } from "./forum-cases.ts";
import { ITEM_CASES } from "./item-cases.ts";
import { LEVEL_CASES } from "./level-cases.ts";
import { MEMBER_CASES } from "./member-cases.ts";
import { PLAY_CASES } from "./play-cases.ts";
import { STAFF_CASES } from "./staff-cases.ts";

/** How to call each endpoint that isn't a plain read, by its name. */
export const ALL_CASES: Record<string, EndpointCase> = {
  ...ACCOUNT_CASES,
  ...BUILD_CASES,
  ...PLAY_CASES,
  ...FORUM_CASES,
  ...LEVEL_CASES,
  ...MEMBER_CASES,
  ...ITEM_CASES,
  ...STAFF_CASES,
};

export const routeName = (route: Route): string => `${route.method} ${route.path}`;
