import { setTimeout as pause } from "node:timers/promises";
import { REQUEUE_MS } from "#domain/runs/rules.ts";
import type { KillableSite } from "../killable-site.ts";

const POLL_MS = 500;
/** Polls without progress after which the schedule runs, and most of its runs. */
const MAX_STILL = 10;
const MAX_SWEEPS = 6;

/** Queues waiting runs again whose messages died with the site, as if the schedule's waiting time had passed. */
export async function requeueRuns(site: KillableSite): Promise<void> {
  await site.playRows("update runs set queued_at = queued_at - ? where state = 'waiting'", REQUEUE_MS);
  await site.runSchedule();
}

/** Waits until every run is checked, as long as there is progress. */
export async function checkRemaining(site: KillableSite): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let [still, sweeps] = [MAX_STILL, 0]; sweeps <= MAX_SWEEPS; await pause(POLL_MS)) {
    const waiting = (await site.playRows("select 1 from runs where state = 'waiting'")).length;
    if (waiting === 0) break;
    still = waiting < before ? 0 : still + 1;
    before = waiting;
    if (still <= MAX_STILL) continue;
    await requeueRuns(site);
    sweeps++;
    still = 0;
  }
  // Also awards achievements and delivers notices that a kill interrupted.
  await site.runSchedule();
}
