import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { FIRST_CLEAR_XP, PAID_CLEARS_PER_CREATOR } from "#domain/clears/rules.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { recordRatingRoute } from "#domain/ratings/api.ts";
import { newYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import { addUser, countRows, db, firstRow, playDb, runPlaySql, runSql } from "#tests/support/browser.ts";
import { playerOn, recordClear, relayAll, storedClear, storedRewards } from "#tests/support/clears.ts";
import { evict } from "#tests/support/evict.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { onlyHost, TestHost } from "#tests/support/hosts.ts";
import { liveRun, recordRoomRun, roomRun, runPlayer, straightRun } from "#tests/support/runs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";
import { acceptRunStatements } from "#worker/clears/commands.ts";
import { countClear } from "#worker/clears/count-clear.ts";

let host: TestHost;
let level: number;
const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];
beforeEach(async () => {
  host = await onlyHost(admin);
  level = await addLevel(maker.id);
});

const setFloor = (level: number, ms: number) =>
  runSql`update level_revisions set fastest_ms = ${ms} where level_id = ${level}`;

describe("a clear", () => {
  test("stores the best time, counts the runs, and returns both", async () => {
    const user = await playerOn(host, level);
    const counted = { recorded: true, reason: null };
    expect((await host.clear(user.id, level, 60_000)).body).toEqual({
      ...counted,
      time_ms: 60_000,
      best_ms: 60_000,
      first: true,
      best: true,
    });
    expect((await host.clear(user.id, level, 70_000)).body).toMatchObject({
      ...counted,
      best_ms: 60_000,
      first: false,
      best: false,
    });
    expect((await host.clear(user.id, level, 50_000)).body).toMatchObject({
      best_ms: 50_000,
      first: false,
      best: true,
    });
    expect(await storedClear(user, level)).toEqual({ best_ms: 50_000, times: 3 });
    expect(await countRows("levels", sql`id = ${level} and clears_count = 1`)).toBe(1);
    const days = await runSql`select day, clears, first_clears from level_days where level_id = ${level}`;
    expect(days).toEqual([{ day: newYorkDay(Date.now()), clears: 3, first_clears: 1 }]);
  });

  test("counts once however often its call is repeated, even concurrently and after an eviction", async () => {
    const user = await playerOn(host, level);
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => host.clear(user.id, level, 61_000, "clear-0001")),
    );
    await evict(host.object);
    tries.push(await host.clear(user.id, level, 61_000, "clear-0001"));
    expect(new Set(tries.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(tries[0]?.body).toMatchObject({ first: true, best_ms: 61_000 });
    expect(await storedClear(user, level)).toEqual({ best_ms: 61_000, times: 1 });
    expect((await host.clear(user.id, level, 1_000, "clear-0001")).body.code).toBe("idempotency_mismatch");
    expect(await storedRewards(user, 6)).toEqual([
      { coins: 0, xp: FIRST_CLEAR_XP, source_id: level, copies: null },
    ]);
  });

  test("that was counted but whose response was lost gets the same response again", async () => {
    const user = await playerOn(host, level);
    const run = {
      reportKey: `${host.id}:clear-0002`,
      host: host.id,
      user: user.id,
      level,
      ms: 61_000,
      joinedAt: 0,
    };
    // The process died between the commit in D1 and storing the response in the Durable Object.
    await recordClear(run, Date.now());
    await host.clear(user.id, level, 59_000);
    expect((await host.clear(user.id, level, 61_000, "clear-0002")).body).toMatchObject({
      first: true,
      best_ms: 61_000,
    });
    expect(await storedClear(user, level)).toEqual({ best_ms: 59_000, times: 2 });
  });

  test("earns XP once, with Gold's share, and none on the player's own level", async () => {
    const user = await playerOn(host, level, { gold_until: Date.now() + 3_600_000 });
    for (let i = 0; i < 3; i++) await host.clear(user.id, level, 60_000 - i);
    expect((await storedRewards(user, 6)).map(({ xp }) => xp)).toEqual([12]);
    await host.joinPlayer(maker, level);
    await host.clear(maker.id, level, 60_000);
    expect(await storedRewards(maker, 6)).toEqual([]);
    expect(await countRows("daily_clears", sql`user_id = ${maker.id}`)).toBe(0);
    expect(await storedClear(maker, level)).toEqual({ best_ms: 60_000, times: 1 });
  });

  test("forgets the player's clears of days more than 60 days ago", async () => {
    const [user, other] = [await playerOn(host, level), await signedInUser()];
    const dayAgo = (days: number) => newYorkDay(Date.now() - days * 86_400_000);
    for (const { id } of [user, other])
      for (const day of [dayAgo(90), dayAgo(61), dayAgo(59)])
        await runSql`insert into daily_clears (user_id, day, level_id) values (${id}, ${day}, 1)`;
    await host.clear(user.id, level, 60_000);
    const days = await runSql<{ day: string }>`select day from daily_clears where user_id = ${user.id}
      order by day`;
    expect(days.map(({ day }) => day)).toEqual([dayAgo(59), dayAgo(0)]);
    expect(await countRows("daily_clears", sql`user_id = ${other.id}`)).toBe(3);
  });

  test("is pushed to the player's pages and unlocks rating the level", async () => {
    const level = await addLevel(maker.id, { title: "Sky Steps" });
    const user = await playerOn(host, level);
    const page = await connectSocket(user);
    const rate = () => user.call(recordRatingRoute, { levelId: level, rating: 8, difficulty: 4 });
    expect((await rate()).status).toBe(403);
    await host.clear(user.id, level, 45_123);
    expect(await page.one("LevelCleared")).toMatchObject({
      level_id: level,
      title: "Sky Steps",
      time_ms: 45_123,
      best_ms: 45_123,
      first: true,
      best: true,
    });
    expect(await page.one("LedgerMoved")).toMatchObject({ xp: FIRST_CLEAR_XP });
    expect((await rate()).status).toBe(201);
  });

  test("by a user who isn't playing that level is rejected; one just after leaving counts", async () => {
    const [level, other] = [await addLevel(maker.id), await addLevel(maker.id)];
    const [user, stranger] = [await playerOn(host, level), await signedInUser()];
    const notPlaying = { status: 409, body: { code: "not_playing" } };
    expect(await host.clear(stranger.id, level, 60_000)).toMatchObject(notPlaying);
    expect(await host.clear(user.id, other, 60_000)).toMatchObject(notPlaying);
    expect(await (await TestHost.online(admin)).clear(user.id, level, 60_000)).toMatchObject(notPlaying);
    await host.leave(user.id);
    expect((await host.clear(user.id, level, 60_000)).status).toBe(200);
    expect(await countRows("runs", sql`user_id in (${stranger.id}, ${user.id})`)).toBe(1);
  });

  test.each([
    [{ time_ms: 0 }],
    [{ time_ms: -1 }],
    [{ time_ms: 1.5 }],
    [{ time_ms: 86_400_001 }],
    [{ level_id: "x" }],
    [{ user_id: null }],
  ])("with %o is rejected", async (fields) => {
    const user = await playerOn(host, level);
    const input = { user_id: user.id, level_id: level, time_ms: 60_000, ...fields };
    expect((await host.clear(input.user_id as number, input.level_id as number, input.time_ms)).status).toBe(
      422,
    );
    expect(await countRows("runs", sql`user_id = ${user.id}`)).toBe(0);
  });

  test("faster than possible is flagged and earns nothing until staff accept it", async () => {
    const user = await playerOn(host, level);
    await setFloor(level, 30_000);
    expect((await host.clear(user.id, level, 29_999)).body).toEqual({
      recorded: false,
      reason: "implausible",
      time_ms: 29_999,
      best_ms: null,
      first: false,
      best: false,
    });
    expect([await storedClear(user, level), await storedRewards(user, 6)]).toEqual([undefined, []]);
    expect((await host.clear(user.id, level, 30_000)).body).toMatchObject({ recorded: true, first: true });
    const run = await playDb.first(
      statement<{ id: number; created_at: number }>(
        sql`select id, created_at from runs where user_id = ${user.id} and state = 'flagged'`,
      ),
    );
    const accept = () =>
      playDb.batch(
        acceptRunStatements(
          { id: run?.id ?? 0, user: user.id, level, ms: 29_999, current: "" },
          admin.id,
          Date.now(),
        ),
      );
    const [{ run: first }, { run: second }] = [await accept(), await accept()];
    expect([first.length, second.length]).toEqual([1, 0]);
    expect(await storedClear(user, level)).toEqual({ best_ms: 29_999, times: 2 });
  });

  test("is checked against the revision that was played if the level has changed since", async () => {
    await setFloor(level, 5_000);
    const user = await playerOn(host, level);
    await db.batch({
      revision:
        statement(sql`insert into level_revisions (level_id, revision, asset, bytes, blocks, stars, fastest_ms, content,
          content_hash, goal, user_id, created_at)
        select level_id, 2, asset, bytes, blocks, stars, 60000, content, content_hash, goal, user_id, ${Date.now() + 1_000} from level_revisions
        where level_id = ${level}`),
      level: statement(sql`update levels set revision = 2 where id = ${level}`),
    });
    expect((await host.clear(user.id, level, 10_000)).body.recorded).toBe(true);
    await runSql`update level_revisions set created_at = 1 where level_id = ${level} and revision = 2`;
    expect((await host.clear(user.id, level, 9_000)).body.recorded).toBe(false);
  });

  test("faster than the world is long isn't recorded", async () => {
    const user = await playerOn(host, level);
    // The starter world is more than a hundred units long: too far for two seconds.
    expect((await host.clear(user.id, level, 2_000)).body.recorded).toBe(false);
    expect((await host.clear(user.id, level, 20_000)).body.recorded).toBe(true);
  });
});

