import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { Database, statement } from "#db/client.ts";
import { isParam } from "#domain/api/params.ts";
import { buildUrl } from "#domain/api/route.ts";
import { BANNED_PAGE, isOpenWhileBanned } from "#domain/auth/banned.ts";
import { isForMembers, isForVisitors, signInAddress } from "#domain/auth/members.ts";
import { ApiError } from "#domain/errors.ts";
import { hiddenOfOthers } from "#domain/settings/hidden.ts";
import { SITE_THEMES, type SiteThemeName } from "#domain/site.ts";
import { presentAccount } from "../auth/present.ts";
import { trueClaims } from "../auth/rotate.ts";
import { type Turnstile, turnstileOf, turnstileScript } from "../auth/turnstile.ts";
import { isProduction } from "../env.ts";
import { cacheGet, cacheSet } from "../http/cache.ts";
import { compressLocally } from "../http/compress.ts";
import { issueCsrf } from "../http/csrf.ts";
import { ClaimsChanged, SessionGate } from "../http/gate.ts";
import {
  type App,
  type AppEnv,
  clientIp as networkAddress,
  type RequestContext,
  respondWithin,
} from "../http/handle.ts";
import { policyWith, secure } from "../http/headers.ts";
import { originOf } from "../http/origin.ts";
import { type Account, type Claims, isBanned, readClaims } from "../http/session.ts";
import { deviceTheme } from "../http/theme.ts";
import { currentName } from "../users/former.ts";
import { chunkLinks } from "./chunks.ts";
import { escapeHtml, headTags, jsonForHtml, type PageHead, pictureLink } from "./html.ts";
import type { Page, Preload } from "./page.ts";
import { MISSING, PAGES } from "./table.ts";
import { readTemplate } from "./template.ts";

const HOUR = 60 * 60 * 1000;

export function pageRoutes(app: App): void {
  for (const page of PAGES) {
    app.get(page.path, (c) => {
      if (page.developmentOnly && isProduction(c.env)) return respond(c, null);
      return respond(c, page);
    });
  }
  app.get("*", (c) => {
    // What is not meant for people gets no page.
    if (/^\/(?:api|assets|static|build|\.well-known)(?:\/|$)/.test(c.req.path)) return c.notFound();
    return respond(c, null);
  });
}

/** Whether the parameters in the address can be what the page's path says. */
const isWellFormed = (c: Context<AppEnv>, { path }: Page): boolean =>
  Object.entries(c.req.param() as Record<string, string>).every(([name, value]) =>
    isParam(path.startsWith("/report") && name === "type" ? "reportType" : name, value),
  );

/** The page with everything its first screen needs; a session that has changed is answered as what it is now. */
async function respond(c: Context<AppEnv>, page: Page | null): Promise<Response> {
  const claims = readClaims(c.req.raw, c.env);
  try {
    return await render(c, page, claims);
  } catch (error) {
    if (!(error instanceof ClaimsChanged)) throw error;
    const db = new Database(c.env.DB, c.get("meter"));
    const { claims: truth, tell } = await trueClaims(c.env, db, c.req.raw, error);
    const response = await render(c, page, truth);
    tell(response.headers);
    return response;
  }
}

/** The same page under an account's new username; undefined where no account had the old one. */
async function movedTo(
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
  const moved = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? ""));
  return moved + new URL(c.req.url).search;
}

const redirect = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: location, "Cache-Control": "private, no-cache" },
  });

/** Leads visitors to sign in, banned members to the page about their ban, and everyone else away from that page. */
async function render(c: Context<AppEnv>, page: Page | null, claims: Claims | null): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  if (!claims && page && isForMembers(page.path) && isWellFormed(c, page))
    return redirect(signInAddress(pathname + search));
  const isClosed = !isOpenWhileBanned(pathname);
  try {
    return await renderPage(c, page, claims, isClosed);
  } catch (error) {
    if (isClosed && isBanRefusal(error)) return redirect(BANNED_PAGE);
    throw error;
  }
}

const isBanRefusal = (error: unknown): boolean => error instanceof ApiError && error.code === "banned";

