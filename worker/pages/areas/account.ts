import { readPage } from "#domain/api/list-view.ts";
import { BANNED_PAGE } from "#domain/auth/banned.ts";
import { customerRoute, goldRoute } from "#domain/gold/api.ts";
import { standingRoute } from "#domain/moderation/api.ts";
import { notificationSettingsRoute } from "#domain/notifications/api.ts";
import { pushRoute } from "#domain/push/api.ts";
import { ownReportsRoute } from "#domain/reports/api.ts";
import { dataExportRoute } from "#domain/settings/api.ts";
import { starterItemsRoute } from "#domain/starter/api.ts";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { ledgerInput, readLedgerView } from "#domain/transactions/view.ts";
import { type PageDefinition, pageHead, preloadRoute } from "../page.ts";
import { renderHeadingHtml } from "../render-html.ts";

/** Pages about the viewer's own account, and the sign-in pages. */
export const ACCOUNT_PAGES: PageDefinition[] = [
  {
    path: "/report/:type/:target",
    chunk: () => "web/features/reports/pages/report-page.tsx",
    defaultHead: pageHead("Report"),
  },
  {
    path: "/me",
    chunk: () => "web/features/me/pages/me-page.tsx",
    defaultHead: pageHead("Me", "Your bopi, your things and your settings."),
  },
  {
    path: "/notifications",
    chunk: () => "web/features/notifications/pages/notifications-page.tsx",
    preload: (_, query) =>
      query.get("tab") === "settings"
        ? [preloadRoute(notificationSettingsRoute), preloadRoute(pushRoute)]
        : [],
    defaultHead: pageHead("Notifications"),
  },
  {
    path: "/transactions",
    chunk: () => "web/features/transactions/pages/transactions-page.tsx",
    preload: (_, query) => [preloadRoute(transactionListRoute, {}, ledgerInput(readLedgerView(query)))],
    defaultHead: pageHead("Transactions", "Where coins, XP and items came from and went to."),
    renderHtml: () => renderHeadingHtml("Transactions"),
  },
  ...["/settings", "/settings/:settingsTab"].map(
    (path): PageDefinition => ({
      path,
      chunk: () => "web/features/settings/pages/settings-page.tsx",
      // Without a subscription the API returns a 404, which browsers log as a failed request. After a payment the
      // page waits for Gold first, so a preloaded response would be stale.
      preload: ({ settingsTab }, query) =>
        settingsTab === "billing" && !query.has("checkout")
          ? [{ route: customerRoute, params: {}, input: {}, withError: true }]
          : [],
      defaultHead: pageHead("Settings"),
    }),
  ),
  {
    path: "/gold",
    chunk: () => "web/features/gold/pages/gold-page.tsx",
    preload: () => [preloadRoute(goldRoute)],
    defaultHead: pageHead(
      "Gold",
      "Daily coins, more XP, more levels, your own profile theme and a golden name.",
    ),
    renderHtml: () => renderHeadingHtml("Gold"),
  },
  {
    path: "/email/verify/:token",
    chunk: () => "web/features/auth/pages/verify-page.tsx",
    defaultHead: pageHead("Confirm your email address"),
  },
  {
    path: "/email/revert/:token",
    chunk: () => "web/features/auth/pages/revert-page.tsx",
    defaultHead: pageHead("Undo the email change"),
  },
  {
    path: "/reports",
    chunk: () => "web/features/reports/pages/own-reports-page.tsx",
    preload: (_, query) => [preloadRoute(ownReportsRoute, {}, { page: readPage(query) })],
    defaultHead: pageHead("Your reports"),
  },
  {
    path: "/standing",
    chunk: () => "web/features/standing/pages/standing-page.tsx",
    preload: () => [preloadRoute(standingRoute)],
    defaultHead: pageHead("Your standing"),
  },
  {
    path: BANNED_PAGE,
    chunk: () => "web/app/banned/banned-site.tsx",
    preload: () => [preloadRoute(standingRoute), preloadRoute(dataExportRoute)],
    defaultHead: pageHead("Your account is banned"),
  },
  {
    path: "/register",
    chunk: () => "web/features/auth/pages/register-page.tsx",
    preload: () => [preloadRoute(starterItemsRoute)],
    defaultHead: pageHead("Sign up"),
  },
  { path: "/login", chunk: () => "web/features/auth/pages/login-page.tsx", defaultHead: pageHead("Sign in") },
  {
    path: "/forgot-password",
    chunk: () => "web/features/auth/pages/forgot-page.tsx",
    defaultHead: pageHead("Forgot your password?"),
  },
  {
    path: "/reset-password/:token",
    chunk: () => "web/features/auth/pages/reset-page.tsx",
    defaultHead: pageHead("Choose a new password"),
  },
];
