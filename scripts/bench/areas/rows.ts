import { Person } from "../client.ts";
import { type Report, show } from "../report.ts";
import { type Costs, type ListSample, measureCosts, type Sample } from "../rows/costs.ts";
import { measurePages } from "../rows/pages.ts";
import { measureWrites, type Write } from "../rows/writes.ts";
import type { Area } from "../run.ts";
import { keptWorld, scratchWorld, startQuietly } from "../worlds.ts";

const FEW = { users: 200, levels: 1_000, ratings: 1_000, comments: 6_000 };
const MANY = { users: 100_000, levels: 1_000_000, ratings: 1_000_000, comments: 200_000 };
const SOME = { users: 2_000, levels: 20_000, ratings: 20_000, comments: 10_000 };

/** Rows and rounds of one site. */
interface Measured {
  costs: Costs;
  pages: Sample[];
  writes: Write[];
}

/** What requests cost at D1, at a thousand rows and at a million. */
export const measureRows: Area = async (report, { small }) => {
  const many = small ? SOME : MANY;
  const few = await measureSite(await scratchWorld(FEW));
  const lots = await measureSite(await keptWorld(many));
  for (const [rows, measured] of [[FEW.levels, few] as const, [many.levels, lots] as const])
    judgeSite(report, show(rows), measured);
  judgeGrowth(report, few.costs.lists, lots.costs.lists);
};

async function measureSite(state: string): Promise<Measured> {
  const site = await startQuietly(state);
  try {
    const people = {
      visitor: new Person(site.url),
      member: await Person.signedIn(site.url, "bobby"),
      admin: await Person.signedIn(site.url, "admin"),
    };
    const pages = await measurePages(people);
    const costs = await measureCosts(people);
    return { costs, pages, writes: await measureWrites(people.member) };
  } finally {
    await site.stop();
  }
}

/** The samples that stand worst in a line, worst first. */
function worst<S>(samples: readonly S[], figure: (sample: S) => number, name: (sample: S) => string) {
  const sorted = samples
    .map((sample) => ({ figure: figure(sample), name: name(sample) }))
    .sort((a, b) => b.figure - a.figure);
  return {
    figure: sorted[0]?.figure ?? Number.NaN,
    notes: sorted.slice(0, 3).map((one) => `${show(one.figure).padStart(8)}  ${one.name}`),
  };
}

function judgeSite(report: Report, rows: string, { costs, pages, writes }: Measured): void {
  const line = <S>(
    what: string,
    samples: readonly S[],
    figure: (sample: S) => number,
    name: (sample: S) => string,
    limit: number,
    unit = "",
  ) => {
    const found = worst(samples, figure, name);
    report.most(`${what}, ${rows} levels`, found.figure, limit, { unit, notes: found.notes });
  };
  const named = ({ name }: Sample) => name;
  const all = costs.lists.flatMap(({ first, fiftieth, last, beyond }) =>
    [first, fiftieth, last, beyond].filter((one) => one !== undefined),
  );
  line("D1 rounds of a GET", [...all, ...costs.searches, ...costs.singles], ({ rounds }) => rounds, named, 2);
  line("D1 rounds of a page's HTML", pages, ({ rounds }) => rounds, named, 2);
  line(
    "rows read, first page",
    costs.lists,
    ({ first, size }) => first.read / size,
    ({ name, first, size }) => `${name}: ${first.read} rows, page of ${size}`,
    6,
    "× page size",
  );
  line(
    "rows read, page 50 over the first",
    costs.lists.filter(({ fiftieth }) => fiftieth),
    ({ first, fiftieth, size }) => ((fiftieth?.read ?? 0) - first.read) / size,
    ({ name, first, fiftieth }) => `${name}: ${first.read} → ${fiftieth?.read} rows`,
    50,
    "× page size",
  );
  // The last page is as near as the hundredth at most: further in, lists are read from their end.
  line(
    "rows read, last page over the first",
    costs.lists.filter(({ last }) => last),
    ({ first, last, size, pages: count }) => ((last?.read ?? 0) - first.read) / (Math.min(count, 100) * size),
    ({ name, first, last, pages: count }) => `${name}: ${first.read} → ${last?.read} rows, page ${count}`,
    1,
    "× its distance",
  );
  line(
    "rows read past the end: the total alone",
    costs.lists.filter(({ beyond }) => beyond),
    ({ beyond, size }) => (beyond?.read ?? 0) / size,
    ({ name, beyond }) => `${name}: ${beyond?.read} rows`,
    6,
    "× page size",
  );
  line("rows read, search", costs.searches, ({ read }) => read, named, 2_000);
  const slowest = worst(costs.searches, ({ milliseconds }) => milliseconds, named);
  report.told(`slowest search, ${rows} levels`, slowest.figure, { unit: "ms", notes: slowest.notes });
  line("rounds of a write", writes, ({ cost }) => cost.rounds, ({ name }) => name, 2);
  line("rows written by a write", writes, ({ cost }) => cost.written, ({ name }) => name, 25);
}

/** How far apart two counts may lie and still be the same. */
const TOLERANCE = 10;

function judgeGrowth(report: Report, few: readonly ListSample[], many: readonly ListSample[]): void {
  const before = new Map(few.map(({ name, first }) => [name, first.read]));
  const growth = ({ name, first }: ListSample) => {
    const was = before.get(name) ?? 0;
    return was ? (Math.abs(first.read - was) / was) * 100 : 0;
  };
  // Only a full page can be the same at both scales: the longer list has more to show where the shorter one ran out.
  const full = new Set(few.filter(({ pages }) => pages > 1).map(({ name }) => name));
  const { figure, notes } = worst(
    many.filter(({ name }) => full.has(name)),
    growth,
    ({ name, first }) => `${name}: ${before.get(name)} → ${first.read} rows`,
  );
  report.most("rows read, first page: the same at both scales", figure, TOLERANCE, { unit: "% apart", notes });
}
