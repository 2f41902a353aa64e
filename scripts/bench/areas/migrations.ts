import { writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { estimateMigrations, type RATES } from "../../deploy/estimate-migrations.ts";
import { MEASURED_RATES } from "../../deploy/measured-rates.ts";
import { root } from "../../run-script.mjs";
import type { BulkCounts } from "../../seed/bulk.ts";
import { formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { scratchWorld, startQuietSite } from "../worlds.ts";

const MANY = {
  users: 20_000,
  levels: 100_000,
  ratings: 100_000,
  comments: 100_000,
  transactions: 500_000,
} satisfies BulkCounts;
const SOME = {
  users: 2_000,
  levels: 10_000,
  ratings: 10_000,
  comments: 10_000,
  transactions: 50_000,
} satisfies BulkCounts;

type Work = keyof typeof RATES;

/** A statement as a migration has it, on a table with many rows. `undo` restores what later ones need. */
interface Step {
  what: string;
  work: Work;
  table: string;
  sql: string;
  undo?: string;
}

/** Kinds of work of a migration. Those whose time doesn't depend on rows are checked separately. */
const STEPS: readonly Step[] = [
  {
    what: "an index of two numbers",
    work: "index",
    table: "transactions",
    sql: "create index bench_numbers on transactions (user_id, created_at)",
    undo: "drop index bench_numbers",
  },
  {
    what: "an index of texts",
    work: "index",
    table: "levels",
    sql: "create index bench_texts on levels (title)",
    undo: "drop index bench_texts",
  },
  {
    what: "filling a new column",
    work: "write",
    table: "comments",
    sql: "update comments set bench_added = id",
  },
  {
    what: "changing a column that has indexes",
    work: "write",
    table: "levels",
    sql: "update levels set created_at = created_at + 1",
  },
  {
    what: "copying a table with an index into a new one",
    work: "write",
    table: "comments",
    sql: "insert into bench_copy select * from comments",
  },
  {
    what: "a search table",
    work: "search",
    table: "levels",
    sql: "insert into bench_search (rowid, title, description) select id, title, description from levels",
  },
  {
    what: "a column with a check",
    work: "scan",
    table: "levels",
    sql: "alter table levels add bench_checked integer check (bench_checked > 0)",
  },
];

/** They take the same time with any number of rows. */
const INSTANT = [
  ["a new column", "alter table comments add bench_added integer default 0 not null"],
  ["a new trigger", "create trigger bench_trigger after insert on transactions begin select 1; end"],
  ["a new table", "create table bench_copy as select * from comments limit 0"],
  ["an index of an empty table", "create index bench_copy_target on bench_copy (target_id)"],
  [
    "a new search table",
    "create virtual table bench_search using fts5(title, description, tokenize = 'trigram')",
  ],
] as const;

const MAX_INSTANT_SECONDS = 0.5;
/** A call to the database alone takes up to 0.1 s on a busy machine. */
const MIN_COMPARED_SECONDS = 0.5;
/** Estimate by measured time. Less would promise too much; more would stop migrations that are fast enough. */
const MIN_FACTOR = 0.8;
const MAX_FACTOR = 12;

/** Measures the rates of work in migrations on a large database, and compares estimates of migrations with the time they take. */
export const measureMigrations: BenchArea = async (report, { small }) => {
  const site = await startQuietSite(await scratchWorld(small ? SOME : MANY));
  try {
    for (const [what, sql] of INSTANT)
      report.atMost(what, await secondsOf(site.d1, sql), MAX_INSTANT_SECONDS, { unit: "s" });
    const measured: Partial<Record<Work, number>> = {};
    for (const step of STEPS) {
      const rows = await countRows(site.d1, step.table);
      const seconds = await secondsOf(site.d1, step.sql);
      const rate = rows / seconds;
      measured[step.work] = Math.min(measured[step.work] ?? Number.POSITIVE_INFINITY, rate);
      report.info(`${step.work}: ${step.what}`, rate, {
        unit: "rows/s",
        notes: [`${formatFigure(rows)} rows of ${step.table} in ${formatFigure(seconds)} s`],
      });
      await compareWithEstimate(report, step, { d1: site.d1, seconds });
      if (step.undo) await site.d1.prepare(step.undo).run();
    }
    const { size_after: bytes } = (await site.d1.prepare("select 1").run()).meta;
    if (!small) writeRates(measured as Record<Work, number>, bytes);
  } finally {
    await site.stop();
  }
};

async function secondsOf(d1: D1Database, sql: string): Promise<number> {
  const start = performance.now();
  // As a migration is applied: one transaction.
  await d1.batch([d1.prepare(sql)]);
  return (performance.now() - start) / 1000;
}

const countRows = async (d1: D1Database, table: string): Promise<number> =>
  (await d1.prepare(`select max(rowid) as rows from ${table}`).first<number>("rows")) ?? 0;

/** Estimates a migration that consists of the step, as a deployment does. Very short times say nothing. */
async function compareWithEstimate(
  report: Parameters<BenchArea>[0],
  { what, sql }: Step,
  { d1, seconds }: { d1: D1Database; seconds: number },
): Promise<void> {
  const searchTable = { name: "0000_search.sql", sql: "create virtual table bench_search using fts5(title)" };
  const [estimate] = await estimateMigrations(
    [searchTable, { name: "0001_step.sql", sql }],
    [searchTable.name],
    async (query) => (await d1.prepare(query).all()).results,
  );
  if (!estimate || seconds < MIN_COMPARED_SECONDS) return;
  const factor = estimate.seconds / seconds;
  const options = { unit: "×", notes: [`estimate ${formatFigure(estimate.seconds)} s`] };
  report.atLeast(`the estimate of ${what} isn't too low`, factor, MIN_FACTOR, options);
  report.atMost(`the estimate of ${what} isn't too high`, factor, MAX_FACTOR, options);
}

/** Two digits say all that a measurement does. */
const round = (rate: number): number => Number(rate.toPrecision(2));

function writeRates(rates: Record<Work, number>, bytes: number): void {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown processor"}`;
  const measured = `${new Date().toISOString().slice(0, 10)}, ${machine}, a database of ${Math.round(bytes / 1e6)} MB`;
  const lines = (Object.keys(MEASURED_RATES.rates) as Work[]).map(
    (work) => `${work}: ${round(rates[work]).toLocaleString("en").replaceAll(",", "_")}`,
  );
  writeFileSync(
    join(root, "scripts/deploy/measured-rates.ts"),
    `/** Measured by \`npm run bench -- migrations\`, which writes this file: rows per second of the slowest statement of each kind. */
export const MEASURED_RATES = {
  measured: ${JSON.stringify(measured)},
  rates: { ${lines.join(", ")} },
};
`,
  );
}
