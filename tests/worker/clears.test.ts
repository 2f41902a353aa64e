import { evictDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Statement, statement } from "#db/client.ts";
import { FIRST_CLEAR_XP } from "#domain/clears/rules.ts";
import { LEVEL_DAILY_LIMITS } from "#domain/hosts/limits.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { recordRatingRoute } from "#domain/ratings/api.ts";
import { newYorkDay } from "#domain/time.ts";
import { countRows, db, unique } from "#tests/support/browser.ts";
import { switchOffHosts, TestHost } from "#tests/support/hosts.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";
import { addWearable } from "#tests/support/wardrobe.ts";
import { addLevel } from "#tests/support/world.ts";
import { acceptRun, recordRun } from "#worker/clears/commands.ts";

let admin: Person;
let maker: Person;
let host: TestHost;
beforeAll(async () => {
  [admin, maker] = [await person({ role: "admin" }), await person()];
});
beforeEach(async () => {
  await switchOffHosts();
  host = await TestHost.online(admin.browser);
});

/** Somebody who plays a level. */
async function player(level: number, fields: Parameters<typeof person>[0] = {}): Promise<Person> {
  const who = await person(fields);
  await host.admit(who, level);
  return who;
}
const clearRow = (who: Person, level: number) =>
  db.first(
    statement<{ best_ms: number; times: number }>(
      sql`select best_ms, times from clears where user_id = ${who.id} and level_id = ${level}`,
    ),
  );
const ledger = (who: Person, type: number) =>
  db.all(
    statement<{ coins: number; xp: number; source_id: number; copies: string | null }>(
      sql`select coins, xp, source_id, copies from transactions where user_id = ${who.id} and type_id = ${type}`,
    ),
  );
const setFloor = (level: number, ms: number) =>
  db.all(statement(sql`update level_revisions set fastest_ms = ${ms} where level_id = ${level}`));

