import { sql } from "drizzle-orm";
import { KEEP_LOG_MS, REQUEUE_MS } from "#domain/runs/rules.ts";
import { countRows, runPlaySql, testEnv } from "#tests/support/browser.ts";
import { storeRun } from "#tests/support/clears.ts";
import {
  checkedRun,
  createRunLevel,
  deliverRuns,
  readRun,
  runPlayer,
  runsQueuedAt,
  sentRun,
  straightRun,
} from "#tests/support/runs.ts";
import { runSchedule } from "#worker/schedule.ts";

const maker = await runPlayer();

const logOf = async (id: number) =>
  (await runPlaySql<{ log: string }>`select log from runs where id = ${id}`)[0]?.log ?? "";
const isStored = async (log: string) => (await testEnv.BUCKET.head(log)) !== null;
const LATER = () => Date.now() + KEEP_LOG_MS + 60_000;

describe("the schedule", () => {
  test("queues runs again that have waited too long", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const { id } = await sentRun(player, level);
    const now = Date.now();
    expect(await runsQueuedAt(now)).toEqual([]);
    expect(await runsQueuedAt(now + REQUEUE_MS + 60_000)).toEqual([{ run_id: id }]);
    // Not again at once.
    expect(await runsQueuedAt(now + REQUEUE_MS + 61_000)).toEqual([]);
    await deliverRuns([{ run_id: id }]);
    expect((await readRun(player, id)).state).toBe("counted");
    expect(await runsQueuedAt(now + 9 * REQUEUE_MS)).toEqual([]);
  });

  test("deletes old recordings, except each player's best, the creator's check and undecided runs", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const slow = await checkedRun(player, level, straightRun({ pause: 50 }));
    const best = await checkedRun(player, level, straightRun());
    const log = straightRun({ pause: 99 }).log.slice(0, 30);
    const refused = await checkedRun(player, level, { ...straightRun(), log });
    expect(refused.state).toBe("refused");
    const check = await checkedRun(maker, level, straightRun({ pause: 30 }));
    const better = await checkedRun(maker, level, straightRun({ pause: 20 }));
    const waiting = await sentRun(player, level, straightRun({ pause: 70 }));
    const flagged = await sentRun(player, level, straightRun({ pause: 71 }));
    await runPlaySql`update runs set state = 'flagged' where id = ${flagged.id}`;
    const needed = [best.id, check.id, better.id, waiting.id, flagged.id];
    const logs = await Promise.all([slow.id, refused.id, ...needed].map(logOf));
    const stored = () => Promise.all(logs.map(isStored));
    await runsQueuedAt(Date.now());
    expect(await stored()).toEqual(logs.map(() => true));
    await runsQueuedAt(LATER());
    expect(await stored()).toEqual([false, false, true, true, true, true, true]);
    expect(await runPlaySql`select id from runs where level_id = ${level} order by id`).toEqual(
      needed.sort((a, b) => a - b).map((id) => ({ id })),
    );
    // A kept run is looked at again later: then it may be someone's best no more.
    expect(await countRows("runs", sql`level_id = ${level} and keep_until < ${LATER()}`)).toBe(0);
    await runPlaySql`update clears set best_run_id = null where best_run_id = ${best.id}`;
    await runsQueuedAt(LATER() + KEEP_LOG_MS);
    expect(await isStored(logs[2] ?? "")).toBe(false);
  });

  test("deletes old clears of hosts and leaves recorded runs to their own job", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    const old = { created_at: 1, level_id: level };
    await storeRun(player.id, level, old);
    const flagged = await storeRun(player.id, level, { ...old, state: "flagged" });
    const ofWeb = { source: "web", log: "kept", keep_until: LATER() } as const;
    const recorded = await storeRun(player.id, level, { ...old, ...ofWeb });
    await runSchedule(testEnv);
    const left = await runPlaySql`select id from runs where level_id = ${level} order by id`;
    expect(left).toEqual([{ id: flagged }, { id: recorded }]);
  });

  test("goes on after a bounded number of runs", async () => {
    const [level, player] = [await createRunLevel(maker), await runPlayer()];
    await runPlaySql`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state,
      created_at, source, log, keep_until)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 5200)
      select 'web:sweep:' || i, 0, 0, ${player.id}, ${level}, 1000, 0, 'refused', 1, 'web', 'log-' || i, 1
        from n`;
    const left = () => countRows("runs", sql`level_id = ${level}`);
    await runsQueuedAt(Date.now());
    expect(await left()).toBe(200);
    await runsQueuedAt(Date.now());
    expect(await left()).toBe(0);
  });
});
