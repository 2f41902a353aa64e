import { Hono } from "hono";
import { Meter } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { awardAchievements } from "./achievements/award.ts";
import { achievementRoutes } from "./achievements/routes.ts";
import { assetRoutes } from "./assets/routes.ts";
import { refreshClaims } from "./auth/rotate.ts";
import { authRoutes } from "./auth/routes.ts";
import { lookRoutes } from "./avatar/look-routes.ts";
import { avatarRoutes } from "./avatar/routes.ts";
import { blockRoutes } from "./blocks/routes.ts";
import { buddyRoutes } from "./buddies/routes.ts";
import { checkRoutes } from "./build/check-routes.ts";
import { publishRoutes, versionRoutes } from "./build/publish-routes.ts";
import { buildRoutes, editorRoutes, prefabRoutes } from "./build/routes.ts";
import { buildSocketRoutes } from "./build/socket-routes.ts";
import { clearRoutes } from "./clears/routes.ts";
import { commentRoutes } from "./comments/routes.ts";
import { conversationRoutes } from "./conversations/routes.ts";
import { dailyRoutes } from "./daily/routes.ts";
import { discordRoutes } from "./discord/routes.ts";
import { eventRoutes } from "./events/routes.ts";
import { challengeRoutes, staffEventRoutes } from "./events/staff-routes.ts";
import { followRoutes } from "./follows/routes.ts";
import { forumEditRoutes } from "./forums/edit-routes.ts";
import { forumMarkRoutes, forumReadRoutes } from "./forums/read-routes.ts";
import { forumRemoveRoutes } from "./forums/remove-routes.ts";
import { forumSearchRoutes } from "./forums/search-routes.ts";
import { forumStaffRoutes, forumWriteRoutes } from "./forums/write-routes.ts";
import { goldRoutes } from "./gold/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { hostRoutes } from "./hosts/routes.ts";
import { hostStaffRoutes } from "./hosts/staff-routes.ts";
import { drainBody } from "./http/body.ts";
import { seenBookmarks, setBookmarks } from "./http/bookmarks.ts";
import { flushErrors } from "./http/error-log.ts";
import { errorResponse, internalErrorResponse, unavailableError } from "./http/errors.ts";
import { type AppEnv, type HonoApp, setServerTiming } from "./http/handle.ts";
import { addSecurityHeaders } from "./http/headers.ts";
import { addServerError, logRequest } from "./http/log.ts";
import { observeEnv } from "./http/observe-env.ts";
import { openApiRoutes } from "./http/open-api.ts";
import { isReadableUrl } from "./http/path.ts";
import type { RequestHooks } from "./http/request-hooks.ts";
import { inventoryRoutes } from "./inventory/routes.ts";
import { itemReviewRoutes } from "./items/review-routes.ts";
import { itemRoutes } from "./items/routes.ts";
import { doublePictureRoute } from "./levels/double-picture-route.ts";
import { levelRoutes } from "./levels/routes.ts";
import { liveRoutes } from "./live/routes.ts";
import { mailRoutes } from "./mail/routes.ts";
import { appealRoutes } from "./moderation/appeal-routes.ts";
import { caseRoutes, personRoutes } from "./moderation/case-routes.ts";
import { moderationRoutes, undoRoutes } from "./moderation/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { outfitRoutes } from "./outfits/routes.ts";
import { unavailablePage } from "./pages/html.ts";
import { installRoutes } from "./pages/install-routes.ts";
import { isPagePath, pageRoutes } from "./pages/routes.ts";
import { sitemapRoutes } from "./pages/sitemap.ts";
import { downloadRoutes } from "./play/downloads.ts";
import { playRoutes } from "./play/routes.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { pushRoutes } from "./push/routes.ts";
import { ratingRoutes } from "./ratings/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { removalRoutes, roomSocketRoutes } from "./room/routes.ts";
import { runRoutes } from "./runs/routes.ts";
import { runWriteRoutes } from "./runs/write-routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { securityRoutes } from "./security/routes.ts";
import { settingsRoutes, updateRoutes } from "./settings/routes.ts";
import { shareRoutes } from "./share/routes.ts";
import { copyRoutes, shopRoutes } from "./shop/routes.ts";
import { tradeRoutes } from "./shop/trade-routes.ts";
import { spamRoutes } from "./spam/routes.ts";
import { lookUpRoutes } from "./staff/look-up-routes.ts";
import { renameRoutes, teamRoutes } from "./staff/team-routes.ts";
import { auditRoutes, staffToolRoutes } from "./staff/tool-routes.ts";
import { starterRoutes } from "./starter/routes.ts";
import { statisticsRoutes } from "./statistics/routes.ts";
import { errorReportRoutes } from "./system/report-routes.ts";
import { systemRoutes } from "./system/routes.ts";
import { themeRoutes } from "./themes/routes.ts";
import { grantRoutes, transactionRoutes } from "./transactions/routes.ts";
import { currentName } from "./users/current-name.ts";
import { userRoutes } from "./users/routes.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";