describe("a clear", () => {
  test("keeps the best time, counts how often, and says what it was", async () => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    const told = { recorded: true, reason: null };
    expect((await host.clear(who.id, level, 60_000)).body).toEqual({
      ...told,
      time_ms: 60_000,
      best_ms: 60_000,
      first: true,
      best: true,
    });
    expect((await host.clear(who.id, level, 70_000)).body).toMatchObject({
      ...told,
      best_ms: 60_000,
      first: false,
      best: false,
    });
    expect((await host.clear(who.id, level, 50_000)).body).toMatchObject({
      best_ms: 50_000,
      first: false,
      best: true,
    });
    expect(await clearRow(who, level)).toEqual({ best_ms: 50_000, times: 3 });
    expect(await countRows("levels", sql`id = ${level} and clears_count = 1`)).toBe(1);
    const days = await db.all(
      statement(sql`select day, clears, first_clears from level_days where level_id = ${level}`),
    );
    expect(days).toEqual([{ day: newYorkDay(Date.now()), clears: 3, first_clears: 1 }]);
  });

  test("counts once however often its call is made, also at once and after the object has slept", async () => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => host.clear(who.id, level, 61_000, "clear-0001")),
    );
    await evictDurableObject(host.object);
    tries.push(await host.clear(who.id, level, 61_000, "clear-0001"));
    expect(new Set(tries.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(tries[0]?.body).toMatchObject({ first: true, best_ms: 61_000 });
    expect(await clearRow(who, level)).toEqual({ best_ms: 61_000, times: 1 });
    expect(await host.clear(who.id, level, 1_000, "clear-0001")).toMatchObject({
      status: 409,
      body: { code: "idempotency_mismatch" },
    });
    expect(await ledger(who, 6)).toEqual([{ coins: 0, xp: FIRST_CLEAR_XP, source_id: level, copies: null }]);
  });

  test("that was counted although its answer was lost is answered as it was then", async () => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    const run = { call: `${host.id}:clear-0002`, host: host.id, user: who.id, level, ms: 61_000, since: 0 };
    // The process died between the database's commit and the object's note of it.
    await db.batch(recordRun(run, Date.now()) as readonly Statement[]);
    await host.clear(who.id, level, 59_000);
    expect((await host.clear(who.id, level, 61_000, "clear-0002")).body).toMatchObject({
      first: true,
      best_ms: 61_000,
    });
    expect(await clearRow(who, level)).toEqual({ best_ms: 59_000, times: 2 });
  });

  test("brings XP once, with Gold's share, and none for one's own level", async () => {
    const level = await addLevel(maker.id);
    const who = await player(level, { gold_until: Date.now() + 3_600_000 });
    for (let i = 0; i < 3; i++) await host.clear(who.id, level, 60_000 - i);
    expect((await ledger(who, 6)).map(({ xp }) => xp)).toEqual([12]);
    await host.admit(maker, level);
    await host.clear(maker.id, level, 60_000);
    expect(await ledger(maker, 6)).toEqual([]);
    expect(await countRows("daily_clears", sql`user_id = ${maker.id}`)).toBe(0);
    expect(await clearRow(maker, level)).toEqual({ best_ms: 60_000, times: 1 });
  });

  test("is told to its player's pages, who may rate the level from then on", async () => {
    const level = await addLevel(maker.id, { title: "Sky Steps" });
    const who = await player(level);
    const page = await listen(who);
    const rate = () =>
      who.browser.call(recordRatingRoute, {
        params: { levelId: level },
        input: { rating: 8, difficulty: 4 },
      });
    expect((await rate()).status).toBe(403);
    await host.clear(who.id, level, 45_123);
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
    page.close();
  });

  test("of somebody who is not there, or plays another level, is refused; one that comes late counts", async () => {
    const [level, other] = [await addLevel(maker.id), await addLevel(maker.id)];
    const [who, stranger] = [await player(level), await person()];
    const refusal = { status: 409, body: { code: "not_playing" } };
    expect(await host.clear(stranger.id, level, 60_000)).toMatchObject(refusal);
    expect(await host.clear(who.id, other, 60_000)).toMatchObject(refusal);
    const elsewhere = await TestHost.online(admin.browser);
    expect(await elsewhere.clear(who.id, level, 60_000)).toMatchObject(refusal);
    await host.leave(who.id);
    expect((await host.clear(who.id, level, 60_000)).status).toBe(200);
    expect(await countRows("runs", sql`user_id in (${stranger.id}, ${who.id})`)).toBe(1);
  });

  test.each([
    [{ time_ms: 0 }],
    [{ time_ms: -1 }],
    [{ time_ms: 1.5 }],
    [{ time_ms: 86_400_001 }],
    [{ level_id: "x" }],
    [{ user_id: null }],
  ])("with %o is refused", async (fields) => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    const input = { user_id: who.id, level_id: level, time_ms: 60_000, ...fields };
    expect((await host.clear(input.user_id as number, input.level_id as number, input.time_ms)).status).toBe(
      422,
    );
    expect(await countRows("runs", sql`user_id = ${who.id}`)).toBe(0);
  });

  test("that was faster than is possible waits for staff and brings nothing until they accept it", async () => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    await setFloor(level, 30_000);
    expect((await host.clear(who.id, level, 29_999)).body).toEqual({
      recorded: false,
      reason: "implausible",
      time_ms: 29_999,
      best_ms: null,
      first: false,
      best: false,
    });
    expect([await clearRow(who, level), await ledger(who, 6)]).toEqual([undefined, []]);
    expect((await host.clear(who.id, level, 30_000)).body).toMatchObject({ recorded: true, first: true });
    const run = await db.first(
      statement<{ id: number; created_at: number }>(
        sql`select id, created_at from runs where user_id = ${who.id} and state = 'aside'`,
      ),
    );
    const accept = () =>
      db.batch(
        acceptRun(
          { id: run?.id ?? 0, user: who.id, level, ms: 29_999, at: run?.created_at ?? 0 },
          admin.id,
          Date.now(),
        ) as readonly Statement[],
      );
    const [[first], [second]] = [await accept(), await accept()] as unknown as [[unknown[]], [unknown[]]];
    expect([first.length, second.length]).toEqual([1, 0]);
    expect(await clearRow(who, level)).toEqual({ best_ms: 29_999, times: 2 });
  });

  test("is held against the document that was played, when the level has been changed meanwhile", async () => {
    const level = await addLevel(maker.id);
    await setFloor(level, 5_000);
    const who = await player(level);
    await db.batch([
      statement(sql`insert into level_revisions (level_id, revision, asset, bytes, blocks, stars, fastest_ms, user_id, created_at)
        select level_id, 2, asset, bytes, blocks, stars, 60000, user_id, ${Date.now() + 1_000} from level_revisions
        where level_id = ${level}`),
      statement(sql`update levels set revision = 2 where id = ${level}`),
    ]);
    expect((await host.clear(who.id, level, 10_000)).body.recorded).toBe(true);
    await db.all(
      statement(sql`update level_revisions set created_at = 1 where level_id = ${level} and revision = 2`),
    );
    expect((await host.clear(who.id, level, 9_000)).body.recorded).toBe(false);
  });

  test("of a document from before anybody asked is judged all the same", async () => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    // The starter world is more than a hundred units long: nobody walks that in two seconds.
    expect((await host.clear(who.id, level, 2_000)).body.recorded).toBe(false);
    expect((await host.clear(who.id, level, 20_000)).body.recorded).toBe(true);
  });
});

