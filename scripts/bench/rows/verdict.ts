import { type Report, show } from "../report.ts";
import type { Costs, ListSample, Sample } from "./costs.ts";
import type { Write } from "./writes.ts";

/** Rows and rounds of one site. */
export interface Measured {
  costs: Costs;
  pages: Sample[];
  writes: Write[];
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
  levels: (name) => name.startsWith("/api/levels") && !isHistory(name) && !isRest(name),
  ratings: (name) => name.startsWith("/api/ratings"),
  comments: (name) => name.startsWith("/api/comments"),
  "a user's levels": (name) => name.startsWith("/api/users/"),
  "the shop": (name) => name.startsWith("/api/shop"),
  inventories: (name) => name.startsWith("/api/inventory"),
  "the ledger": (name) => name.startsWith("/api/auth/transactions"),
  people: (name) => /^\/api\/(users[? ]|buddies|blocks)/.test(name),
  "the forums": (name) => name.startsWith("/api/forums"),
  inboxes: (name) => /^\/api\/(conversations|notifications|staff)/.test(name),
};

/** Whether a list is gathered from what its asker has played, cleared or liked. */
function isHistory(name: string): boolean {
  return /filter=(favorited|clearedByUser|playedByUser|playedByBuddies)/.test(name);
}

/** Whether a list leaves out what its asker has played or cleared. */
function isRest(name: string): boolean {
  return /filter=(unclearedByUser|notPlayedByUser)/.test(name);
}

export function judgeSite(report: Report, rows: string, { costs, pages, writes }: Measured): void {
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
  // A history is as long as a life on the site; what is looked at of it is bounded like a search.
  const personal = costs.lists.filter((sample) => isHistory(sample.name) || isRest(sample.name));
  most(
    "levels by one's history: rows read, first page",
    worst(
      personal.map(({ first }) => first),
      ({ read }) => read,
      name,
    ),
    2_000,
  );
  const deep = personal.filter(({ fiftieth }) => fiftieth);
  most(
    "levels by one's history: rows read, page 50 over the first",
    worst(deep, (sample) => over(sample, sample.fiftieth), name),
    2_000,
  );
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
  for (const [what, samples] of [
    ["slowest search", open ?? []] as const,
    ["slowest search in one's history", own ?? []] as const,
  ]) {
    const { figure, notes } = worst(samples, (sample) => sample.milliseconds, name);
    report.told(`${what}; ${rows}`, figure, { unit: "ms", notes });
  }
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

/**
 * By how many percent a count may be larger and still be the same. What a row brings along (a clear, an event) is read
 * too, and made-up rows bring nothing: at the larger scale a count may be smaller, never larger.
 */
const TOLERANCE = 10;

export function judgeGrowth(report: Report, few: readonly ListSample[], many: readonly ListSample[]): void {
  // Only a full page can be the same at both scales: the longer list has more to show where the shorter one ran out.
  const before = new Map(few.filter(({ pages }) => pages > 1).map(({ name, first }) => [name, first.read]));
  const { figure, notes } = worst(
    many.filter(({ name }) => before.has(name)),
    ({ name, first }) => {
      const was = before.get(name) ?? 0;
      return was ? ((first.read - was) / was) * 100 : 0;
    },
    ({ name, first }) => `${name}: ${before.get(name)} → ${first.read} rows`,
  );
  report.most("rows read, first page: the same at both scales", figure, TOLERANCE, {
    unit: "% more",
    notes,
  });
}
