import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { Database, statement } from "#db/database.ts";
import { isValidParam } from "#domain/api/params.ts";
import { buildUrl } from "#domain/api/route.ts";
import { BANNED_PAGE, isOpenWhileBanned } from "#domain/auth/banned.ts";
import { isMemberPage, isVisitorPage, signInUrl } from "#domain/auth/member-pages.ts";
import { ApiError } from "#domain/errors.ts";
import { hideAttribute } from "#domain/settings/hide-attribute.ts";
import { SITE_THEMES, type SiteThemeName } from "#domain/site.ts";
import { presentAccount } from "../auth/present.ts";
import { refreshClaims } from "../auth/rotate.ts";
import { type Turnstile, turnstileOf, turnstileScript } from "../auth/turnstile.ts";
import { isProduction } from "../env.ts";
import { cacheGet, cacheSet } from "../http/cache.ts";
import { compressLocally } from "../http/compress.ts";
import { issueCsrf } from "../http/csrf.ts";
import { type AppEnv, clientIp, type HonoApp, type RequestContext, respondWithin } from "../http/handle.ts";
import { addSecurityHeaders, policyWithEmbed } from "../http/headers.ts";
import { siteOrigin } from "../http/origin.ts";
import { type Claims, isBanned, readClaims, type SessionAccount } from "../http/session.ts";
import { ClaimsChanged, SessionGate } from "../http/session-gate.ts";
import { deviceTheme } from "../http/theme.ts";
import { currentName } from "../users/current-name.ts";
import { chunkLinks } from "./chunks.ts";
import {
  downloadPreloadTag,
  escapeHtml,
  headTags,
  imagePreloadTag,
  jsonForHtml,
  type PageHead,
} from "./html.ts";
import type { PageDefinition, Preload } from "./page.ts";
import { NOT_FOUND_HEAD, PAGES } from "./pages.ts";
import { readTemplate } from "./template.ts";

const HOUR = 60 * 60 * 1000;

export function pageRoutes(app: HonoApp): void {
  for (const page of PAGES) {
    app.get(page.path, (c) => {
      if (page.developmentOnly && isProduction(c.env)) return respond(c, null);
      return respond(c, page);
    });
  }
  app.get("*", (c) => {
    // These paths never return an HTML page.
    if (/^\/(?:api|assets|static|build|\.well-known)(?:\/|$)/.test(c.req.path)) return c.notFound();
    return respond(c, null);
  });
}

/** Whether the URL's parameters are valid for the page's path. */
const isWellFormed = (c: Context<AppEnv>, { path }: PageDefinition): boolean =>
  Object.entries(c.req.param() as Record<string, string>).every(([name, value]) =>
    isValidParam(path.startsWith("/report") && name === "type" ? "reportType" : name, value),
  );

/** Responds with the page; if the session has changed, renders it again with the current claims. */
async function respond(c: Context<AppEnv>, page: PageDefinition | null): Promise<Response> {
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
  { path }: PageDefinition,
  params: Record<string, string>,
  gate: SessionGate,
  now: number,
): Promise<string | undefined> {
  if (params.username === undefined) return undefined;
  const username = await currentName(gate.db, params.username, now);
  if (!username) return undefined;
  const names: Record<string, string> = { ...params, username };
  const moved = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? ""));
  return moved + new URL(c.req.url).search;
}

const redirect = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: location, "Cache-Control": "private, no-cache" },
  });

/** Redirects visitors to sign in, banned members to their ban page, and everyone else away from it. */
async function render(
  c: Context<AppEnv>,
  page: PageDefinition | null,
  claims: Claims | null,
): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  if (!claims && page && isMemberPage(page.path) && isWellFormed(c, page))
    return redirect(signInUrl(pathname + search));
  const isClosed = !isOpenWhileBanned(pathname);
  try {
    return await renderPage(c, page, claims, isClosed);
  } catch (error) {
    if (isClosed && isBannedError(error)) return redirect(BANNED_PAGE);
    throw error;
  }
}

const isBannedError = (error: unknown): boolean => error instanceof ApiError && error.code === "banned";

