import { DatabaseSync } from "node:sqlite";
import type { Report } from "../../bench/report.ts";
import { show } from "../../bench/report.ts";
import type { Area } from "../../bench/run.ts";
import { emptyScratch } from "../../bench/worlds.ts";
import { databaseFile } from "../../site/database-file.ts";
import { between, pause } from "../chat/ask.ts";
import { judgeAcknowledged } from "../economy/acknowledged.ts";
import { readBooks } from "../economy/books.ts";
import { judgeCopies } from "../economy/copies.ts";
import { balanceSheet, judgeLedger } from "../economy/ledger.ts";
import { Line } from "../economy/line.ts";
import { Market } from "../economy/market.ts";
import { Memory } from "../economy/memory.ts";
import { judgeNotices } from "../economy/notices.ts";
import { checkSums } from "../economy/sums.ts";
import { makeWorld, type World } from "../economy/world.ts";
import { MortalSite } from "../mortal.ts";
import { type Judge, judgeCounters } from "../verdict.ts";

const OPERATIONS = { full: 10_000, small: 1_000 };
/** Parts of a run: in each the site dies once, there is a rush once, and everybody's coins are counted at its end. */
const PARTS = { full: 8, small: 2 };
/** Things done at the same time. */
const HANDS = 24;
const RUSHERS = 200;

/**
 * Members buy, sell, resell, make, wish and are given things, ten thousand times, while answers are lost, clicks are double,
 * sellers are banned, prices change and the site dies. Every coin and every copy must be where the ledger says.
 */
export const judgeEconomy: Area = async (report, { small }) => {
  const size = small ? "small" : "full";
  const site = await MortalSite.start(emptyScratch());
  const memory = new Memory();
  const line = new Line(site, memory);
  const world = await makeWorld(site, PARTS[size]);
  await trade(line, world, memory, size);
  const judge: Judge = (what, wrong, of) =>
    report.most(`${what}, of ${of}`, wrong.length, 0, { notes: wrong.slice(0, 3) });
  tell(report, site, memory);
  judge("sums of members that are not what their answers said", memory.wrongSums, memory.sums);
  await judgeNotices(judge, line, world);
  await site.stop();
  const db = new DatabaseSync(databaseFile(site.state));
  const books = readBooks(db);
  const { created, destroyed, pockets, off } = balanceSheet(books);
  report.most("coins created − destroyed − in pockets", off, 0, {
    notes: [`${show(created)} created, ${show(destroyed)} destroyed, ${show(pockets)} in pockets`],
  });
  report.told("copies resold", books.rows.filter(({ previous_id }) => previous_id !== null).length);
  judgeLedger(judge, books);
  judgeCopies(judge, books, db);
  judge(
    "last copies that none of two hundred got",
    world.rushes
      .filter(({ id, stock }) => books.items.get(id)?.sales_count !== stock)
      .map(({ id }) => `item ${id}`),
    world.rushes.length,
  );
  judgeAcknowledged(judge, books, memory, db);
  judgeCounters(report, db);
  db.close();
};

/** Lets everybody trade until enough was done; in each part the site dies, and at its end everybody's coins are counted. */
async function trade(line: Line, world: World, memory: Memory, size: keyof typeof PARTS): Promise<void> {
  const [operations, parts] = [OPERATIONS[size], PARTS[size]];
  const market = new Market(line, world, memory);
  const { site } = line;
  const state: { over: boolean; failure?: unknown } = { over: false };
  const hands = Promise.all(Array.from({ length: HANDS }, () => market.work(() => state.over))).catch(
    (error: unknown) => {
      state.failure = error;
    },
  );
  const reached = async (part: number) => {
    while (memory.operations < (operations * part) / parts && !state.failure) await pause(10);
    if (state.failure) throw state.failure;
  };
  for (let part = 0; part < parts; part++) {
    market.open();
    await reached(part + between(0.05, 0.2));
    const ware = world.rushes[part];
    const rush = ware && market.rush(ware, RUSHERS);
    // Every other time it dies in the middle of the rush.
    if (part % 2) await pause(between(20, 250));
    else await reached(part + between(0.5, 0.8));
    await site.killAndRestart();
    await rush;
    await reached(part + 1);
    await market.close();
    await checkSums(line, world, memory);
  }
  state.over = true;
  await hands;
}

function tell(report: Report, site: MortalSite, memory: Memory): void {
  const { operations, statuses, doubles, cuts, retries, repeats, deals, failures } = memory;
  const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status || "none"}: ${n}`);
  report.told("operations", operations, { notes: [`answers ${answers.join(", ")}`] });
  report.told("times killed", site.deaths);
  report.told("purchases acknowledged", deals.filter(({ bought }) => bought).length, {
    notes: [
      `of ${deals.length} wanted; ${doubles} double clicks, ${cuts} answers cut off, ${retries} tries after lost answers, ${repeats} repeats`,
    ],
  });
  report.most("answers that were errors of the site", failures.length, 0, { notes: failures.slice(0, 3) });
}
