import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { readWrapper } from "../../bench/chat/wrappers.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { databaseFile } from "../../site/database-file.ts";
import { checkCounters, checkWrites } from "../check-writes.ts";
import { ChaosClient } from "../client.ts";
import { drawRemaining, undrawnLevels } from "../draw-remaining.ts";
import { injectFaults } from "../faults/injected.ts";
import { KillableSite } from "../killable-site.ts";
import { WriteHistory } from "../write-history.ts";

const CLIENTS = 12;
const KILLS = 10;
/** Milliseconds between two kills. */
const KILL_INTERVAL = { least: 2_000, most: 6_000 };

/** The effects of posts come this much later, so that many kills are between a post and its effects. */
const EFFECTS_DELAY_MS = 300;

/**
 * Clients write endlessly while the site is killed at random. No acknowledged write can be lost or duplicated, and neither can its
 * effects on another database.
 */
export const verifyWrites: BenchArea = async (report, { small }) => {
  const site = await KillableSite.start(emptyScratchFolder(), {}, readWrapper("faults"));
  const delayEffects = () =>
    injectFaults(site.url, { d1: { sql: "insert into outbox_positions", delayMs: EFFECTS_DELAY_MS } });
  await delayEffects();
  const history = new WriteHistory();
  let isOver = false;
  let waiting = 0;
  const clients = Array.from({ length: CLIENTS }, (_, i) =>
    new ChaosClient(site, history, `c${i}`).run(() => isOver),
  );
  const kills = small ? 3 : KILLS;
  for (let i = 0; i < kills; i++) {
    await pause(KILL_INTERVAL.least + Math.random() * (KILL_INTERVAL.most - KILL_INTERVAL.least));
    await site.killAndRestart(() => {
      waiting += countWaiting(site.state);
    });
    await delayEffects();
  }
  await pause(KILL_INTERVAL.least);
  isOver = true;
  await Promise.all(clients);
  await injectFaults(site.url, {});
  const schedules = await drawRemaining(site, undrawnLevels);
  await site.runSchedule();
  report.info("times killed", site.kills);
  report.info("writes acknowledged", history.acknowledged);
  report.info("posts whose effects waited when the site was killed", waiting);
  report.info("writes without a response", history.statuses.get(0) ?? 0);
  report.atMost("responses that were server errors", history.failures, 0);
  report.atMost("levels without a picture in the end", await undrawnLevels(site), 0, {
    notes: [`after ${schedules} runs of the schedule`],
  });
  report.atMost("missing documents and pictures", (await missingAssets(site)).length, 0);
  await site.stop();
  checkWrites(report, site.state, history);
  checkCounters(report, site.state);
};

/** Counts the posts of a killed site that the main database doesn't have the effects of. */
function countWaiting(state: string): number {
  const db = new DatabaseSync(databaseFile(state, "forum"), { readOnly: true });
  db.exec(`attach '${databaseFile(state)}' as main_database`);
  const row = db
    .prepare(
      `select count(*) as n from outbox where target = 'main' and id >
        (select coalesce(max(position), 0) from main_database.outbox_positions where source = 'forum')`,
    )
    .get();
  db.close();
  return Number(row?.n);
}

/** Returns assets that are referenced but missing in the bucket. */
async function missingAssets(site: KillableSite): Promise<string[]> {
  const named = await site.rows<{ asset: string }>(
    "select asset from level_revisions where deleted_at is null union select thumbnail from levels where thumbnail is not null",
  );
  const stored = new Set(await site.objects());
  return named.map(({ asset }) => asset).filter((asset) => !stored.has(asset));
}