const HOOKS: RequestHooks = { refreshClaims, currentName, awardAchievements };

/** Creates the app: middleware, routes and the error handler. */
function createApp(mounts: readonly ((app: HonoApp) => void)[]): HonoApp {
  // Also matches URLs with a trailing slash; `c.req.path` has none then (Hono 4).
  const app = new Hono<AppEnv>({ strict: false });

  app.use(async (c, next) => {
    const started = performance.now();
    c.set("requestId", c.req.header("CF-Ray") ?? crypto.randomUUID());
    const meter = new Meter();
    meter.bookmarks = seenBookmarks(c.req.raw);
    c.set("meter", meter);
    c.env = observeEnv(c.env, meter);
    c.set("userId", null);
    c.set("hooks", HOOKS);
    const work = next();
    // Else the runtime cancels work of clients that disconnect. A stored ban must also close sockets.
    if (c.req.method === "POST") c.executionCtx.waitUntil(work);
    await work;
    // workerd closes the connection of a client whose body it didn't read.
    await drainBody(c.req.raw);
    const { headers } = c.res;
    headers.set("X-Request-Id", c.get("requestId"));
    headers.set("Date", new Date().toUTCString());
    // Visitors who write nothing need no bookmark, and cached responses suit them better without.
    if (c.get("userId") !== null || meter.hasWritten) setBookmarks(headers, c.req.raw, meter);
    addSecurityHeaders(headers, c.env);
    setServerTiming(headers, c.get("meter"), started, c.env);
    logRequest(c, performance.now() - started);
    if (c.res.status >= 500) addServerError(c);
    const flush = flushErrors(c.env);
    if (flush) c.executionCtx.waitUntil(flush);
  });

  app.use(async (c, next) => {
    if (!isReadableUrl(c.req.url)) throw new ApiError("bad_address");
    await next();
  });

  for (const mount of mounts) mount(app);

  app.onError((error, c) => {
    if (error instanceof ApiError) return errorResponse(error);
    const unavailable = unavailableError(error, c.env, c.get("requestId"));
    if (!unavailable) return internalErrorResponse(error, c.get("requestId"));
    const response = errorResponse(unavailable);
    if (!isPagePath(c.req.path)) return response;
    response.headers.set("Content-Type", "text/html; charset=utf-8");
    const page = unavailablePage(unavailable.message, unavailable.retryAfter ?? 10);
    return new Response(page, { status: response.status, headers: response.headers });
  });
  app.notFound((c) => {
    const allowed = allowedMethods(app, c.req.path);
    if (allowed.length === 0 || allowed.includes(c.req.method))
      return errorResponse(new ApiError("not_found"));
    const response = errorResponse(new ApiError("method_not_allowed"));
    response.headers.set("Allow", allowed.join(", "));
    return response;
  });
  return app;
}

/** The methods that routes handle at a path. Middleware and the page for unknown paths are no routes. */
function allowedMethods({ router }: HonoApp, path: string): string[] {
  const handled = ["GET", "POST"].filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method && route.path !== "/*"),
  );
  return handled.includes("GET") ? ["GET", "HEAD", ...handled.slice(1)] : handled;
}

/** The whole site. */
export const app = createApp([
  authRoutes,
  updateRoutes,
  discordRoutes,
  themeRoutes,
  goldRoutes,
  settingsRoutes,
  securityRoutes,
  healthRoutes,
  homeRoutes,
  starterRoutes,
  levelRoutes,
  buildRoutes,
  buildSocketRoutes,
  editorRoutes,
  versionRoutes,
  checkRoutes,
  publishRoutes,
  prefabRoutes,
  ratingRoutes,
  clearRoutes,
  removalRoutes,
  runRoutes,
  runWriteRoutes,
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
  wishlistRoutes,
  grantRoutes,
  transactionRoutes,
  userRoutes,
  achievementRoutes,
  dailyRoutes,
  buddyRoutes,
  followRoutes,
  blockRoutes,
  presenceRoutes,
  playRoutes,
  hostRoutes,
  hostStaffRoutes,
  searchRoutes,
  eventRoutes,
  staffEventRoutes,
  challengeRoutes,
  // Paths with a word in place of the subforum's id must come first.
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
  undoRoutes,
  personRoutes,
  appealRoutes,
  itemReviewRoutes,
  lookUpRoutes,
  auditRoutes,
  renameRoutes,
  teamRoutes,
  staffToolRoutes,
  systemRoutes,
  spamRoutes,
  liveRoutes,
  roomSocketRoutes,
  notificationRoutes,
  pushRoutes,
  mailRoutes,
  errorReportRoutes,
  assetRoutes,
  lookRoutes,
  doublePictureRoute,
  openApiRoutes,
  downloadRoutes,
  shareRoutes,
  sitemapRoutes,
  installRoutes,
  pageRoutes,
]);
