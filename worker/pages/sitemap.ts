import type { Context } from "hono";
import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { PAGES } from "#domain/api/pages.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { ApiError } from "#domain/errors.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { isoTime } from "#domain/time.ts";
import type { AppEnv, HonoApp } from "../http/handle.ts";
import { locationCache } from "../http/location-cache.ts";
import { siteOrigin } from "../http/session.ts";
import { type Databases, openDatabases } from "../outbox/relay.ts";
import { escapeHtml } from "./html.ts";

/** Public pages that are the same for everyone. */
const STATIC_PAGES = [
  ...PAGES.filter(({ inSitemap }) => inSitemap).map(({ path }) => path),
  ...SUBFORUM_IDS.map((id) => `/forums/${id}`),
];

/** Id range per file, which limits the rows it reads; the format allows 50,000 URLs. */
const IDS_PER_FILE = 10_000;
const CACHE_CONTROL = "public, max-age=3600";

interface KindEntries {
  database: DatabaseName;
  path: SQL;
  changed: SQL;
  shown(now: number): SQL;
}

interface Entry {
  path: string;
  /** Milliseconds since 1970; null if unknown. */
  changed_at: number | null;
}

type Kind = "levels" | "items" | "users" | "threads";

/** The publicly visible rows of each kind: page path, time of the last change, and the condition for having a page. */
const KINDS: Record<Kind, KindEntries> = {
  levels: {
    database: "main",
    path: sql`'/levels/' || id`,
    changed: sql`updated_at`,
    shown: () => sql`visibility = 'public'`,
  },
  items: {
    database: "main",
    path: sql`'/items/' || id`,
    changed: sql`null`,
    shown: () => sql`state = 'shown'`,
  },
  users: {
    database: "main",
    path: sql`'/users/' || username`,
    changed: sql`null`,
    shown: (now) =>
      sql`deleted_at is null and (banned_at is null or (banned_until is not null and banned_until <= ${now}))`,
  },
  threads: {
    database: "forum",
    path: sql`'/forums/thread/' || id`,
    changed: sql`last_reply_at`,
    shown: () => sql`deleted_at is null`,
  },
};
const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);

const kinds = Object.keys(KINDS) as Kind[];

const newestIds = (database: DatabaseName): Statement<{ kind: Kind; newest: number | null }> =>
  statement(
    sql.join(
      kinds
        .filter((kind) => KINDS[kind].database === database)
        .map((kind) => sql`select ${kind} as kind, max(id) as newest from ${sql.raw(kind)}`),
      sql` union all `,
    ),
  );

// Reads along the primary key: with an index on visibility, SQLite would read and sort everything.
const fileEntries = (kind: Kind, file: number, now: number): Statement<Entry> => {
  const { path, changed, shown } = KINDS[kind];
  const first = (file - 1) * IDS_PER_FILE;
  return statement`select ${path} as path, ${changed} as changed_at from ${sql.raw(kind)} not indexed
    where id > ${first} and id <= ${first + IDS_PER_FILE} and ${shown(now)} order by id`;
};

const XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9";
const document = (element: string, entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${XMLNS}">\n${entries.join("\n")}\n</${element}>\n`;

const urlSet = (origin: string, entries: readonly Entry[]) =>
  document(
    "urlset",
    entries.map(
      ({ path, changed_at }) =>
        `<url><loc>${escapeHtml(origin + path)}</loc>${changed_at === null ? "" : `<lastmod>${isoTime(changed_at)}</lastmod>`}</url>`,
    ),
  );

/** The index: one file of static pages, and as many files per kind as its ids need. */
async function sitemapIndex(databases: Databases, origin: string): Promise<string> {
  const names = new Set(kinds.map((kind) => KINDS[kind].database));
  const newest = await Promise.all([...names].map((name) => databases[name].all(newestIds(name))));
  const files = newest
    .flat()
    .flatMap(({ kind, newest }) =>
      Array.from({ length: Math.ceil((newest ?? 0) / IDS_PER_FILE) }, (_, i) => `${kind}-${i + 1}`),
    );
  return document(
    "sitemapindex",
    ["pages", ...files].map(
      (name) => `<sitemap><loc>${escapeHtml(`${origin}/sitemap/${name}.xml`)}</loc></sitemap>`,
    ),
  );
}

async function sitemapFile(databases: Databases, origin: string, name: string): Promise<string> {
  if (name === "pages.xml")
    return urlSet(
      origin,
      STATIC_PAGES.map((path) => ({ path, changed_at: null })),
    );
  const [, kind = "", number = ""] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? [];
  if (!isKind(kind)) throw new ApiError("not_found");
  const rows = await databases[KINDS[kind].database].all(fileEntries(kind, Number(number), Date.now()));
  return urlSet(origin, rows);
}

/** Serves XML from the edge cache, or generates and caches it. */
async function cachedXml(
  c: Context<AppEnv>,
  generate: (databases: Databases, origin: string) => Promise<string>,
): Promise<Response> {
  // The cache key has no query string, so queries can't bypass the cache.
  const key = new Request(new URL(c.req.path, siteOrigin(c.req.raw, c.env)));
  const cached = await locationCache.match(key);
  if (cached) return new Response(cached.body, cached);
  const xml = await generate(openDatabases(c.env, c.get("meter")), siteOrigin(c.req.raw, c.env));
  const response = new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": CACHE_CONTROL },
  });
  c.executionCtx.waitUntil(locationCache.put(key, response.clone()));
  return response;
}

const robots = (request: Request, env: Env) => `User-agent: *
Allow: /
Disallow: /api/
Disallow: /report/

Sitemap: ${siteOrigin(request, env)}/sitemap.xml
`;

/** robots.txt and the sitemap. */
export function sitemapRoutes(app: HonoApp): void {
  app.get("/robots.txt", (c) =>
    c.text(robots(c.req.raw, c.env), 200, { "Cache-Control": "public, max-age=86400" }),
  );
  app.get("/sitemap.xml", (c) => cachedXml(c, sitemapIndex));
  app.get("/sitemap/:file", (c) =>
    cachedXml(c, (databases, origin) => sitemapFile(databases, origin, c.req.param("file"))),
  );
}
