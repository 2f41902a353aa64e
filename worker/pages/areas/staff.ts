import { readListView, readPage } from "#domain/api/list-view.ts";
import { asideRunsRoute } from "#domain/clears/api.ts";
import { staffChallengesRoute, staffEventsRoute } from "#domain/events/api.ts";
import { hostListRoute, signingKeysRoute } from "#domain/hosts/api.ts";
import { appealQueueRoute, caseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { readAppealView, readCaseView } from "#domain/moderation/view.ts";
import {
  auditRoute,
  featuredRoute,
  goldMonthsRoute,
  grantListRoute,
  lookUpRoute,
  overviewRoute,
  scheduleRoute,
  userHistoryRoute,
} from "#domain/staff/api.ts";
import { readAuditView } from "#domain/staff/view.ts";
import { ask, type Page, plain } from "../page.ts";

/** What staff see. */
export const STAFF_PAGES: Page[] = [
  {
    path: "/staff/reports",
    chunk: () => "web/app/pages/staff-reports-page.tsx",
    preload: (_, query) => [ask(reportQueueRoute, {}, readCaseView(query))],
    plain: plain("Reports"),
    secret: true,
  },
  {
    path: "/staff/clears",
    chunk: () => "web/app/pages/staff-clears-page.tsx",
    preload: (_, query) => [ask(asideRunsRoute, {}, { page: readPage(query) })],
    plain: plain("Implausible clears"),
    secret: true,
  },
  {
    path: "/staff/hosts",
    chunk: () => "web/app/pages/staff-hosts-page.tsx",
    preload: (_, query) => [ask(hostListRoute, {}, { page: readPage(query) }), ask(signingKeysRoute)],
    plain: plain("Game hosts"),
    secret: true,
  },
  {
    path: "/staff/events",
    chunk: () => "web/app/pages/staff-events-page.tsx",
    preload: (_, query) => [ask(staffEventsRoute, {}, { page: readPage(query) })],
    plain: plain("Events"),
    secret: true,
  },
  {
    path: "/staff/challenges",
    chunk: () => "web/app/pages/staff-challenges-page.tsx",
    preload: (_, query) => [ask(staffChallengesRoute, {}, { page: readPage(query) })],
    plain: plain("Challenges"),
    secret: true,
  },
  {
    path: "/staff",
    chunk: () => "web/app/pages/staff/home-page.tsx",
    preload: () => [ask(overviewRoute)],
    plain: plain("Staff"),
    secret: true,
  },
  {
    path: "/staff/reports/:id",
    chunk: () => "web/app/pages/staff/case-page.tsx",
    preload: ({ id }) => [ask(caseRoute, { id: Number(id) })],
    plain: plain("Report"),
    secret: true,
  },
  {
    path: "/staff/appeals",
    chunk: () => "web/app/pages/staff/appeals-page.tsx",
    preload: (_, query) => [ask(appealQueueRoute, {}, readAppealView(query))],
    plain: plain("Appeals"),
    secret: true,
  },
  {
    path: "/staff/held",
    chunk: () => "web/app/pages/staff/held-page.tsx",
    plain: plain("Held posts"),
    secret: true,
  },
  {
    path: "/staff/words",
    chunk: () => "web/app/pages/staff/words-page.tsx",
    plain: plain("Words"),
    secret: true,
  },
  {
    path: "/staff/items",
    chunk: () => "web/app/pages/staff/items-page.tsx",
    plain: plain("Items to review"),
    secret: true,
  },
  {
    path: "/staff/users",
    chunk: () => "web/app/pages/staff/users-page.tsx",
    preload: (_, query) => [ask(lookUpRoute, {}, { search: readListView(query).search })],
    plain: plain("Look up users"),
    secret: true,
  },
  {
    path: "/staff/users/:username",
    chunk: () => "web/app/pages/staff/user-page.tsx",
    // The account itself is asked for by the page: that it is looked at is written down.
    preload: ({ username = "" }) => [ask(userHistoryRoute, { username })],
    plain: plain("User"),
    secret: true,
  },
  {
    path: "/staff/featured",
    chunk: () => "web/app/pages/staff/featured-page.tsx",
    preload: () => [ask(featuredRoute)],
    plain: plain("Featured"),
    secret: true,
  },
  {
    path: "/staff/grants",
    chunk: () => "web/app/pages/staff/grants-page.tsx",
    preload: () => [ask(grantListRoute)],
    plain: plain("Grants"),
    secret: true,
  },
  {
    path: "/staff/gold-month",
    chunk: () => "web/app/pages/staff/gold-month-page.tsx",
    preload: () => [ask(goldMonthsRoute)],
    plain: plain("Gold month"),
    secret: true,
  },
  {
    path: "/staff/audit",
    chunk: () => "web/app/pages/staff/audit-page.tsx",
    preload: (_, query) => [ask(auditRoute, {}, readAuditView(query))],
    plain: plain("Audit log"),
    secret: true,
  },
  {
    path: "/staff/schedule",
    chunk: () => "web/app/pages/staff/schedule-page.tsx",
    preload: () => [ask(scheduleRoute)],
    plain: plain("Schedule"),
    secret: true,
  },
];
