import { type Meter, sql } from "#db/database.ts";
import { withTimeLimit } from "#db/time-limit.ts";
import { awardAchievements } from "../achievements/award.ts";
import { PENDING_WORK } from "../hosts/pending-work.ts";
import { logError } from "../http/log.ts";
import { type Wallet, walletsQuery } from "../ledger/ledger-batch.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { type PendingRow, pendingQuery } from "../outbox/effects.ts";
import { openDatabases, relay } from "../outbox/relay.ts";
import { FROM_PLAY, TO_PLAY } from "../outbox/write-with-effects.ts";

const PASSES = 2;
const WAIT_MS = 10_000;

/** The state of the main database after the effects of a run. */
export interface PlayOutcome {
  /** The player's. */
  wallet: Wallet | undefined;
  /** Achievements or notifications wait. */
  due: boolean;
  notices: boolean;
}

/** Relays what play data stored for main, and what the run earned back. Null if that failed. */
export async function relayPlay(
  env: Env,
  rows: readonly PendingRow[],
  user: number,
  meter?: Meter,
): Promise<PlayOutcome | null> {
  try {
    return await withTimeLimit(WAIT_MS, relayOrThrow(env, rows, user, meter));
  } catch (error) {
    logError("effects not relayed", FROM_PLAY, error);
    return null;
  }
}

async function relayOrThrow(env: Env, rows: readonly PendingRow[], user: number, meter?: Meter) {
  const databases = openDatabases(env, meter);
  const queries = { wallets: walletsQuery(sql`${user}`), work: PENDING_WORK, earned: pendingQuery("play") };
  const { also } = await relay(databases, FROM_PLAY, { rows, passes: PASSES, also: queries });
  const {
    wallets: [wallet],
    work: [work],
    earned,
  } = also ?? (await databases.main.batch(queries));
  await relay(databases, TO_PLAY, { rows: earned, passes: PASSES });
  return { wallet, due: work?.due === 1, notices: work?.notices === 1 };
}

/** Delivers notifications and awards achievements that effects have queued. */
export async function finishWork(env: Env, outcome: PlayOutcome | null): Promise<void> {
  if (outcome?.notices) await deliverNotices(env);
  if (outcome?.due) await awardAchievements(env);
}
