import { setTimeout as pause } from "node:timers/promises";
import type { KillableSite } from "./killable-site.ts";

const MAX_SCHEDULES = 20;
const STEP_MS = 1_000;
const MAX_STILL = 5;

/** The statement that counts levels and bopis without their picture. */
const UNDRAWN = `select (select count(*) from levels where thumbnail is null and visibility <> 'deleted')
  + (select count(*) from bopis where drawn <> revision) as n`;

/** Runs the schedule until every picture is drawn. Returns how many are missing then. */
export async function drawRemaining(site: KillableSite): Promise<number> {
  const undrawn = async () => (await site.rows<{ n: number }>(UNDRAWN))[0]?.n ?? Number.NaN;
  let left = await undrawn();
  for (let runs = 0; left > 0 && runs < MAX_SCHEDULES; runs++) {
    await site.runSchedule();
    for (let still = 0; left > 0 && still < MAX_STILL; ) {
      await pause(STEP_MS);
      const now = await undrawn();
      still = now < left ? 0 : still + 1;
      left = now;
    }
  }
  return left;
}
