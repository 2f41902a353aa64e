import type { MortalSite } from "./mortal.ts";

const PATIENCE = 60_000;
const MOST_SCHEDULES = 12;

export const countUndrawn = async (site: MortalSite): Promise<number> =>
  (
    await site.rows<{ n: number }>(
      "select count(*) as n from levels where thumbnail is null and visibility <> 'deleted'",
    )
  )[0]?.n ?? 0;

/** Runs the schedule, as it runs every five minutes, until every level has its picture; answers how often that took. */
export async function drawRest(site: MortalSite): Promise<number> {
  let runs = 0;
  while ((await countUndrawn(site)) > 0 && runs < MOST_SCHEDULES) {
    await site.runSchedule();
    runs++;
    await settle(site);
  }
  return runs;
}

/** Waits until the number of undrawn levels is nought or has stopped falling. */
async function settle(site: MortalSite): Promise<void> {
  const end = Date.now() + PATIENCE;
  let before = Number.POSITIVE_INFINITY;
  let still = 0;
  while (Date.now() < end && still < 5) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = await countUndrawn(site);
    if (now === 0) return;
    still = now < before ? 0 : still + 1;
    before = now;
  }
}
