import { sql } from "drizzle-orm";
import { homeRoute } from "#domain/home/api.ts";
import { favoriteLevelRoute, levelListRoute } from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { LEVEL_CATEGORIES, LEVEL_ORDERS } from "#domain/levels/rules.ts";
import { lastDays } from "#domain/new-york.ts";
import { addUser, Browser, countRows, runPlaySql, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addClear, addLevel } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

const ann = await signedInUser({ username: "Ann" });
const visitor = await Browser.visitor();
const idsOf = (response: { body: Record<string, unknown> }) =>
  (response.body.data as LevelCardData[]).map(({ id }) => id);
const addPlays = (user: { id: number } | undefined, level: number, at: number) =>
  runPlaySql`insert into plays (user_id, level_id, seconds, played_at)
    values (${user?.id}, ${level}, 30, ${at})`;
const addBuddy = (user: { id: number }, buddy: { id: number }) =>
  runSql`insert into buddies (user_id, buddy_id, created_at) values (${user.id}, ${buddy.id}, 1)`;
const list = (input: Record<string, unknown>, browser = visitor) => browser.call(levelListRoute, input);

describe("GET /api/levels", () => {
  test("sorts by the column of each order, largest or newest first", async () => {
    const maker = await addUser();
    const rows = [1, 2, 3, 4, 5].map((n) => ({
      title: `sorted ${n}`,
      playing_count: n,
      clears_count: (n * 3) % 7,
      ratings_count: (n * 2) % 5,
      updated_at: 1_000 * ((n * 4) % 9),
    }));
    const ids: number[] = [];
    for (const row of rows) ids.push(await addLevel(maker.id, row));
    const by = (value: (row: (typeof rows)[number]) => number) =>
      rows
        .map((row, i) => ({ id: ids[i] ?? 0, k: value(row) }))
        .sort((a, b) => b.k - a.k || b.id - a.id)
        .map(({ id }) => id);
    const sorted = async (order: string) => idsOf(await list({ search: "sorted", order }));
    expect(await sorted("playing_count")).toEqual(by((row) => row.playing_count));
    expect(await sorted("clears")).toEqual(by((row) => row.clears_count));
    expect(await sorted("mostRatings")).toEqual(by((row) => row.ratings_count));
    expect(await sorted("updated")).toEqual(by((row) => row.updated_at));
    expect(await sorted("newest")).toEqual([...ids].reverse());
    expect(await sorted("oldest")).toEqual(ids);
  });

  test("sorts the most popular by players, then by plays and clears of the last 14 days, then by all plays", async () => {
    const maker = await addUser();
    const played = { playing_count: 1_000 };
    const rows = {
      newest: {},
      old: { plays_count: 7 },
      recent: { plays_count: 3 },
      busiest: { plays_count: 3 },
      playing: { playing_count: 1_001 },
    };
    const ids: Record<string, number> = {};
    for (const [name, fields] of Object.entries(rows).reverse())
      ids[name] = await addLevel(maker.id, { title: `pop ${name}`, ...played, ...fields });
    const days = lastDays(Date.now(), 15);
    const count = (name: string, day: number, plays: number, clears: number) =>
      runSql`insert into level_days (level_id, day, plays, clears)
        values (${ids[name]}, ${days[day]}, ${plays}, ${clears})
          on conflict (level_id, day) do update
            set plays = plays + excluded.plays, clears = clears + excluded.clears`;
    await count("recent", 14, 2, 0);
    await count("busiest", 1, 1, 1);
    await count("busiest", 1, 0, 1);
    await count("old", 0, 50, 50);
    const names = async (input: object) =>
      idsOf(await list({ order: "playing_count", ...input }, ann))
        .slice(0, 5)
        .map((id) => Object.keys(ids).find((name) => ids[name] === id));
    // The day before the last 14 counts until the schedule expires it.
    expect(await names({})).toEqual(["playing", "old", "busiest", "recent", "newest"]);
    await runSchedule(testEnv);
    const expected = ["playing", "busiest", "recent", "old", "newest"];
    for (const input of [{}, { search: "pop" }, { showPrivateLevels: true }])
      expect(await names(input)).toEqual(expected);
    const home = await ann.call(homeRoute);
    expect((home.body.popular as object[]).slice(0, 5)).toMatchObject(
      expected.map((name) => ({ id: ids[name] })),
    );
    // A late report for an expired day changes nothing.
    await count("old", 0, 50, 50);
    await runSchedule(testEnv);
    expect(await names({})).toEqual(expected);
    await runSql`update levels set playing_count = 0 where user_id = ${maker.id}`;
    expectCost(await list({ order: "playing_count" }, ann), { roundTrips: 1, read: 120 });
  });

  test("returns every public level once over its pages, in any order and category", async () => {
    const maker = await addUser();
    for (let n = 0; n < 47; n++) {
      const counts = { playing_count: n % 4, clears_count: n % 5, ratings_count: n % 3 };
      await addLevel(maker.id, { category: LEVEL_CATEGORIES[n % 3] ?? "", ...counts });
    }
    for (const category of LEVEL_CATEGORIES) {
      const isIn = category ? sql`category = ${category}` : sql`true`;
      const total = await countRows("levels", sql`visibility = 'public' and ${isIn}`);
      const last_page = Math.ceil(total / 20);
      for (const order of LEVEL_ORDERS.filter((name) => name !== "played_at")) {
        const collected: number[] = [];
        for (let page = 1; page <= last_page; page++) {
          const response = await list({ category, order, page });
          expect(response.body.meta).toMatchObject({ total, current_page: page, last_page });
          collected.push(...idsOf(response));
        }
        expect(new Set(collected).size, `${order} ${category}`).toBe(total);
        expect(collected).toHaveLength(total);
      }
    }
  });

  test("returns 401 to visitors for personal filters, and members their own history", async () => {
    const [member, buddy] = [await signedInUser(), await signedInUser()];
    const [liked, cleared, fresh] = [await addLevel(ann.id), await addLevel(ann.id), await addLevel(ann.id)];
    await member.call(favoriteLevelRoute, { id: liked });
    await addClear(member.id, cleared);
    await addPlays(member, cleared, 5);
    await addPlays(member, liked, 9);
    for (const filter of ["favorited", "clearedByUser", "playedByUser", "playedByBuddies"])
      expect((await list({ filter })).status).toBe(401);
    expect(idsOf(await list({ filter: "favorited" }, member))).toEqual([liked]);
    expect(idsOf(await list({ filter: "clearedByUser" }, member))).toEqual([cleared]);
    const byPlay = { order: "played_at" };
    expect(idsOf(await list({ filter: "playedByUser", ...byPlay }, member))).toEqual([liked, cleared]);
    const uncleared = await list({ filter: "unclearedByUser", order: "newest" }, member);
    expect(idsOf(uncleared)).toContain(fresh);
    expect(idsOf(uncleared)).not.toContain(cleared);
    const total = (await countRows("levels", sql`visibility = 'public'`)) - 1;
    expect(uncleared.body.meta).toMatchObject({ total });
    await addBuddy(buddy, member);
    expect(idsOf(await list({ filter: "playedByBuddies", ...byPlay }, buddy))).toEqual([liked, cleared]);
  });

  test("returns every play of a few buddies at a bounded cost", async () => {
    const member = await signedInUser();
    const buddies = await Promise.all(Array.from({ length: 7 }, () => addUser()));
    const ids = await Promise.all(Array.from({ length: 40 }, () => addLevel(ann.id)));
    for (const buddy of buddies) await addBuddy(member, buddy);
    for (const [i, id] of ids.entries()) await addPlays(buddies[i % 7], id, i);
    const response = await list({ filter: "playedByBuddies" }, member);
    expect(response.body.meta).toMatchObject({ total: 40 });
    // Their ids come first, then what they played from play data, and then those levels with their cards.
    expectCost(response, { roundTrips: 2, playRoundTrips: 1, read: 2_000 });
  });

  test("searches a history in two round trips to each database", async () => {
    const [member, buddy] = [await signedInUser(), await addUser()];
    const addNamed = () => addLevel(ann.id, { title: "Xylophone" });
    const [found, other] = [await addNamed(), await addNamed()];
    await member.call(favoriteLevelRoute, { id: found });
    await addClear(member.id, found);
    await addBuddy(member, buddy);
    await addPlays(member, found, 1);
    await addPlays(buddy, found, 2);
    for (const filter of ["favorited", "clearedByUser", "playedByUser", "playedByBuddies"]) {
      const response = await list({ filter, search: "xylophone" }, member);
      expect(idsOf(response), filter).toEqual([found]);
      expectCost(response, { roundTrips: 2, playRoundTrips: 1, read: 2_000 });
    }
    expect(idsOf(await list({ filter: "notPlayedByUser", search: "xylophone" }, member))).toEqual([other]);
  });

  test("leaves out thousands of cleared levels", async () => {
    const member = await signedInUser();
    const [cleared, fresh] = [await addLevel(ann.id), await addLevel(ann.id)];
    await addClear(member.id, cleared);
    const uncleared = async () => {
      const response = await list({ filter: "unclearedByUser", order: "newest" }, member);
      expect(idsOf(response)[0]).toBe(fresh);
      expect(idsOf(response)).not.toContain(cleared);
      return response;
    };
    const before = await uncleared();
    // Of levels that were deleted since.
    for (const count of [1_900, 2_500]) {
      await runPlaySql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
          insert or ignore into clears (user_id, level_id, best_ms, cleared_at)
          select ${member.id}, 10000000 + i, 1, 1 from n`;
      const after = await uncleared();
      expect(after.body.meta).toEqual(before.body.meta);
      expectCost(after, { roundTrips: 1, playRoundTrips: 1 });
    }
  });

  test("returns no history from play data to a session that ended", async () => {
    const member = await signedInUser();
    await runSql`delete from sessions where user_id = ${member.id}`;
    for (const filter of ["clearedByUser", "playedByUser", "playedByBuddies", "notPlayedByUser"])
      expect((await list({ filter }, member)).status, filter).toBe(401);
  });

  test("returns featured levels by tens", async () => {
    for (let i = 0; i < 11; i++) await addLevel(ann.id, { featured_at: i + 1 });
    const first = await list({ filter: "featured" });
    expect(idsOf(first)).toHaveLength(10);
    expect(first.body.links).toMatchObject({ next: expect.any(String) });
  });

  test("rejects the order played_at where no plays are listed", async () => {
    expect((await list({ order: "played_at" })).status).toBe(422);
  });

  test("finds word beginnings in titles, descriptions and creator names, with or without accents", async () => {
    const maker = await addUser({ username: "Quokka_Builds" });
    const id = await addLevel(maker.id, { title: "Café Überraschung", description: "A hidden rhinoceros" });
    for (const search of ["cafe", "CAFÉ uber", "rhino", "quokka", "hidden caf"])
      expect(idsOf(await list({ search })), search).toEqual([id]);
    const strange = ['"', "* OR 1", "title:", "^", "'; drop table levels", "\u0000", "ß".repeat(400), "😀"];
    for (const search of ["café zebra", ...strange]) {
      const response = await list({ search });
      expect(response.status, search).toBe(200);
      expect(idsOf(response)).not.toContain(id);
    }
  });

  test("costs one round trip for a member, and nothing for a visitor's second request", async () => {
    expectCost(await list({ order: "clears" }, ann), { roundTrips: 1, read: 120 });
    await list({ order: "clears" });
    expectCost(await list({ order: "clears" }), { roundTrips: 0, read: 0 });
  });
});
