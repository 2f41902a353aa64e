import { type BenchReport, formatFigure } from "../report.ts";
import type { CostSample, Costs, ListSample } from "./costs.ts";
import type { WriteCost } from "./writes.ts";

/** The costs of one site. */
export interface SiteCosts {
  costs: Costs;
  pages: CostSample[];
  writes: WriteCost[];
}

interface Worst {
  figure: number;
  notes: string[];
}

/** Returns the highest figure, and notes on the sources of the highest ones. Equal figures share a note. */
function worst<S>(samples: readonly S[], figure: (sample: S) => number, name: (sample: S) => string): Worst {
  const byFigure = Map.groupBy(samples, figure);
  const sorted = [...byFigure].sort(([a], [b]) => b - a);
  return {
    figure: sorted[0]?.[0] ?? 0,
    notes: sorted.slice(0, 3).map(([value, [first, ...others]]) => {
      const more = others.length ? ` (and ${formatFigure(others.length)} like it)` : "";
      return `${formatFigure(value).padStart(8)}  ${first ? name(first) : ""}${more}`;
    }),
  };
}

/** Groups of lists, checked separately so the worst of one group doesn't hide another's. */
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

/** Whether a list depends on the levels that the user has played, cleared or liked. */
function isHistory(name: string): boolean {
  return /filter=(favorited|clearedByUser|playedByUser|playedByBuddies)/.test(name);
}

/** Whether a list leaves out the levels that the user has played or cleared. */
function isRest(name: string): boolean {
  return /filter=(unclearedByUser|notPlayedByUser)/.test(name);
}

export function checkSiteRows(report: BenchReport, rows: string, { costs, pages, writes }: SiteCosts): void {
  const atMost = (label: string, { figure, notes }: Worst, limit: number, unit = "") =>
    report.atMost(`${label}; ${rows}`, figure, limit, {
      unit,
      notes: figure > limit ? notes : notes.slice(0, 1),
    });
  const name = (sample: { name: string }) => sample.name;
  const all = costs.lists.flatMap(({ first, fiftieth, last, beyond }) =>
    [first, fiftieth, last, beyond].filter((one) => one !== undefined),
  );
  const roundTrips = ({ roundTrips: count }: CostSample) => count;
  atMost(
    "round trips of a GET to one database",
    worst([...all, ...costs.searches, ...costs.singles], roundTrips, name),
    2,
  );
  atMost("round trips of a page's HTML to one database", worst(pages, roundTrips, name), 2);
  // A history grows without limit, so it's bounded like a search.
  const personal = costs.lists.filter((sample) => isHistory(sample.name) || isRest(sample.name));
  atMost(
    "levels by your history: rows read, first page",
    worst(
      personal.map(({ first }) => first),
      ({ read }) => read,
      name,
    ),
    2_000,
  );
  const deep = personal.filter(({ fiftieth }) => fiftieth);
  atMost(
    "levels by your history: rows read, page 50 over the first",
    worst(deep, (sample) => over(sample, sample.fiftieth), name),
    2_000,
  );
  for (const [family, belongs] of Object.entries(FAMILIES)) {
    const samples = costs.lists.filter((sample) => belongs(sample.name));
    for (const { label, limit, unit, figure, note } of LIST_LINES)
      atMost(
        `${family}: ${label}`,
        worst(
          samples.filter((sample) => Number.isFinite(figure(sample))),
          figure,
          (sample) => `${sample.name}: ${note(sample)}`,
        ),
        limit,
        unit,
      );
  }
  const read = (sample: CostSample) => sample.read;
  const [own, open] = [true, false].map((history) =>
    costs.searches.filter((one) => isHistory(one.name) === history),
  );
  atMost("rows read, search", worst(open ?? [], read, name), 2_000);
  atMost("rows read, search in your history", worst(own ?? [], read, name), 2_000);
  for (const [label, samples] of [
    ["slowest search", open ?? []] as const,
    ["slowest search in your history", own ?? []] as const,
  ]) {
    const { figure, notes } = worst(samples, (sample) => sample.milliseconds, name);
    report.info(`${label}; ${rows}`, figure, { unit: "ms", notes });
  }
  atMost(
    "round trips of a write to one database",
    worst(writes, ({ cost }) => cost.roundTrips, name),
    2,
  );
  atMost(
    "rows written by a write",
    worst(writes, ({ cost }) => cost.written, name),
    25,
  );
}

interface ListLine {
  label: string;
  limit: number;
  unit: string;
  /** NaN if the list has no such page. */
  figure(sample: ListSample): number;
  note(sample: ListSample): string;
}

const over = ({ first }: ListSample, page: CostSample | undefined) => (page?.read ?? Number.NaN) - first.read;

const LIST_LINES: ListLine[] = [
  {
    label: "rows read, first page",
    limit: 6,
    unit: "× page size",
    figure: ({ first, size }) => first.read / size,
    note: ({ first, size }) => `${first.read} rows, page of ${size}`,
  },
  {
    label: "rows read, page 50 over the first",
    limit: 50,
    unit: "× page size",
    figure: (sample) => over(sample, sample.fiftieth) / sample.size,
    note: ({ first, fiftieth }) => `${first.read} → ${fiftieth?.read} rows`,
  },
  {
    // Deeper than page 100, lists are read from their end.
    label: "rows read, last page over the first",
    limit: 1,
    unit: "× its distance",
    figure: (sample) => over(sample, sample.last) / (Math.min(sample.pages, 100) * sample.size),
    note: ({ first, last, pages }) => `${first.read} → ${last?.read} rows, page ${pages}`,
  },
  {
    label: "rows read past the end (only the total)",
    limit: 6,
    unit: "× page size",
    figure: ({ beyond, size }) => (beyond?.read ?? Number.NaN) / size,
    note: ({ beyond }) => `${beyond?.read} rows`,
  },
];

/**
 * The allowed increase in percent. Related rows (a clear, an event) are read too, and made-up rows have none, so counts can
 * be smaller at the larger scale but not larger.
 */
const TOLERANCE = 10;

export function checkGrowth(
  report: BenchReport,
  few: readonly ListSample[],
  many: readonly ListSample[],
): void {
  // Only compare full pages: a short list has fewer rows to read.
  const before = new Map(few.filter(({ pages }) => pages > 1).map(({ name, first }) => [name, first.read]));
  const { figure, notes } = worst(
    many.filter(({ name }) => before.has(name)),
    ({ name, first }) => {
      const previous = before.get(name) ?? 0;
      return previous ? ((first.read - previous) / previous) * 100 : 0;
    },
    ({ name, first }) => `${name}: ${before.get(name)} → ${first.read} rows`,
  );
  report.atMost("rows read, first page: larger than smaller scale", figure, TOLERANCE, {
    unit: "% more",
    notes,
  });
}