test("ten minutes of play unlock rating the level while the player is still in it", async () => {
  const clock = new StoppedClock();
  onTestFinished(() => clock.restore());
  const user = await playerOn(host, level);
  const page = await connectSocket(user);
  const canRate = async () =>
    ((await user.call(levelRoute, { id: level })).body.level as { canRate: boolean }).canRate;
  expect(await canRate()).toBe(false);
  await host.age(user.id, 599_999);
  const here = [{ user_id: user.id, level_id: level }];
  await host.sendHeartbeat(here);
  expect(await canRate()).toBe(false);
  await host.age(user.id, 1);
  await host.sendHeartbeat(here);
  await host.settle();
  expect(await page.one("RatingUnlocked")).toEqual({ event: "RatingUnlocked", level_id: level });
  expect(await canRate()).toBe(true);
});

async function challenge(level: number, item: number | null = null, endsIn = 60_000): Promise<number> {
  const made = await firstRow<{ id: number }>`insert into challenges (name, level_id, goal_ms, ends_at,
    coins, xp, item_id)
      values ('Sprint', ${level}, 40000, ${Date.now() + endsIn}, 50, 20, ${item}) returning id`;
  await runSql`update levels set challenge_id = ${made?.id ?? 0} where id = ${level}`;
  return made?.id ?? 0;
}

