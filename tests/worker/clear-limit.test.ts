import { sql } from "drizzle-orm";
import fc from "fast-check";
import { FIRST_CLEAR_XP, PAID_CLEARS_PER_CREATOR } from "#domain/clears/rules.ts";
import { startOfNewYorkDay } from "#domain/time.ts";
import { addUser, countRows, db, runPlaySql, runSql } from "#tests/support/browser.ts";
import { recordClear, relayAll } from "#tests/support/clears.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import {
  liveRun,
  type RunPlayer,
  recordRoomRun,
  roomRun,
  runPlayer,
  straightRun,
} from "#tests/support/runs.ts";
import { addLevel } from "#tests/support/world.ts";
import { countClear } from "#worker/clears/count-clear.ts";

const MORE = PAID_CLEARS_PER_CREATOR + 2;
const levelsOf = (creator: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => addLevel(creator)));
const newCreator = async () => (await addUser()).id;

/** Clears levels in a room at the same time. */
async function clearAtOnce(player: RunPlayer, levels: readonly number[]): Promise<void> {
  const runs = await Promise.all(levels.map(() => roomRun(player, straightRun())));
  await Promise.all(runs.map((run, i) => recordRoomRun(player, levels[i] ?? 0, run)));
  await relayAll();
}

const paidClears = (user: number) =>
  countRows("transactions", sql`user_id = ${user} and key glob 'clear:*' and xp = ${FIRST_CLEAR_XP}`);

describe("first clears of one creator's levels", () => {
  test("bring XP up to the daily limit, also at once, and all count as clears", async () => {
    const [player, levels] = [await runPlayer(), await levelsOf(await newCreator(), MORE)];
    await clearAtOnce(player, levels);
    expect(await paidClears(player.id)).toBe(PAID_CLEARS_PER_CREATOR);
    expect(await countRows("users", sql`id = ${player.id} and clears_count = ${MORE}`)).toBe(1);
    const [days] = await runSql<{ firsts: number }>`select sum(first_clears) as firsts from level_days
        where level_id in (select value from json_each(${JSON.stringify(levels)}))`;
    expect(days?.firsts).toBe(MORE);
    const runs = await runPlaySql<{ reason: string | null; n: number }>`select reason, count(*) as n from runs
      where user_id = ${player.id} and state = 'counted' group by reason order by n`;
    expect(runs).toEqual([
      { reason: "unpaid", n: MORE - PAID_CLEARS_PER_CREATOR },
      { reason: null, n: PAID_CLEARS_PER_CREATOR },
    ]);
  });

  test("say on the run why there is no XP, and only there", async () => {
    const [player, levels] = [await runPlayer(), await levelsOf(await newCreator(), MORE)];
    const [last = 0, ...others] = levels;
    for (const level of others.slice(0, PAID_CLEARS_PER_CREATOR))
      expect(await liveRun(player, level)).toMatchObject({
        message: "Level cleared! This run is confirmed.",
      });
    expect(await liveRun(player, last)).toMatchObject({
      state: "counted",
      is_first: true,
      rank: 1,
      reason: null,
      message:
        "Level cleared! This run is confirmed. It brings no XP: you already got XP for 5 of this creator's levels today.",
    });
    // A later run of the same level isn't a first clear, which never brings XP.
    expect((await liveRun(player, last, straightRun({ pause: 20 }))).message).not.toContain("XP");
    const [elsewhere = 0] = await levelsOf(await newCreator(), 1);
    expect((await liveRun(player, elsewhere)).xp).toBeGreaterThanOrEqual(FIRST_CLEAR_XP);
  });

  test("bring XP again on the next New York day, and late effects belong to the day of their clear", async () => {
    const [player, levels] = [await addUser(), await levelsOf(await newCreator(), 3 * MORE)];
    const midnight = startOfNewYorkDay("2026-03-09");
    const pay = (level: number, at: number) =>
      db.batch({
        effects: countClear(
          { run_id: 0, user_id: player.id, level_id: level, ran_at: at, ms: 20_000, first: 1, ms_change: 0 },
          at,
          sql`true`,
        ),
      });
    const paidBetween = (from: number, to: number) =>
      countRows(
        "transactions",
        sql`user_id = ${player.id} and key glob 'clear:*' and created_at between ${from} and ${to}`,
      );
    const next = levels.values();
    const payMany = async (at: number, count: number) => {
      for (let i = 0; i < count; i++) await pay(next.next().value ?? 0, at);
    };
    await payMany(midnight, PAID_CLEARS_PER_CREATOR - 1);
    await payMany(midnight - 1, MORE);
    await payMany(midnight, MORE);
    expect(await paidBetween(midnight, midnight)).toBe(PAID_CLEARS_PER_CREATOR);
    expect(await paidBetween(midnight - 1, midnight - 1)).toBe(PAID_CLEARS_PER_CREATOR);
  });

  test("stay limited when the creator deletes levels, and when a game host reports them", async () => {
    const [player, levels] = [await addUser(), await levelsOf(await newCreator(), MORE)];
    for (const level of levels) {
      await recordClear(
        { reportKey: `0:limit-${level}`, host: 0, user: player.id, level, ms: 61_000, joinedAt: Date.now() },
        Date.now(),
      );
      await runSql`update levels set visibility = 'deleted' where id = ${level}`;
    }
    expect(await paidClears(player.id)).toBe(PAID_CLEARS_PER_CREATOR);
  });
});

test("XP of first clears is the limited number per creator, for concurrent clears in any order", async () => {
  const picks = fc.array(fc.array(fc.tuple(fc.nat(1), fc.nat(MORE - 1)), { maxLength: 5 }), { maxLength: 5 });
  const creators = [await newCreator(), await newCreator()];
  const levels = await Promise.all(creators.map((creator) => levelsOf(creator, MORE)));
  await forAllAsync(12, picks, async (rounds) => {
    const player = await runPlayer();
    const cleared = creators.map(() => new Set<number>());
    for (const round of rounds) {
      for (const [creator, level] of round) cleared[creator]?.add(level);
      await clearAtOnce(
        player,
        round.map(([creator, level]) => levels[creator]?.[level] ?? 0),
      );
    }
    const expected = cleared.map(({ size }) => Math.min(size, PAID_CLEARS_PER_CREATOR));
    expect(await paidClears(player.id)).toBe(expected.reduce((sum, n) => sum + n, 0));
  });
}, 120_000);
