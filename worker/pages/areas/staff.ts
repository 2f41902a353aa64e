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
    chunk: () => "web/features/staff/pages/reports-page.tsx",
    preload: (_, query) => [preloadRoute(reportQueueRoute, {}, readCaseView(query))],
    defaultHead: pageHead("Reports"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/clears",
    chunk: () => "web/features/staff/pages/clears-page.tsx",
    preload: (_, query) => [preloadRoute(flaggedRunsRoute, {}, { page: readPage(query) })],
    defaultHead: pageHead("Implausible clears"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/hosts",
    chunk: () => "web/features/staff/pages/hosts-page.tsx",
    preload: (_, query) => [
      preloadRoute(hostListRoute, {}, { page: readPage(query) }),
      preloadRoute(signingKeysRoute),
    ],
    defaultHead: pageHead("Game hosts"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/events",
    chunk: () => "web/features/staff/pages/events-page.tsx",
    preload: (_, query) => [preloadRoute(staffEventsRoute, {}, { page: readPage(query) })],
    defaultHead: pageHead("Events"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/challenges",
    chunk: () => "web/features/staff/pages/challenges-page.tsx",
    preload: (_, query) => [preloadRoute(staffChallengesRoute, {}, { page: readPage(query) })],
    defaultHead: pageHead("Challenges"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff",
    chunk: () => "web/features/staff/pages/home-page.tsx",
    preload: () => [preloadRoute(overviewRoute)],
    defaultHead: pageHead("Staff"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/reports/:id",
    chunk: () => "web/features/staff/pages/case-page.tsx",
    preload: ({ id }) => [preloadRoute(caseRoute, { id: Number(id) })],
    defaultHead: pageHead("Report"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/appeals",
    chunk: () => "web/features/staff/pages/appeals-page.tsx",
    preload: (_, query) => [preloadRoute(appealQueueRoute, {}, readAppealView(query))],
    defaultHead: pageHead("Appeals"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/held",
    chunk: () => "web/features/staff/pages/held-page.tsx",
    defaultHead: pageHead("Held posts"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/words",
    chunk: () => "web/features/staff/pages/words-page.tsx",
    defaultHead: pageHead("Words"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/items",
    chunk: () => "web/features/staff/pages/items-page.tsx",
    defaultHead: pageHead("Items to review"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/users",
    chunk: () => "web/features/staff/pages/users-page.tsx",
    preload: (_, query) => [preloadRoute(accountLookupRoute, {}, { search: readListView(query).search })],
    defaultHead: pageHead("Look up users"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/users/:username",
    chunk: () => "web/features/staff/pages/user-page.tsx",
    // The page itself loads the account, because every view is logged.
    preload: ({ username = "" }) => [preloadRoute(userHistoryRoute, { username })],
    defaultHead: pageHead("User"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/featured",
    chunk: () => "web/features/staff/pages/featured-page.tsx",
    preload: () => [preloadRoute(featuredRoute)],
    defaultHead: pageHead("Featured"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/grants",
    chunk: () => "web/features/staff/pages/grants-page.tsx",
    preload: () => [preloadRoute(grantListRoute)],
    defaultHead: pageHead("Grants"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/gold-month",
    chunk: () => "web/features/staff/pages/gold-month-page.tsx",
    preload: () => [preloadRoute(goldMonthsRoute)],
    defaultHead: pageHead("Gold month"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/audit",
    chunk: () => "web/features/staff/pages/audit-page.tsx",
    preload: (_, query) => [preloadRoute(auditRoute, {}, readAuditView(query))],
    defaultHead: pageHead("Audit log"),
    notFoundWithoutAccess: true,
  },
  {
    path: "/staff/schedule",
    chunk: () => "web/features/staff/pages/schedule-page.tsx",
    preload: () => [preloadRoute(scheduleRoute)],
    defaultHead: pageHead("Schedule"),
    notFoundWithoutAccess: true,
  },
];
