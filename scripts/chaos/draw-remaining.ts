import type { KillableSite } from "./killable-site.ts";

const TIMEOUT_MS = 120_000;
const MAX_SCHEDULES = 20;

/** Counts things without a picture. */
export type CountUndrawn = (site: KillableSite) => Promise<number>;

const count =
  (where: string): CountUndrawn =>
  async (site) =>
    (await site.rows<{ n: number }>(`select count(*) as n from ${where}`))[0]?.n ?? 0;

export const undrawnLevels = count("levels where thumbnail is null and visibility <> 'deleted'");

/** Runs the schedule until every picture is drawn. Returns the number of runs. */
export async function drawRemaining(site: KillableSite, undrawn: CountUndrawn): Promise<number> {
  let runs = 0;
  while ((await undrawn(site)) > 0 && runs < MAX_SCHEDULES) {
    await site.runSchedule();
    runs++;
    await settle(site, undrawn);
  }
  return runs;
}

/** Waits until the number of undrawn things is 0 or stops falling. */
async function settle(site: KillableSite, undrawn: CountUndrawn): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
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