describe("a challenge", () => {
  async function challenge(level: number, fields: Record<string, unknown> = {}): Promise<number> {
    const row = {
      name: "Sprint",
      goal_ms: 40_000,
      ends_at: Date.now() + 60_000,
      coins: 50,
      xp: 20,
      ...fields,
    };
    const item = (row as { item_id?: number }).item_id ?? null;
    const [[made]] = await db.batch([
      statement<{
        id: number;
      }>(sql`insert into challenges (name, level_id, goal_ms, ends_at, coins, xp, item_id)
        values (${row.name}, ${level}, ${row.goal_ms}, ${row.ends_at}, ${row.coins}, ${row.xp}, ${item}) returning id`),
    ]);
    await db.all(statement(sql`update levels set challenge_id = ${made?.id ?? 0} where id = ${level}`));
    return made?.id ?? 0;
  }

  test("pays whoever does it in time, once, with its item and a word of it", async () => {
    const level = await addLevel(maker.id);
    const { id: item } = await addWearable(maker.id, 1, {}, false);
    const id = await challenge(level, { item_id: item });
    const who = await player(level);
    const page = await listen(who);
    await host.clear(who.id, level, 40_001);
    expect(await ledger(who, 3)).toEqual([]);
    await host.clear(who.id, level, 40_000);
    await host.clear(who.id, level, 39_000);
    expect(await ledger(who, 3)).toEqual([{ coins: 50, xp: 20, source_id: id, copies: `[[${item},1]]` }]);
    expect(await countRows("inventory", sql`user_id = ${who.id} and item_id = ${item}`)).toBe(1);
    const rewards = (await page.all("Notified")).filter(({ notification }) => notification.type === "reward");
    expect(rewards.map(({ notification }) => [notification.title, notification.url])).toEqual([
      ["Sprint", "/events"],
    ]);
    page.close();
  });

  test("that has ended or not begun, or is of another level, pays nobody", async () => {
    const [ended, early, moved] = [
      await addLevel(maker.id),
      await addLevel(maker.id),
      await addLevel(maker.id),
    ];
    await challenge(ended, { ends_at: Date.now() - 1 });
    await db.all(
      statement(
        sql`update challenges set starts_at = ${Date.now() + 60_000} where id = ${await challenge(early)}`,
      ),
    );
    await db.all(statement(sql`update challenges set level_id = 0 where id = ${await challenge(moved)}`));
    for (const level of [ended, early, moved]) {
      const who = await player(level);
      await host.clear(who.id, level, 30_000);
      expect(await ledger(who, 3)).toEqual([]);
      expect(await clearRow(who, level)).toBeDefined();
    }
  });
});

describe("an event", () => {
  test("pays with the last of the levels it asks for, cleared while it is on, once", async () => {
    const levels = [await addLevel(maker.id), await addLevel(maker.id), await addLevel(maker.id)];
    const now = Date.now();
    const [[event]] = await db.batch([
      statement<{
        id: number;
      }>(sql`insert into events (short_name, highlight_color, starts_at, ends_at, goal, coins, xp)
        values ('Star Week', 'FFB800', ${now - 60_000}, ${now + 60_000}, 2, 30, 40) returning id`),
    ]);
    const id = event?.id ?? 0;
    await db.all(
      statement(
        sql`update levels set event_id = ${id} where id in (select value from json_each(${JSON.stringify(levels)}))`,
      ),
    );
    const who = await person();
    for (const [i, level] of levels.entries()) {
      await host.admit(who, level);
      await host.clear(who.id, level, 60_000);
      await host.clear(who.id, level, 59_000);
      expect((await ledger(who, 4)).length).toBe(i === 0 ? 0 : 1);
    }
    expect(await ledger(who, 4)).toEqual([{ coins: 30, xp: 40, source_id: id, copies: null }]);
    expect(await countRows("event_clears", sql`event_id = ${id} and user_id = ${who.id}`)).toBe(3);
    await db.all(statement(sql`update events set ends_at = ${now - 1} where id = ${id}`));
    const late = await player(levels[0] as number);
    await host.clear(late.id, levels[0] as number, 60_000);
    expect(await countRows("event_clears", sql`user_id = ${late.id}`)).toBe(0);
  });
});

