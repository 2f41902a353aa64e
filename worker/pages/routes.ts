import type { Context } from "hono";
import { Database, newestSeen, type Reach, statement } from "#db/database.ts";
import { mergeBookmarks } from "#domain/api/bookmarks.ts";
import { isForStaff, isOpenWhileBanned, type Page, type Preload } from "#domain/api/page.ts";
import { PAGES } from "#domain/api/pages.ts";
import { isValidParam } from "#domain/api/params.ts";
import { buildUrl, needsPrimary } from "#domain/api/route.ts";
import { BANNED_PAGE } from "#domain/auth/banned.ts";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { ApiError } from "#domain/errors.ts";
import type { ImageSource } from "#domain/levels/picture-source.ts";
import { hideAttribute } from "#domain/settings/hide-attribute.ts";
import { THEME_CHOICES, type ThemeChoice } from "#domain/site.ts";
import { presentAccount } from "../auth/present.ts";
import { refreshClaims } from "../auth/rotate.ts";
import { type Turnstile, turnstileOf, turnstileScript } from "../auth/turnstile.ts";
import { isProduction } from "../env.ts";
import { SITE_VERSION } from "../http/build-info.ts";
import { compressLocally } from "../http/compress.ts";
import { isDeveloper } from "../http/developer.ts";
import { ERROR_SCRIPT } from "../http/error-script.ts";
import type { AppEnv, HonoApp } from "../http/handle.ts";
import { addSecurityHeaders, allowScript, policyWithEmbed } from "../http/headers.ts";
import { nearFirst } from "../http/near-first.ts";
import { isPartError } from "../http/observe-env.ts";
import { deviceTheme, requestRegion } from "../http/path.ts";
import { isReadOnly } from "../http/read-only.ts";
import {
  type Claims,
  isBanned,
  issueCsrf,
  readClaims,
  type SessionAccount,
  siteOrigin,
} from "../http/session.ts";
import { ClaimsChanged, openSideDatabases, SessionGate } from "../http/session-gate.ts";
import { lastOnlineCount } from "../live/online-count.ts";
import { unreadCounts } from "../live/unread-counts.ts";
import { currentName } from "../users/current-name.ts";
import { chunkLinks, pageChunks } from "./chunks.ts";
import {
  downloadPreloadTag,
  escapeHtml,
  headTags,
  imagePreload,
  jsonForHtml,
  type PageHead,
} from "./html.ts";
import { isBannedError, loadPreload } from "./load-preload.ts";
import { PAGE_VIEWS, pageHead } from "./page-views.ts";
import { readTemplate } from "./template.ts";

/** Sets a "Match my device" theme before the first paint, by the rules of `web/lib/theme.ts`. */
export const DEVICE_THEME_SCRIPT =
  '{const is=q=>matchMedia(q).matches;document.documentElement.dataset.theme=is("(prefers-contrast: more)")?"contrast":is("(prefers-color-scheme: light)")?"day":"night"}';

/** The script's hash for the Content-Security-Policy. A test compares both. */
const DEVICE_THEME_HASH = "sha256-tHh5KUfAO90UQW+ctGLR1xzBaXNBhwqhRI1nGov8bUU=";

const HOUR = 60 * 60 * 1000;

/** Whether a path can lead to an HTML page. */
export const isPagePath = (path: string): boolean =>
  !/^\/(?:api|assets|static|build|\.well-known)(?:\/|$)/.test(path);

export function pageRoutes(app: HonoApp): void {
  for (const page of PAGES) {
    app.get(page.path, (c) => {
      if (page.developmentOnly && !isDeveloper(c.req.raw, c.env)) return respond(c, null);
      return respond(c, page);
    });
  }
  app.get("*", (c) => {
    // These paths never return an HTML page.
    if (!isPagePath(c.req.path)) return c.notFound();
    return respond(c, null);
  });
}

/** Whether the URL's parameters are valid for the page's path. */
const isWellFormed = (c: Context<AppEnv>, { path }: Page): boolean =>
  Object.entries(c.req.param() as Record<string, string>).every(([name, value]) =>
    isValidParam(path.startsWith("/report") && name === "type" ? "reportType" : name, value),
  );

/** Responds with the page; if the session has changed, renders it again with the current claims. */
async function respond(c: Context<AppEnv>, page: Page | null): Promise<Response> {
  const claims = readClaims(c.req.raw, c.env);
  try {
    return await render(c, page, claims);
  } catch (error) {
    if (!(error instanceof ClaimsChanged)) throw error;
    const db = new Database(c.env.DB, c.get("meter"));
    const { claims: current, setCookie } = await refreshClaims(c.env, db, c.req.raw, error);
    const response = await render(c, page, current);
    setCookie(response.headers);
    return response;
  }
}

