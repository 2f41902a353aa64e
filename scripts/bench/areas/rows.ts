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

interface Worst {
  figure: number;
  notes: string[];
}

/** The figure that stands worst in a line, and where it and the next ones come from; like figures share a note. */
function worst<S>(samples: readonly S[], figure: (sample: S) => number, name: (sample: S) => string): Worst {
  const byFigure = Map.groupBy(samples, figure);
  const sorted = [...byFigure].sort(([a], [b]) => b - a);
  return {
    figure: sorted[0]?.[0] ?? 0,
    notes: sorted.slice(0, 3).map(([value, [first, ...others]]) => {
      const more = others.length ? ` (and ${show(others.length)} like it)` : "";
      return `${show(value).padStart(8)}  ${first ? name(first) : ""}${more}`;
    }),
  };
}

/** Kinds of lists, each judged on its own so that the worst of one does not hide another. */
const FAMILIES: Record<string, (name: string) => boolean> = {
  levels: (name) => name.startsWith("/api/levels") && !isHistory(name),
  "levels of one's history": isHistory,
  ratings: (name) => name.startsWith("/api/ratings"),
  comments: (name) => name.startsWith("/api/comments"),
  "a user's levels": (name) => name.startsWith("/api/users/"),
};

/** Whether a list is gathered from what its asker has played, cleared or liked. */
function isHistory(name: string): boolean {
  return /filter=(favorited|clearedByUser|playedByUser|playedByBuddies)/.test(name);
}

function judgeSite(report: Report, rows: string, { costs, pages, writes }: Measured): void {
  const most = (what: string, { figure, notes }: Worst, limit: number, unit = "") =>
    report.most(`${what}; ${rows}`, figure, limit, {
      unit,
      notes: figure > limit ? notes : notes.slice(0, 1),
    });
  const name = (sample: { name: string }) => sample.name;
  const all = costs.lists.flatMap(({ first, fiftieth, last, beyond }) =>
    [first, fiftieth, last, beyond].filter((one) => one !== undefined),
  );
  const rounds = ({ rounds: count }: Sample) => count;
  most("D1 rounds of a GET", worst([...all, ...costs.searches, ...costs.singles], rounds, name), 2);
  most("D1 rounds of a page's HTML", worst(pages, rounds, name), 2);
  for (const [family, belongs] of Object.entries(FAMILIES)) {
    const samples = costs.lists.filter((sample) => belongs(sample.name));
    for (const { what, limit, unit, figure, note } of LIST_LINES)
      most(
        `${family}: ${what}`,
        worst(
          samples.filter((sample) => Number.isFinite(figure(sample))),
          figure,
          (sample) => `${sample.name}: ${note(sample)}`,
        ),
        limit,
        unit,
      );
  }
  const read = (sample: Sample) => sample.read;
  const [own, open] = [true, false].map((history) =>
    costs.searches.filter((one) => isHistory(one.name) === history),
  );
  most("rows read, search", worst(open ?? [], read, name), 2_000);
  most("rows read, search in one's history", worst(own ?? [], read, name), 2_000);
  const slowest = worst(costs.searches, (sample) => sample.milliseconds, name);
  report.told(`slowest search; ${rows}`, slowest.figure, { unit: "ms", notes: slowest.notes });
  most(
    "D1 rounds of a write",
    worst(writes, ({ cost }) => cost.rounds, name),
    2,
  );
  most(
    "rows written by a write",
    worst(writes, ({ cost }) => cost.written, name),
    25,
  );
}

interface ListLine {
  what: string;
  limit: number;
  unit: string;
  /** NaN where the list has no such page. */
  figure(sample: ListSample): number;
  note(sample: ListSample): string;
}

const over = ({ first }: ListSample, page: Sample | undefined) => (page?.read ?? Number.NaN) - first.read;

const LIST_LINES: ListLine[] = [
  {
    what: "rows read, first page",
    limit: 6,
    unit: "× page size",
    figure: ({ first, size }) => first.read / size,
    note: ({ first, size }) => `${first.read} rows, page of ${size}`,
  },
  {
    what: "rows read, page 50 over the first",
    limit: 50,
    unit: "× page size",
    figure: (sample) => over(sample, sample.fiftieth) / sample.size,
    note: ({ first, fiftieth }) => `${first.read} → ${fiftieth?.read} rows`,
  },
  {
    // As near as the hundredth at most: further in, lists are read from their end.
    what: "rows read, last page over the first",
    limit: 1,
    unit: "× its distance",
    figure: (sample) => over(sample, sample.last) / (Math.min(sample.pages, 100) * sample.size),
    note: ({ first, last, pages }) => `${first.read} → ${last?.read} rows, page ${pages}`,
  },
  {
    what: "rows read past the end (the total alone)",
    limit: 6,
    unit: "× page size",
    figure: ({ beyond, size }) => (beyond?.read ?? Number.NaN) / size,
    note: ({ beyond }) => `${beyond?.read} rows`,
  },
];

/** How far apart two counts may lie, in percent, and still be the same. */
const TOLERANCE = 10;

function judgeGrowth(report: Report, few: readonly ListSample[], many: readonly ListSample[]): void {
  // Only a full page can be the same at both scales: the longer list has more to show where the shorter one ran out.
  const before = new Map(few.filter(({ pages }) => pages > 1).map(({ name, first }) => [name, first.read]));
  const { figure, notes } = worst(
    many.filter(({ name }) => before.has(name)),
    ({ name, first }) => {
      const was = before.get(name) ?? 0;
      return was ? (Math.abs(first.read - was) / was) * 100 : 0;
    },
    ({ name, first }) => `${name}: ${before.get(name)} → ${first.read} rows`,
  );
  report.most("rows read, first page: the same at both scales", figure, TOLERANCE, {
    unit: "% apart",
    notes,
  });
}
