import { readListView, readPage } from "#domain/api/list-view.ts";
import { flaggedRunsRoute } from "#domain/clears/api.ts";
import { staffChallengesRoute, staffEventsRoute } from "#domain/events/api.ts";
import { hostListRoute, signingKeysRoute } from "#domain/hosts/api.ts";
import { appealQueueRoute, caseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { readAppealView, readCaseView } from "#domain/moderation/view.ts";
import {
  accountLookupRoute,
  auditRoute,
  featuredRoute,
  goldMonthsRoute,
  grantListRoute,
  overviewRoute,
  scheduleRoute,
  userHistoryRoute,
} from "#domain/staff/api.ts";
import { readAuditView } from "#domain/staff/view.ts";
import { type PageDefinition, pageHead, preloadRoute } from "../page.ts";

/** Staff pages. */
export const STAFF_PAGES: PageDefinition[] = [
  {
    path: "/staff/reports",
    chunk: () => "web/app/pages/staff-reports-page.tsx",
    preload: (_, query) => [preloadRoute(reportQueueRoute, {}, readCaseView(query))],
    defaultHead: pageHead("Reports"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/clears",
    chunk: () => "web/app/pages/staff-clears-page.tsx",
    preload: (_, query) => [preloadRoute(flaggedRunsRoute, {}, { page: readPage(query) })],
    defaultHead: pageHead("Implausible clears"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/hosts",
    chunk: () => "web/app/pages/staff-hosts-page.tsx",
    preload: (_, query) => [
      preloadRoute(hostListRoute, {}, { page: readPage(query) }),
      preloadRoute(signingKeysRoute),
    ],
    defaultHead: pageHead("Game hosts"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/events",
    chunk: () => "web/app/pages/staff-events-page.tsx",
    preload: (_, query) => [preloadRoute(staffEventsRoute, {}, { page: readPage(query) })],
    defaultHead: pageHead("Events"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/challenges",
    chunk: () => "web/app/pages/staff-challenges-page.tsx",
    preload: (_, query) => [preloadRoute(staffChallengesRoute, {}, { page: readPage(query) })],
    defaultHead: pageHead("Challenges"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff",
    chunk: () => "web/app/pages/staff/home-page.tsx",
    preload: () => [preloadRoute(overviewRoute)],
    defaultHead: pageHead("Staff"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/reports/:id",
    chunk: () => "web/app/pages/staff/case-page.tsx",
    preload: ({ id }) => [preloadRoute(caseRoute, { id: Number(id) })],
    defaultHead: pageHead("Report"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/appeals",
    chunk: () => "web/app/pages/staff/appeals-page.tsx",
    preload: (_, query) => [preloadRoute(appealQueueRoute, {}, readAppealView(query))],
    defaultHead: pageHead("Appeals"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/held",
    chunk: () => "web/app/pages/staff/held-page.tsx",
    defaultHead: pageHead("Held posts"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/words",
    chunk: () => "web/app/pages/staff/words-page.tsx",
    defaultHead: pageHead("Words"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/items",
    chunk: () => "web/app/pages/staff/items-page.tsx",
    defaultHead: pageHead("Items to review"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/users",
    chunk: () => "web/app/pages/staff/users-page.tsx",
    preload: (_, query) => [preloadRoute(accountLookupRoute, {}, { search: readListView(query).search })],
    defaultHead: pageHead("Look up users"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/users/:username",
    chunk: () => "web/app/pages/staff/user-page.tsx",
    // The page itself loads the account, because every view is logged.
    preload: ({ username = "" }) => [preloadRoute(userHistoryRoute, { username })],
    defaultHead: pageHead("User"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/featured",
    chunk: () => "web/app/pages/staff/featured-page.tsx",
    preload: () => [preloadRoute(featuredRoute)],
    defaultHead: pageHead("Featured"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/grants",
    chunk: () => "web/app/pages/staff/grants-page.tsx",
    preload: () => [preloadRoute(grantListRoute)],
    defaultHead: pageHead("Grants"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/gold-month",
    chunk: () => "web/app/pages/staff/gold-month-page.tsx",
    preload: () => [preloadRoute(goldMonthsRoute)],
    defaultHead: pageHead("Gold month"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/audit",
    chunk: () => "web/app/pages/staff/audit-page.tsx",
    preload: (_, query) => [preloadRoute(auditRoute, {}, readAuditView(query))],
    defaultHead: pageHead("Audit log"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/schedule",
    chunk: () => "web/app/pages/staff/schedule-page.tsx",
    preload: () => [preloadRoute(scheduleRoute)],
    defaultHead: pageHead("Schedule"),
    notFoundWithoutAccess: true,
  },
];