/** The URL of the same page under a user's new username; undefined if no user had the old one. */
async function renamedPageUrl(
  c: Context<AppEnv>,
  { path }: Page,
  params: Record<string, string>,
  gate: SessionGate,
  now: number,
): Promise<string | undefined> {
  if (params.username === undefined) return undefined;
  const username = await currentName(gate.db, params.username, now);
  if (!username) return undefined;
  const names: Record<string, string> = { ...params, username };
  const moved = path.replace(/\/:(\w+)\??/g, (_, name: string) =>
    names[name] === undefined ? "" : `/${encodeURIComponent(names[name])}`,
  );
  return moved + new URL(c.req.url).search;
}

const redirect = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: location, "Cache-Control": "private, no-cache" },
  });

/** Redirects visitors to sign in, banned members to their ban page, and everyone else away from it. */
async function render(c: Context<AppEnv>, page: Page | null, claims: Claims | null): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  if (!claims && page?.access === "member" && isWellFormed(c, page))
    return redirect(signInUrl(pathname + search));
  const isClosed = !page || !isOpenWhileBanned(page, pathname);
  const meter = c.get("meter");
  const preloads = page && isWellFormed(c, page) ? listPreloads(c, page, claims) : [];
  // A visitor's page can fill the cache, and must not with what this process has changed since.
  if (!claims) meter.bookmarks = mergeBookmarks(meter.bookmarks, newestSeen());
  try {
    const isFresh = (page && isForStaff(page)) || preloads.some(({ route }) => needsPrimary(route));
    return await nearFirst(isFresh ? "primary" : "near", meter, (reach) =>
      renderPage(c, page, preloads, { claims, isClosed, reach }),
    );
  } catch (error) {
    if (isClosed && isBannedError(error)) return redirect(BANNED_PAGE);
    throw error;
  }
}

/** Renders the page. If it's closed to banned members, the first read (which checks the session) throws for them. */
async function renderPage(
  c: Context<AppEnv>,
  page: Page | null,
  preloads: readonly Preload[],
  { claims, isClosed, reach }: { claims: Claims | null; isClosed: boolean; reach: Reach },
): Promise<Response> {
  const { env } = c;
  // Pages that redirect to sign-in or don't exist need no code.
  const chunks = page && (claims || page.access === "public") ? pageChunks(page, claims !== null) : [];
  const now = Date.now();
  const db = new Database(env.DB, c.get("meter"), { reach });
  const side = openSideDatabases(env, c.get("meter"), reach);
  const gate = new SessionGate(db, claims, now, { rejectBanned: isClosed }, side);
  c.set("userId", claims?.id ?? null);
  const [template, loaded, links, unread, readOnly] = await Promise.all([
    readTemplate(env, c.req.url),
    loadPage(c, page, preloads, { gate, now, isClosed, reach }),
    chunkLinks(env, c.req.url, chunks, claims !== null),
    claims && unreadCounts(env, claims.id, requestRegion(c.req.raw)),
    isReadOnly(env, now, "near"),
  ]);
  if (loaded.location) return redirect(loaded.location);
  const account = await gate.account();
  if (page?.path === BANNED_PAGE && account && !isBanned(account, now)) return redirect("/");
  if (account && account.seen_at < now - HOUR && !readOnly)
    c.executionCtx.waitUntil(markSeen(gate.db, account, now));
  const csrf = issueCsrf(c.req.raw, env);
  const theme = themeOf(account, c.req.raw);
  const data = {
    user: account && presentAccount(account, now),
    now,
    unread: account && unread,
    csrf_token: csrf.token,
    read_only: readOnly || undefined,
    preload: loaded.preload,
    online: lastOnlineCount(now),
    development: !isProduction(env),
  };
  const tags = headTags(loaded.head, {
    origin: siteOrigin(c.req.raw, env),
    pathname: new URL(c.req.url).pathname,
    csrf: csrf.token,
    role: account?.role ?? null,
    theme,
    version: SITE_VERSION,
  });
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-cache",
  });
  if (csrf.cookie) headers.append("Set-Cookie", csrf.cookie);
  if (loaded.picture) headers.set("Link", imagePreload(loaded.picture));
  const turnstile = account ? null : turnstileOf(env);
  const needsTurnstile = turnstile !== null && page?.path === "/register";
  if (needsTurnstile && !import.meta.env?.DEV) {
    addSecurityHeaders(headers, env);
    headers.set("Content-Security-Policy", policyWithEmbed(turnstile.origin));
  }
  if (theme === "device") {
    addSecurityHeaders(headers, env);
    allowScript(headers, `'${DEVICE_THEME_HASH}'`);
  }
  const html = template({
    content: loaded.content,
    theme,
    hide: account ? hideAttribute(account) : "",
    // Before the fonts: text shows in fallback fonts until they load.
    head: `<script>${ERROR_SCRIPT}</script>${theme === "device" ? `<script>${DEVICE_THEME_SCRIPT}</script>` : ""}${loaded.download ? downloadPreloadTag(loaded.download) : ""}${tags}${turnstile ? turnstileTags(turnstile, needsTurnstile) : ""}`,
    links,
    data: `<script id="page-data" type="application/json">${jsonForHtml(data)}</script>`,
  });
  compressLocally(c, headers);
  return new Response(html, { status: loaded.status, headers });
}

