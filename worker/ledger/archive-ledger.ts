import { Database } from "#db/database.ts";
import { type Env, isProduction } from "../env.ts";
import { openArchives } from "./archives.ts";
import { copyLedgerSlice } from "./copy-ledger.ts";
import { moveLedgerSlice } from "./move-ledger.ts";

/** Live rows are at most this old, or wait for their turn. */
export const LIVE_MS = 60 * 24 * 60 * 60 * 1000;
const ROWS_PER_SLICE = 5_000;
/** Readers start again when a slice moves between their two reads, so a run moves few of them. */
export const MOVES_PER_RUN = 4;
/** More, so that the archives of an upgraded or restored site catch up soon. */
const COPIES_PER_RUN = 10;

/** Copies all new rows of the ledger to the archives, and moves those that are older than 60 days. */
export async function archiveLedger(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const archives = openArchives(env);
  const liveMs = isProduction(env) ? LIVE_MS : Number(env.LEDGER_LIVE_SECONDS ?? LIVE_MS / 1000) * 1000;
  await upTo(COPIES_PER_RUN, () => copyLedgerSlice(db, archives, now, ROWS_PER_SLICE));
  await upTo(MOVES_PER_RUN, () => moveLedgerSlice(db, archives, now, { rows: ROWS_PER_SLICE, liveMs }));
}

/** Does a step until none is left, or this many. */
async function upTo(count: number, step: () => Promise<boolean>): Promise<void> {
  for (let done = 0; done < count && (await step()); done++);
}
