import type { MortalSite } from "./mortal.ts";

const PATIENCE = 120_000;
const MOST_SCHEDULES = 20;

/** How many of something are still without a picture. */
export type CountUndrawn = (site: MortalSite) => Promise<number>;

const count =
  (where: string): CountUndrawn =>
  async (site) =>
    (await site.rows<{ n: number }>(`select count(*) as n from ${where}`))[0]?.n ?? 0;

export const undrawnLevels = count("levels where thumbnail is null and visibility <> 'deleted'");
export const undrawnBopis = count("bopis where drawn <> revision");

/** Runs the schedule, as it runs every five minutes, until nothing is undrawn; answers how often that took. */
export async function drawRest(site: MortalSite, undrawn: CountUndrawn): Promise<number> {
  let runs = 0;
  while ((await undrawn(site)) > 0 && runs < MOST_SCHEDULES) {
    await site.runSchedule();
    runs++;
    await settle(site, undrawn);
  }
  return runs;
}

/** Waits until the number of undrawn things is nought or has stopped falling. */
async function settle(site: MortalSite, undrawn: CountUndrawn): Promise<void> {
  const end = Date.now() + PATIENCE;
  let before = Number.POSITIVE_INFINITY;
  let still = 0;
  while (Date.now() < end && still < 5) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = await undrawn(site);
    if (now === 0) return;
    still = now < before ? 0 : still + 1;
    before = now;
  }
}