test("a challenge pays anyone who meets its goal once, with its item and a notification", async () => {
  const { id: item } = await addWearable(maker.id, 1, {}, false);
  const id = await challenge(level, item);
  const user = await playerOn(host, level);
  const page = await connectSocket(user);
  await host.clear(user.id, level, 40_001);
  expect(await storedRewards(user, 3)).toEqual([]);
  await host.clear(user.id, level, 40_000);
  await host.clear(user.id, level, 39_000);
  expect(await storedRewards(user, 3)).toEqual([
    { coins: 50, xp: 20, source_id: id, copies: `[[${item},1]]` },
  ]);
  expect(await countRows("inventory", sql`user_id = ${user.id} and item_id = ${item}`)).toBe(1);
  const rewards = (await page.all("Notified")).filter(({ notification }) => notification.type === "reward");
  expect(rewards.map(({ notification }) => [notification.title, notification.url])).toEqual([
    ["Sprint", "/events"],
  ]);
});

test("a challenge that has ended, hasn't started, or is for another level pays no one", async () => {
  const [ended, early, moved] = [
    await addLevel(maker.id),
    await addLevel(maker.id),
    await addLevel(maker.id),
  ];
  await challenge(ended, null, -1);
  await runSql`update challenges set starts_at = ${Date.now() + 60_000}
    where id = ${await challenge(early)}`;
  await runSql`update challenges set level_id = 0 where id = ${await challenge(moved)}`;
  for (const level of [ended, early, moved]) {
    const user = await playerOn(host, level);
    await host.clear(user.id, level, 30_000);
    expect(await storedRewards(user, 3)).toEqual([]);
    expect(await storedClear(user, level)).toBeDefined();
  }
});

test("an event pays once, with the last required level cleared while it runs", async () => {
  const levels = [await addLevel(maker.id), await addLevel(maker.id), await addLevel(maker.id)];
  const now = Date.now();
  const event = await firstRow<{ id: number }>`insert into events (short_name, highlight_color, starts_at,
    ends_at, goal, coins, xp)
      values ('Star Week', 'FFB800', ${now - 60_000}, ${now + 60_000}, 2, 30, 40) returning id`;
  const id = event?.id ?? 0;
  await runSql`update levels set event_id = ${id} where id in (select value
    from json_each(${JSON.stringify(levels)}))`;
  const user = await signedInUser();
  for (const [i, level] of levels.entries()) {
    await host.joinPlayer(user, level);
    await host.clear(user.id, level, 60_000);
    await host.clear(user.id, level, 59_000);
    expect((await storedRewards(user, 4)).length).toBe(i === 0 ? 0 : 1);
  }
  expect(await storedRewards(user, 4)).toEqual([{ coins: 30, xp: 40, source_id: id, copies: null }]);
  expect(await countRows("event_clears", sql`event_id = ${id} and user_id = ${user.id}`)).toBe(3);
  await runSql`update events set ends_at = ${now - 1} where id = ${id}`;
  const late = await playerOn(host, levels[0] as number);
  await host.clear(late.id, levels[0] as number, 60_000);
  expect(await countRows("event_clears", sql`user_id = ${late.id}`)).toBe(0);
});

const MORE = PAID_CLEARS_PER_CREATOR + 2;

const levelsOf = (creator: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => addLevel(creator)));

const newCreator = async () => (await addUser()).id;

async function clearAtOnce(
  player: Parameters<typeof recordRoomRun>[0],
  levels: readonly number[],
): Promise<void> {
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
