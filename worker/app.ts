import { Hono } from "hono";
import { Meter } from "#db/client.ts";
import { API } from "#domain/api/all.ts";
import { ApiError } from "#domain/errors.ts";
import { achievementRoutes } from "./achievements/routes.ts";
import { assetRoutes } from "./assets/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { avatarRoutes } from "./avatar/routes.ts";
import { billingRoutes } from "./billing/routes.ts";
import { blockRoutes } from "./blocks/routes.ts";
import { buddyRoutes } from "./buddies/routes.ts";
import { clearRoutes } from "./clears/routes.ts";
import { commentRoutes } from "./comments/routes.ts";
import { conversationRoutes } from "./conversations/routes.ts";
import { dailyRoutes } from "./daily/routes.ts";
import { discordRoutes } from "./discord/routes.ts";
import { challengeRoutes } from "./events/challenge-routes.ts";
import { eventRoutes } from "./events/routes.ts";
import { staffEventRoutes } from "./events/staff-routes.ts";
import { forumEditRoutes } from "./forums/edit-routes.ts";
import { forumMarkRoutes } from "./forums/mark-routes.ts";
import { forumReadRoutes } from "./forums/read-routes.ts";
import { forumRemoveRoutes } from "./forums/remove-routes.ts";
import { forumSearchRoutes } from "./forums/search-routes.ts";
import { forumStaffRoutes } from "./forums/staff-routes.ts";
import { forumWriteRoutes } from "./forums/write-routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { hostRoutes } from "./hosts/routes.ts";
import { hostStaffRoutes } from "./hosts/staff-routes.ts";
import { drain } from "./http/body.ts";
import { errorResponse, failureResponse } from "./http/errors.ts";
import { type App, type AppEnv, setServerTiming } from "./http/handle.ts";
import { secure } from "./http/headers.ts";
import { logRequest } from "./http/log.ts";
import { openApiRoutes } from "./http/openapi.ts";
import { inventoryRoutes } from "./inventory/routes.ts";
import { itemReviewRoutes } from "./items/review-routes.ts";
import { itemRoutes } from "./items/routes.ts";
import { levelRoutes } from "./levels/routes.ts";
import { liveRoutes } from "./live/routes.ts";
import { mailRoutes } from "./mail/routes.ts";
import { appealRoutes } from "./moderation/appeal-routes.ts";
import { caseRoutes } from "./moderation/case-routes.ts";
import { moderationRoutes } from "./moderation/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { outfitRoutes } from "./outfits/routes.ts";
import { pageRoutes } from "./pages/routes.ts";
import { sitemapRoutes } from "./pages/sitemap.ts";
import { downloadRoutes } from "./play/downloads.ts";
import { playRoutes } from "./play/routes.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { ratingRoutes } from "./ratings/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { securityRoutes } from "./security/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { updateRoutes } from "./settings/update.ts";
import { copyRoutes } from "./shop/copy-routes.ts";
import { shopRoutes } from "./shop/routes.ts";
import { tradeRoutes } from "./shop/trade-routes.ts";
import { spamRoutes } from "./spam/routes.ts";
import { auditRoutes } from "./staff/audit-routes.ts";
import { lookUpRoutes } from "./staff/look-up-routes.ts";
import { renameRoutes } from "./staff/rename-routes.ts";
import { scheduleRoutes } from "./staff/schedule-routes.ts";
import { staffToolRoutes } from "./staff/tool-routes.ts";
import { statisticsRoutes } from "./statistics/routes.ts";
import { themeRoutes } from "./themes/routes.ts";
import { grantRoutes } from "./transactions/grant-route.ts";
import { transactionRoutes } from "./transactions/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { wishRoutes } from "./wishes/routes.ts";

const PATHS = API.map(
  (route) =>
    new RegExp(
      `^${route.path
        .replace(/\{\w+\}/g, "[^/]+")
        .replace(/\/\{\w+\?\}/g, "(?:/[^/]*)?")
        .replace(/\/$/, "")}/?$`,
    ),
);
const isKnownPath = (path: string) => PATHS.some((pattern) => pattern.test(path));

/** A site with some of the routes: middleware, mounts, one onError. */
function makeApp(mounts: readonly ((app: App) => void)[]): App {
  const app = new Hono<AppEnv>({ strict: false });

  app.use(async (c, next) => {
    const started = performance.now();
    c.set("requestId", c.req.header("CF-Ray") ?? crypto.randomUUID());
    c.set("meter", new Meter());
    c.set("userId", null);
    const work = next();
    // Where whoever asks hangs up, the runtime lets go of what it waits for: a ban would be kept, and no socket cut.
    if (c.req.method === "POST") c.executionCtx.waitUntil(work);
    await work;
    await drain(c.req.raw);
    const { headers } = c.res;
    headers.set("X-Request-Id", c.get("requestId"));
    secure(headers, c.env);
    setServerTiming(headers, c.get("meter"), started, c.env);
    logRequest(c, performance.now() - started);
  });

  // The address is made of the Host header, which can be anything.
  app.use(async (c, next) => {
    if (!URL.canParse(c.req.url)) throw new ApiError("bad_address");
    await next();
  });

  for (const mount of mounts) mount(app);

  app.onError((error, c) =>
    error instanceof ApiError ? errorResponse(error) : failureResponse(error, c.get("requestId")),
  );
  app.notFound((c) =>
    errorResponse(new ApiError(isKnownPath(c.req.path) ? "method_not_allowed" : "not_found")),
  );
  return app;
}

/** The whole site. */
export const app = makeApp([
  authRoutes,
  updateRoutes,
  discordRoutes,
  themeRoutes,
  billingRoutes,
  settingsRoutes,
  securityRoutes,
  homeRoutes,
  levelRoutes,
  ratingRoutes,
  clearRoutes,
  statisticsRoutes,
  commentRoutes,
  conversationRoutes,
  itemRoutes,
  avatarRoutes,
  outfitRoutes,
  inventoryRoutes,
  shopRoutes,
  tradeRoutes,
  copyRoutes,
  wishRoutes,
  grantRoutes,
  transactionRoutes,
  userRoutes,
  achievementRoutes,
  dailyRoutes,
  buddyRoutes,
  blockRoutes,
  presenceRoutes,
  playRoutes,
  hostRoutes,
  hostStaffRoutes,
  searchRoutes,
  eventRoutes,
  staffEventRoutes,
  challengeRoutes,
  // Addresses with a word in the place of a subforum's number come first.
  forumSearchRoutes,
  forumReadRoutes,
  forumWriteRoutes,
  forumEditRoutes,
  forumRemoveRoutes,
  forumStaffRoutes,
  forumMarkRoutes,
  reportRoutes,
  moderationRoutes,
  caseRoutes,
  appealRoutes,
  itemReviewRoutes,
  lookUpRoutes,
  auditRoutes,
  renameRoutes,
  staffToolRoutes,
  scheduleRoutes,
  spamRoutes,
  liveRoutes,
  notificationRoutes,
  mailRoutes,
  assetRoutes,
  openApiRoutes,
  downloadRoutes,
  sitemapRoutes,
  pageRoutes,
]);

/**
 * The messages alone, which are most of all calls: among so few routes Hono finds one with a single regular expression,
 * in place of a walk through a tree.
 */
export const messageApp = makeApp([conversationRoutes]);
