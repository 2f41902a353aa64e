import { isForStaff } from "#domain/api/page.ts";
import { PAGES } from "#domain/api/pages.ts";
import { SiteClient } from "../../client/site-client.ts";
import { examplePath } from "../example-path.ts";
import { BENCH_ROLES, type ListCase, lists, type RoleName, SINGLES, searches } from "../list-case.ts";
import { costOf, type RequestCost, signInDemo } from "../open-site.ts";
import { type BenchReport, formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { cachedWorld, scratchWorld, startQuietSite } from "../worlds.ts";

// So many transactions that a page in any order is full of made-up ones, as in the large world.
const FEW = {
  ...{ users: 200, levels: 1_000, ratings: 1_000, comments: 6_000, items: 1_000, inventory: 3_000 },
  ...{ buddies: 1_000, presence: 100, transactions: 50_000, threads: 1_000, replies: 1_000, cases: 1_000 },
  audit_log: 1_000,
};
const MANY = {
  ...{ users: 100_000, levels: 1_000_000, ratings: 1_000_000, comments: 200_000, items: 1_000_000 },
  ...{ inventory: 1_000_000, buddies: 500_000, presence: 50_000, transactions: 1_000_000, threads: 100_000 },
  ...{ replies: 1_000_000, cases: 100_000, audit_log: 200_000 },
};
const SOME = {
  ...{ users: 2_000, levels: 20_000, ratings: 20_000, comments: 10_000, items: 5_000, inventory: 50_000 },
  ...{
    buddies: 20_000,
    presence: 1_000,
    transactions: 100_000,
    threads: 5_000,
    replies: 20_000,
    cases: 2_000,
  },
  audit_log: 5_000,
};
const FAR = 1_000_000;
/** Made-up levels have no clears and events, so counts can be smaller at the larger scale, but not larger. */
const GROWTH_TOLERANCE = 10;

/** The cost of one request. */
interface Sample extends RequestCost {
  name: string;
}

/** The costs of a list's first, fiftieth and last page and of one past the end, if they exist. */
interface ListSample {
  name: string;
  size: number;
  pages: number;
  first: Sample;
  fiftieth?: Sample | undefined;
  last?: Sample | undefined;
  beyond?: Sample | undefined;
}

interface SiteCosts {
  lists: ListSample[];
  searches: Sample[];
  singles: Sample[];
  pages: Sample[];
}

type Clients = Record<RoleName, SiteClient>;

/** Measures the D1 cost of requests with a thousand and with a million rows. */
export const measureRows: BenchArea = async (report, { small }) => {
  const many = small ? SOME : MANY;
  const few = await measureSite(await scratchWorld(FEW));
  const large = await measureSite(await cachedWorld(many));
  checkSite(report, formatFigure(FEW.levels), few);
  checkSite(report, formatFigure(many.levels), large);
  // Only full pages compare: a short list has fewer rows to read.
  const before = new Map(
    few.lists.filter(({ pages }) => pages > 1).map(({ name, first }) => [name, first.read]),
  );
  const grown = large.lists.flatMap(({ name, first }) => {
    const rows = before.get(name);
    if (!rows) return [];
    return { name: `${name}: ${rows} → ${first.read} rows`, figure: (100 * (first.read - rows)) / rows };
  });
  worst(report, "rows read, first page: larger than smaller scale", grown, GROWTH_TOLERANCE, "% more");
};

async function measureSite(state: string): Promise<SiteCosts> {
  await using site = await startQuietSite(state);
  const clients: Clients = {
    visitor: new SiteClient(site.url),
    member: await signInDemo(site.url, "bobby"),
    admin: await signInDemo(site.url, "admin"),
  };
  const costs: SiteCosts = { lists: [], searches: [], singles: [], pages: await measurePages(clients) };
  for (const list of lists())
    for (const role of list.roles) costs.lists.push(await measureList(clients[role], list, role));
  for (const { path, query, roles } of searches())
    for (const role of roles) costs.searches.push(await sample(clients[role], path, query, role));
  for (const path of SINGLES)
    for (const role of BENCH_ROLES) costs.singles.push(await sample(clients[role], path, {}, role));
  return costs;
}

let requests = 0;

/** A URL that wasn't requested before, so no cached response is used. */
const uncachedUrl = (path: string, query: ListCase["query"]): string =>
  `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ ...(query as Record<string, string>), n: String(++requests) })}`;

function nameOf(path: string, query: object, role: RoleName): string {
  const params = Object.entries(query).filter(
    ([, value]) => value !== "" && value !== 0 && value !== "false",
  );
  return `${path}${params.length ? `?${params.map(([key, value]) => `${key}=${value}`).join("&")}` : ""} as ${role}`;
}

async function sample(client: SiteClient, path: string, query: ListCase["query"], role: RoleName) {
  const response = await client.send(uncachedUrl(path, query));
  const name = nameOf(path, query, role);
  if (response.status >= 400) throw new Error(`${name}: ${response.status} ${response.text}`);
  return { name, ...costOf(response) };
}

async function measureList(client: SiteClient, list: ListCase, role: RoleName): Promise<ListSample> {
  const { path, query, size } = list;
  const name = nameOf(path, query, role);
  const at = async (page: number) => {
    const response = await client.send(uncachedUrl(path, { ...query, page }));
    // Lists that can't be read from their end reject deep pages, which costs nothing.
    if (response.status === 422 && page > 1) return undefined;
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${response.text}`);
    return { response, sample: { name: `${name}, page ${page}`, ...costOf(response) } };
  };
  const first = await at(1);
  if (!first) throw new Error(`${name} has no first page.`);
  const pages = (JSON.parse(first.response.text) as { meta: { last_page: number } }).meta.last_page;
  return {
    name,
    size,
    pages,
    first: first.sample,
    fiftieth: pages >= 50 ? (await at(50))?.sample : undefined,
    last: pages > 1 ? (await at(pages))?.sample : undefined,
    beyond: (await at(FAR))?.sample,
  };
}

/** Measures the cost of each page's HTML without caches. */
async function measurePages(clients: Clients): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const page of PAGES)
    for (const role of BENCH_ROLES) {
      // A write clears the cache for visitors.
      await clients.member.post("/api/auth/update", { theme_id: 1 });
      const path = examplePath(page.path);
      const response = await clients[role].send(path);
      const isHidden = response.status === 404 && isForStaff(page);
      if (response.status >= 400 && !isHidden) throw new Error(`${path} as ${role}: ${response.status}`);
      samples.push({ name: `${path} as ${role}`, ...costOf(response) });
    }
  return samples;
}

interface Figure {
  name: string;
  figure: number;
}

/** Checks the highest figure, with notes on the sources of the highest ones. Equal figures share a note. */
function worst(report: BenchReport, label: string, figures: readonly Figure[], limit: number, unit = "") {
  const sorted = [...Map.groupBy(figures, ({ figure }) => figure)].sort(([a], [b]) => b - a);
  const notes = sorted.slice(0, 3).map(([value, [first, ...others]]) => {
    const more = others.length ? ` (and ${formatFigure(others.length)} like it)` : "";
    return `${formatFigure(value).padStart(8)}  ${first?.name}${more}`;
  });
  const highest = sorted[0]?.[0] ?? Number.NaN;
  report.atMost(label, highest, limit, { unit, notes: highest > limit ? notes : notes.slice(0, 1) });
}

/** Whether a list depends on the levels that the user has played, cleared or liked: it's bounded like a search. */
const isPersonal = ({ name }: { name: string }): boolean =>
  /filter=(favorited|\w*ByUser|playedByBuddies)/.test(name);

function checkSite(report: BenchReport, rows: string, { lists: all, ...costs }: SiteCosts): void {
  const check = (label: string, figures: readonly Figure[], limit: number, unit?: string) =>
    worst(report, `${label}; ${rows}`, figures, limit, unit);
  const of = (samples: readonly Sample[], what: keyof RequestCost) =>
    samples.map((one) => ({ name: one.name, figure: one[what] }));
  const pages = all.flatMap(({ first, fiftieth, last, beyond }) =>
    [first, fiftieth, last, beyond].filter((one) => one !== undefined),
  );
  check(
    "round trips of a GET to one database",
    of([...pages, ...costs.searches, ...costs.singles], "roundTrips"),
    2,
  );
  check("round trips of a page's HTML to one database", of(costs.pages, "roundTrips"), 2);
  check("rows read, search", of(costs.searches, "read"), 2_000);
  const [personal, shared] = [all.filter(isPersonal), all.filter((list) => !isPersonal(list))];
  const over = (
    label: string,
    lists: readonly ListSample[],
    page: "fiftieth" | "last",
    per: (list: ListSample) => number,
  ) =>
    lists.flatMap((list) => {
      const found = list[page];
      if (!found) return [];
      const name = `${list.name}: ${label} ${list.first.read} → ${found.read} rows`;
      return { name, figure: (found.read - list.first.read) / per(list) };
    });
  check(
    "levels by your history: rows read, first page",
    of(
      personal.map(({ first }) => first),
      "read",
    ),
    2_000,
  );
  check(
    "levels by your history: page 50 over the first",
    over("", personal, "fiftieth", () => 1),
    2_000,
  );
  const perSize = (list: ListSample, read: number) => ({
    name: `${list.name}: ${read} rows`,
    figure: read / list.size,
  });
  check(
    "rows read, first page",
    shared.map((list) => perSize(list, list.first.read)),
    6,
    "× page size",
  );
  check(
    "page 50 over the first",
    over("", shared, "fiftieth", ({ size }) => size),
    50,
    "× page size",
  );
  // Deeper than page 100, lists are read from their end.
  const distance = ({ pages: count, size }: ListSample) => Math.min(count, 100) * size;
  check("last page over the first", over("", shared, "last", distance), 1, "× its distance");
  const past = shared.flatMap((list) => (list.beyond ? perSize(list, list.beyond.read) : []));
  check("rows read past the end (only the total)", past, 6, "× page size");
}