/** The page. Where it is closed to banned members, the first read, which checks the session, throws for them. */
async function renderPage(
  c: Context<AppEnv>,
  page: Page | null,
  claims: Claims | null,
  isClosed: boolean,
): Promise<Response> {
  const { env } = c;
  // Neither those who are led to sign in nor those to whom there is no such page need its code.
  const chunk = page && (claims || isForVisitors(page.path)) ? page.chunk(claims !== null) : undefined;
  const now = Date.now();
  const gate = new SessionGate(new Database(env.DB, c.get("meter")), claims, now, { banned: isClosed });
  c.set("userId", claims?.id ?? null);
  const [template, found, links] = await Promise.all([
    readTemplate(env, c.req.url),
    loadPage(c, page, gate, now, isClosed),
    chunkLinks(env, c.req.url, chunk, claims !== null),
  ]);
  if (found.location) return redirect(found.location);
  const account = await gate.account();
  if (page?.path === BANNED_PAGE && account && !isBanned(account, now)) return redirect("/");
  if (account && account.seen_at < now - HOUR) c.executionCtx.waitUntil(markSeen(gate.db, account, now));
  const csrf = issueCsrf(c.req.raw, env);
  const theme = themeOf(account, c.req.raw);
  const data = {
    user: account && presentAccount(account, now),
    csrf_token: csrf.token,
    preload: found.preload,
    development: !isProduction(env),
  };
  const tags = headTags(found.head, {
    origin: originOf(c.req.raw, env),
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
  const check = account ? null : turnstileOf(env);
  const isChecked = check !== null && page?.path === "/register";
  if (isChecked && !import.meta.env?.DEV) {
    secure(headers, env);
    headers.set("Content-Security-Policy", policyWith(check.origin));
  }
  const html = template({
    paint: found.paint,
    theme,
    hide: account ? hiddenOfOthers(account) : "",
    // Before the fonts: what stands in them is read in their stand-ins meanwhile.
    head: `${found.picture ? pictureLink(found.picture) : ""}${tags}${check ? checkTags(check, isChecked) : ""}`,
    links,
    data: `<script id="page-data" type="application/json">${jsonForHtml(data)}</script>`,
  });
  compressLocally(c, headers);
  return new Response(html, { status: found.status, headers });
}

/** Where people are checked, sign-up has the script and its key; other pages say that they have to be left for it. */
const checkTags = (check: Turnstile, isHere: boolean): string =>
  `<meta name="turnstile" content="${isHere ? escapeHtml(check.siteKey) : ""}">${isHere ? turnstileScript(check) : ""}`;

interface Loaded {
  status: 200 | 404;
  /** Where the page is now. */
  location?: string | undefined;
  head: PageHead;
  picture?: string | undefined;
  preload: Record<string, unknown>;
  paint: string;
}

async function loadPage(
  c: Context<AppEnv>,
  page: Page | null,
  gate: SessionGate,
  now: number,
  isClosed: boolean,
): Promise<Loaded> {
  const missing: Loaded = { status: 404, head: MISSING, preload: {}, paint: "" };
  if (!page || !isWellFormed(c, page)) return missing;
  const params = c.req.param() as Record<string, string>;
  const wanted = page.preload?.(params, new URL(c.req.url).searchParams) ?? [];
  try {
    const answers = await Promise.all(wanted.map((one) => answerOne(c, one, gate, now)));
    const preload = Object.fromEntries(
      wanted.map((one, i) => [buildUrl(one.route, one.params, one.input), answers[i]]),
    );
    const paint = page.paint?.(answers, gate.claims !== null) ?? "";
    const head = page.head?.(answers) ?? page.plain;
    return { status: 200, head, picture: page.picture?.(answers), preload, paint };
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof ClaimsChanged) throw error;
    if (isClosed && isBanRefusal(error)) throw error;
    const isMissing =
      error.status === 404 ||
      (page.secret && [401, 403].includes(error.status) && error.code !== "two_factor_required");
    if (error.status === 404) return { ...missing, location: await movedTo(c, page, params, gate, now) };
    // The page itself asks again and shows the refusal in its own place.
    return isMissing ? missing : { status: 200, head: page.plain, preload: {}, paint: "" };
  }
}

async function answerOne(
  c: Context<AppEnv>,
  { route, params, input, withRefusal }: Preload,
  gate: SessionGate,
  now: number,
): Promise<unknown> {
  const address = buildUrl(route, params, input);
  const kept = gate.claims ? undefined : cacheGet(address, now);
  if (kept !== undefined) return JSON.parse(new TextDecoder().decode(kept));
  const call = {
    gate,
    viewer: gate.viewer,
    env: c.env,
    request: new Request(new URL(address, c.req.url)),
    now,
    clientIp: networkAddress(c.req.raw),
    requestId: c.get("requestId"),
    defer: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
    header: () => undefined,
  } satisfies RequestContext;
  const answer = await respondWithin(route, params, input, call).catch((error: unknown) => {
    if (!withRefusal || !(error instanceof ApiError) || error instanceof ClaimsChanged || isBanRefusal(error))
      throw error;
    const { status, code, message } = error;
    return { refused: { status, code, message } };
  });
  if (route.keep && !gate.claims) cacheSet(address, JSON.stringify(answer), route.keep, now);
  return answer;
}

function themeOf(account: Account | null, request: Request): SiteThemeName {
  const own = SITE_THEMES.find(({ id }) => id === account?.theme_id);
  return (own ?? deviceTheme(request)).name;
}

const markSeen = (db: Database, account: Account, now: number) =>
  db.all(statement(sql`update sessions set seen_at = ${now} where id = ${account.session_id}`));
