import { DatabaseSync } from "node:sqlite";
import type { Area } from "../../bench/run.ts";
import { emptyScratch } from "../../bench/worlds.ts";
import { databaseFile } from "../../site/database-file.ts";
import { Client } from "../client.ts";
import { Memory } from "../memory.ts";
import { MortalSite } from "../mortal.ts";
import { drawRest, undrawnLevels } from "../pictures.ts";
import { judgeCounters, judgeMemory } from "../verdict.ts";

const CLIENTS = 12;
const DEATHS = 10;
/** A life of the site lasts this long, in milliseconds. */
const LIFE = { least: 2_000, most: 6_000 };

/** Clients write without end while the site is killed at random; nothing that was acknowledged may be lost or doubled. */
export const judgeWrites: Area = async (report, { small }) => {
  const site = await MortalSite.start(emptyScratch());
  const memory = new Memory();
  let over = false;
  const clients = Array.from({ length: CLIENTS }, (_, i) =>
    new Client(site, memory, `c${i}`).live(() => over),
  );
  const deaths = small ? 3 : DEATHS;
  for (let i = 0; i < deaths; i++) {
    await pause(LIFE.least + Math.random() * (LIFE.most - LIFE.least));
    await site.killAndRestart();
  }
  await pause(LIFE.least);
  over = true;
  await Promise.all(clients);
  const schedules = await drawRest(site, undrawnLevels);
  report.told("times killed", site.deaths);
  report.told("writes acknowledged", memory.acknowledged);
  report.told("writes without an answer", memory.statuses.get(0) ?? 0);
  report.most("answers that were errors of the site", memory.failures, 0);
  report.most("levels without a picture in the end", await undrawnLevels(site), 0, {
    notes: [`after ${schedules} runs of the schedule`],
  });
  report.most("documents and pictures that are not there", (await missingAssets(site)).length, 0);
  await site.stop();
  const db = new DatabaseSync(databaseFile(site.state));
  judgeMemory(report, db, memory);
  judgeCounters(report, db);
  db.close();
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Assets that a row names and the bucket does not have. */
async function missingAssets(site: MortalSite): Promise<string[]> {
  const named = await site.rows<{ asset: string }>(
    "select asset from level_revisions union select thumbnail from levels where thumbnail is not null",
  );
  const stored = new Set(await site.objects());
  return named.map(({ asset }) => asset).filter((asset) => !stored.has(asset));
}
