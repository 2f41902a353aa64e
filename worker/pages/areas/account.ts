import { readPage } from "#domain/api/list-view.ts";
import { BANNED_PAGE } from "#domain/auth/banned.ts";
import { customerRoute, goldRoute } from "#domain/billing/api.ts";
import { standingRoute } from "#domain/moderation/api.ts";
import { ownReportsRoute } from "#domain/reports/api.ts";
import { dataExportRoute } from "#domain/settings/api.ts";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { ledgerInput, readLedgerView } from "#domain/transactions/view.ts";
import { ask, type Page, plain } from "../page.ts";
import { headingPaint } from "../paint.ts";

/** One's own account, and the ways into it. */
export const ACCOUNT_PAGES: Page[] = [
  { path: "/report/:type/:target", chunk: () => "web/app/pages/report-page.tsx", plain: plain("Report") },
  {
    path: "/notifications",
    chunk: () => "web/features/notifications/notifications-page.tsx",
    plain: plain("Notifications"),
  },
  {
    path: "/transactions",
    chunk: () => "web/features/transactions/transactions-page.tsx",
    preload: (_, query) => [ask(transactionListRoute, {}, ledgerInput(readLedgerView(query)))],
    plain: plain("Transactions", "Where coins, XP and items came from and went to."),
    paint: () => headingPaint("Transactions"),
  },
  ...["/settings", "/settings/:settingsTab"].map(
    (path): Page => ({
      path,
      chunk: () => "web/app/pages/settings-page.tsx",
      // Without a subscription the answer is a 404, which a browser would log as a failed request. After a payment the page waits
      // for Gold first, so an answer from now would be out of date.
      preload: ({ settingsTab }, query) =>
        settingsTab === "billing" && !query.has("checkout")
          ? [{ route: customerRoute, params: {}, input: {}, withRefusal: true }]
          : [],
      plain: plain("Settings"),
    }),
  ),
  {
    path: "/gold",
    chunk: () => "web/features/billing/gold-page.tsx",
    preload: () => [ask(goldRoute)],
    plain: plain("Gold", "Daily coins, more XP, more levels, a profile of your own and a golden name."),
    paint: () => headingPaint("Gold"),
  },
  {
    path: "/email/verify/:token",
    chunk: () => "web/features/auth/verify-page.tsx",
    plain: plain("Confirm your e-mail address"),
  },
  {
    path: "/email/revert/:token",
    chunk: () => "web/features/auth/revert-page.tsx",
    plain: plain("Take the change back"),
  },
  {
    path: "/reports",
    chunk: () => "web/app/pages/own-reports-page.tsx",
    preload: (_, query) => [ask(ownReportsRoute, {}, { page: readPage(query) })],
    plain: plain("Your reports"),
  },
  {
    path: "/standing",
    chunk: () => "web/app/pages/standing-page.tsx",
    preload: () => [ask(standingRoute)],
    plain: plain("Your standing"),
  },
  {
    path: BANNED_PAGE,
    chunk: () => "web/app/banned/banned-site.tsx",
    preload: () => [ask(standingRoute), ask(dataExportRoute)],
    plain: plain("Your account is banned"),
  },
  { path: "/register", chunk: () => "web/features/auth/register-page.tsx", plain: plain("Sign up") },
  { path: "/login", chunk: () => "web/features/auth/login-page.tsx", plain: plain("Sign in") },
  {
    path: "/forgot-password",
    chunk: () => "web/features/auth/forgot-page.tsx",
    plain: plain("Forgotten password"),
  },
  {
    path: "/reset-password/:token",
    chunk: () => "web/features/auth/reset-page.tsx",
    plain: plain("Choose a new password"),
  },
];