describe("playing for ten minutes", () => {
  test("lets one rate a level while one is still there", async () => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    const page = await listen(who);
    const canRate = async () =>
      ((await who.browser.call(levelRoute, { params: { id: level } })).body.level as { canRate: boolean })
        .canRate;
    expect(await canRate()).toBe(false);
    await host.age(who.id, 599_000);
    const here = [{ user_id: who.id, level_id: level }];
    await host.beat(here);
    expect(await canRate()).toBe(false);
    await host.age(who.id, 1_500);
    await host.beat(here);
    await host.settled();
    expect(await page.one("RatingUnlocked")).toEqual({ event: "RatingUnlocked", level_id: level });
    expect(await canRate()).toBe(true);
    page.close();
  });
});

describe("what a level gives", () => {
  test("arrives once a call: coins, XP with Gold's share, and items of its creator", async () => {
    const level = await addLevel(maker.id);
    const { id: item } = await addWearable(maker.id, 1, {}, false);
    const who = await player(level, { gold_until: Date.now() + 3_600_000 });
    const what = { coins: 20, xp: 10, item_ids: [item] };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => host.grant(who.id, level, what, "grant-0001")),
    );
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { coins: 20, xp: 12, item_ids: [item] }]);
    expect(await ledger(who, 6)).toEqual([{ coins: 20, xp: 12, source_id: level, copies: `[[${item},1]]` }]);
    // Those they have are left out.
    expect((await host.grant(who.id, level, what)).body).toEqual({ coins: 20, xp: 12, item_ids: [] });
  });

  test("is never somebody else's item or a limited one", async () => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    const foreign = await addWearable(admin.id, 1, {}, false);
    const limited = await addWearable(maker.id, 1, { stock: 5 }, false);
    for (const item of [foreign.id, limited.id, 999_999])
      expect((await host.grant(who.id, level, { coins: 5, item_ids: [item] })).status).toBe(404);
    expect(await ledger(who, 6)).toEqual([]);
  });

  test("is for those who play it", async () => {
    const [level, stranger] = [await addLevel(maker.id), await person()];
    expect(await host.grant(stranger.id, level, { coins: 5 })).toMatchObject({
      status: 409,
      body: { code: "not_playing" },
    });
  });

  test.each([
    [{ coins: -1 }],
    [{ coins: LEVEL_DAILY_LIMITS.coins + 1 }],
    [{ xp: 1.5 }],
    [{ item_ids: "1" }],
    [{ item_ids: [0] }],
    [{ item_ids: Array.from({ length: 11 }, (_, i) => i + 1) }],
  ])("is refused as %o", async (what) => {
    const level = await addLevel(maker.id);
    const who = await player(level);
    expect((await host.grant(who.id, level, what)).status).toBe(422);
    expect(await ledger(who, 6)).toEqual([]);
  });

  test("stays within the level's limits of a day, whoever gets it and however much at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ coins: fc.nat(LEVEL_DAILY_LIMITS.coins), xp: fc.nat(LEVEL_DAILY_LIMITS.xp) }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (grants) => {
          const level = await addLevel(maker.id);
          const people = [await player(level), await player(level)];
          const answers = await Promise.all(
            grants.map((what, i) =>
              host.grant((people[i % 2] as Person).id, level, what, `grant-${unique()}-x`),
            ),
          );
          const given = answers
            .filter(({ status }) => status === 200)
            .map(({ body }) => body as { coins: number; xp: number });
          for (const { status, body } of answers)
            expect(status === 200 || body.code === "grant_limit").toBe(true);
          const sum = (key: "coins" | "xp") => given.reduce((all, one) => all + one[key], 0);
          expect(sum("coins")).toBeLessThanOrEqual(LEVEL_DAILY_LIMITS.coins);
          expect(sum("xp")).toBeLessThanOrEqual(LEVEL_DAILY_LIMITS.xp);
          const [row] = await db.all(
            statement<{ coins: number; xp: number }>(
              sql`select sum(coins) as coins, sum(xp) as xp from transactions
                where source_type = 'level' and source_id = ${level} and key like 'grant:%'`,
            ),
          );
          expect([row?.coins ?? 0, row?.xp ?? 0]).toEqual([sum("coins"), sum("xp")]);
          // The first one always fits.
          expect(given.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 10 },
    );
  });
});