/** Renders the page. If it's closed to banned members, the first read (which checks the session) throws for them. */
async function renderPage(
  c: Context<AppEnv>,
  page: PageDefinition | null,
  claims: Claims | null,
  isClosed: boolean,
): Promise<Response> {
  const { env } = c;
  // Pages that redirect to sign-in or don't exist need no code.
  const chunks =
    page && (claims || isVisitorPage(page.path))
      ? [page.chunk(claims !== null), ...(page.laterChunk ? [page.laterChunk] : [])]
      : [];
  const now = Date.now();
  const gate = new SessionGate(new Database(env.DB, c.get("meter")), claims, now, { rejectBanned: isClosed });
  c.set("userId", claims?.id ?? null);
  const [template, loaded, links] = await Promise.all([
    readTemplate(env, c.req.url),
    loadPage(c, page, gate, now, isClosed),
    chunkLinks(env, c.req.url, chunks, claims !== null),
  ]);
  if (loaded.location) return redirect(loaded.location);
  const account = await gate.account();
  if (page?.path === BANNED_PAGE && account && !isBanned(account, now)) return redirect("/");
  if (account && account.seen_at < now - HOUR) c.executionCtx.waitUntil(markSeen(gate.db, account, now));
  const csrf = issueCsrf(c.req.raw, env);
  const theme = themeOf(account, c.req.raw);
  const data = {
    user: account && presentAccount(account, now),
    csrf_token: csrf.token,
    preload: loaded.preload,
    development: !isProduction(env),
  };
  const tags = headTags(loaded.head, {
    origin: siteOrigin(c.req.raw, env),
    pathname: new URL(c.req.url).pathname,
    csrf: csrf.token,
    role: account?.role ?? null,
    theme,
  });
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-cache",
  });
  if (csrf.cookie) headers.append("Set-Cookie", csrf.cookie);
  const turnstile = account ? null : turnstileOf(env);
  const needsTurnstile = turnstile !== null && page?.path === "/register";
  if (needsTurnstile && !import.meta.env?.DEV) {
    addSecurityHeaders(headers, env);
    headers.set("Content-Security-Policy", policyWithEmbed(turnstile.origin));
  }
  const html = template({
    content: loaded.content,
    theme,
    hide: account ? hideAttribute(account) : "",
    // Before the fonts: text shows in fallback fonts until they load.
    head: `${loaded.picture ? imagePreloadTag(loaded.picture) : ""}${loaded.download ? downloadPreloadTag(loaded.download) : ""}${tags}${turnstile ? turnstileTags(turnstile, needsTurnstile) : ""}`,
    links,
    data: `<script id="page-data" type="application/json">${jsonForHtml(data)}</script>`,
  });
  compressLocally(c, headers);
  return new Response(html, { status: loaded.status, headers });
}

/**
 * The sign-up page gets the Turnstile script and site key; other pages get an empty key, which makes sign-up a full
 * page load.
 */
const turnstileTags = (turnstile: Turnstile, isSignUp: boolean): string =>
  `<meta name="turnstile" content="${isSignUp ? escapeHtml(turnstile.siteKey) : ""}">${isSignUp ? turnstileScript(turnstile) : ""}`;

interface LoadedPage {
  status: 200 | 404;
  /** The page's new URL. */
  location?: string | undefined;
  head: PageHead;
  picture?: string | undefined;
  download?: string | undefined;
  preload: Record<string, unknown>;
  content: string;
}

async function loadPage(
  c: Context<AppEnv>,
  page: PageDefinition | null,
  gate: SessionGate,
  now: number,
  isClosed: boolean,
): Promise<LoadedPage> {
  const notFound: LoadedPage = { status: 404, head: NOT_FOUND_HEAD, preload: {}, content: "" };
  if (!page || !isWellFormed(c, page)) return notFound;
  const params = c.req.param() as Record<string, string>;
  const preloads = page.preload?.(params, new URL(c.req.url).searchParams) ?? [];
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
    const content = page.renderHtml?.(responses, gate.claims !== null) ?? "";
    const head = page.head?.(responses) ?? page.defaultHead;
    return {
      status: 200,
      head,
      picture: page.picture?.(responses),
      download: page.download?.(params),
      preload,
      content,
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof ClaimsChanged) throw error;
    if (isClosed && isBannedError(error)) throw error;
    const isNotFound =
      error.status === 404 ||
      (page.notFoundWithoutAccess &&
        [401, 403].includes(error.status) &&
        error.code !== "two_factor_required");
    if (error.status === 404)
      return { ...notFound, location: await renamedPageUrl(c, page, params, gate, now) };
    // The page requests the data again and shows the error in place.
    return isNotFound ? notFound : { status: 200, head: page.defaultHead, preload: {}, content: "" };
  }
}

async function loadPreload(
  c: Context<AppEnv>,
  { route, params, input, withError }: Preload,
  gate: SessionGate,
  now: number,
): Promise<unknown> {
  const url = buildUrl(route, params, input);
  const cached = gate.claims ? undefined : cacheGet(url, now);
  if (cached !== undefined) return JSON.parse(new TextDecoder().decode(cached));
  const call = {
    gate,
    viewer: gate.viewer,
    env: c.env,
    request: new Request(new URL(url, c.req.url)),
    now,
    clientIp: clientIp(c.req.raw),
    requestId: c.get("requestId"),
    defer: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
    header: () => undefined,
  } satisfies RequestContext;
  const response = await respondWithin(route, params, input, call).catch((error: unknown) => {
    if (!withError || !(error instanceof ApiError) || error instanceof ClaimsChanged || isBannedError(error))
      throw error;
    const { status, code, message } = error;
    return { refused: { status, code, message } };
  });
  if (route.cacheSeconds && !gate.claims) cacheSet(url, JSON.stringify(response), route.cacheSeconds, now);
  return response;
}

function themeOf(account: SessionAccount | null, request: Request): SiteThemeName {
  const own = SITE_THEMES.find(({ id }) => id === account?.theme_id);
  return (own ?? deviceTheme(request)).name;
}

const markSeen = (db: Database, account: SessionAccount, now: number) =>
  db.all(statement(sql`update sessions set seen_at = ${now} where id = ${account.session_id}`));