/** Sign-up gets Turnstile; other pages an empty key, so that sign-up is a full page load. */
const turnstileTags = (turnstile: Turnstile, isSignUp: boolean): string =>
  `<meta name="turnstile" content="${isSignUp ? escapeHtml(turnstile.siteKey) : ""}">${isSignUp ? turnstileScript(turnstile) : ""}`;

const listPreloads = (c: Context<AppEnv>, { preload }: Page, claims: Claims | null): readonly Preload[] =>
  preload?.(c.req.param() as Record<string, string>, new URL(c.req.url).searchParams, claims?.id ?? null) ??
  [];

interface LoadedPage {
  status: 200 | 404;
  /** The page's new URL. */
  location?: string | undefined;
  head: PageHead;
  picture?: ImageSource | undefined;
  download?: string | undefined;
  preload: Record<string, unknown>;
  content: string;
}

async function loadPage(
  c: Context<AppEnv>,
  page: Page | null,
  preloads: readonly Preload[],
  { gate, now, isClosed, reach }: { gate: SessionGate; now: number; isClosed: boolean; reach: Reach },
): Promise<LoadedPage> {
  const notFound: LoadedPage = { status: 404, head: pageHead("Not found"), preload: {}, content: "" };
  if (!page || !isWellFormed(c, page)) return notFound;
  const params = c.req.param() as Record<string, string>;
  const view = PAGE_VIEWS.get(page);
  const defaultHead = pageHead(page.title, page.description);
  try {
    const responses = await Promise.all(
      preloads.map((preloadItem) => loadPreload(c, preloadItem, gate, now)),
    );
    const preload = Object.fromEntries(
      preloads.map((preloadItem, i) => [
        buildUrl(preloadItem.route, preloadItem.params, preloadItem.input),
        responses[i],
      ]),
    );
    const content = view?.renderHtml?.(responses, gate.claims !== null) ?? "";
    const head = view?.head?.(responses, new URL(c.req.url).searchParams) ?? defaultHead;
    const picture = view?.picture?.(responses, gate.claims !== null);
    return {
      status: 200,
      head,
      picture: typeof picture === "string" ? { src: picture } : picture,
      download: view?.download?.(params),
      preload,
      content,
    };
  } catch (error) {
    // The page requests it again and shows the error in place of the part that doesn't work.
    if (isPartError(error)) return { status: 200, head: defaultHead, preload: {}, content: "" };
    if (!(error instanceof ApiError) || error instanceof ClaimsChanged) throw error;
    if (isClosed && isBannedError(error)) throw error;
    // The primary decides.
    if (reach === "near" && c.get("meter").copyRoundTrips > 0) throw error;
    const isNotFound =
      error.status === 404 ||
      (isForStaff(page) && [401, 403].includes(error.status) && error.code !== "two_factor_required");
    if (error.status === 404)
      return { ...notFound, location: await renamedPageUrl(c, page, params, gate, now) };
    // The page requests the data again and shows the error in place.
    return isNotFound ? notFound : { status: 200, head: defaultHead, preload: {}, content: "" };
  }
}

function themeOf(account: SessionAccount | null, request: Request): ThemeChoice {
  const own = THEME_CHOICES.find(({ id }) => id === account?.theme_id);
  return (own ?? deviceTheme(request)).name;
}

const markSeen = (db: Database, account: SessionAccount, now: number) =>
  db.all(statement`update sessions set seen_at = ${now} where id = ${account.session_id}`, {
    idempotent: true,
  });
