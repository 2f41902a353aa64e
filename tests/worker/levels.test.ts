import { sql } from "drizzle-orm";
import type { OutputOf } from "#domain/api/route.ts";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { homeRoute } from "#domain/home/api.ts";
import {
  createLevelRoute,
  deleteLevelRoute,
  editLevelRoute,
  favoriteLevelRoute,
  type Level,
  levelListRoute,
  levelRevisionsRoute,
  levelRoute,
  relatedLevelsRoute,
  restoreRevisionRoute,
} from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { LEVEL_CATEGORIES, LEVEL_ORDERS } from "#domain/levels/rules.ts";
import { lastDays } from "#domain/new-york.ts";
import { addUser, Browser, countRows, runPlaySql, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { pngPictureFile } from "#tests/support/picture-files.ts";
import { expectNothingStored } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addClear, addLevel, worldFile } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

const [ann, visitor] = [await signedInUser({ username: "Ann" }), await Browser.visitor()];

const levelOf = (response: { body: Record<string, unknown> }) => response.body.level as Level;
const idsOf = (response: { body: Record<string, unknown> }) =>
  (response.body.data as LevelCardData[]).map(({ id }) => id);
const list = (input: Record<string, unknown>, browser = visitor) => browser.call(levelListRoute, input);

describe("POST /api/levels", () => {
  test("stores a document and a picture, and serves both as immutable", async () => {
    const texts = { title: " My level ", description: "Line one\r\nline two" };
    const files = { file: worldFile(), thumbnail: await pngPictureFile(40, 30) };
    const made = await ann.call(createLevelRoute, { ...texts, category: "star collection", ...files });
    expect(made.status).toBe(201);
    const level = levelOf(made);
    const trimmed = { title: "My level", description: "Line one\nline two" };
    expect(level).toMatchObject({ ...trimmed, revision: 1, has_own_thumbnail: true });
    const picture = await visitor.fetch(level.thumbnail_url);
    expect(picture.headers.get("Content-Type")).toBe("image/jpeg");
    expect(picture.headers.get("Cache-Control")).toContain("immutable");
    expect((await visitor.fetch(level.file_url)).body).toMatchObject({ version: 1 });
  });

  test("rejects a star collection without a star at its file and stores nothing", async () => {
    const file = worldFile(JSON.stringify({ ...starterWorld(), stars: [] }));
    const input = { title: "No stars", category: "star collection", file };
    const made = await expectNothingStored(() => ann.call(createLevelRoute, input));
    expect([made.status, made.body.errors]).toEqual([422, { file: expect.anything() }]);
  });

  test("enforces the limit of 100 levels, or 250 with Gold, even for concurrent requests", async () => {
    for (const [gold_until, limit] of [
      [null, 100],
      [Date.now() + 1e9, 250],
    ] as const) {
      const maker = await signedInUser({ gold_until, levels_count: limit - 1 });
      const titles = ["One", "Two", "Three"];
      const responses = await Promise.all(titles.map((title) => maker.call(createLevelRoute, { title })));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      expect(await countRows("levels", sql`user_id = ${maker.id}`)).toBe(1);
    }
  });
});

describe("changing a level", () => {
  test("affects only what is sent; a new file makes a revision that can be restored", async () => {
    const id = await addLevel(ann.id, { title: "Before", description: "Stays" });
    const renamed = levelOf(await ann.call(editLevelRoute, { id, title: "After" }));
    expect(renamed).toMatchObject({ title: "After", description: "Stays", revision: 1 });
    const first = renamed.file_url;
    const { blocks, ...rest } = starterWorld();
    const file = worldFile(JSON.stringify({ ...rest, blocks: blocks.slice(0, 1) }));
    const second = levelOf(await ann.call(editLevelRoute, { id, file }));
    expect(second.revision).toBe(2);
    expect(second.file_url).not.toBe(first);
    const restored = levelOf(await ann.call(restoreRevisionRoute, { id, revision: 1 }));
    expect(restored).toMatchObject({ revision: 3, file_url: first });
    const { data } = (await visitor.call(levelRevisionsRoute, { id })).body;
    expect(data).toMatchObject([{ revision: 3 }, { revision: 2 }, { revision: 1 }]);
  });

  test("concurrently in different fields keeps every change", async () => {
    const id = await addLevel(ann.id);
    const edits = [{ title: "New title" }, { description: "New text" }, { visibility: "private" }];
    const responses = await Promise.all(edits.map((input) => ann.call(editLevelRoute, { id, ...input })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(levelOf(await ann.call(levelRoute, { id }))).toMatchObject(Object.assign({}, ...edits));
  });

  test("never leaves a star collection without a star, even when category and document change at once", async () => {
    const bare = JSON.stringify({ ...starterWorld(), stars: [] });
    for (let round = 0; round < 5; round++) {
      const id = await addLevel(ann.id);
      await runSql`update level_revisions set stars = ${starterWorld().stars.length} where level_id = ${id}`;
      const edits = [{ category: "star collection" }, { file: worldFile(bare) }];
      const responses = await Promise.all(edits.map((input) => ann.call(editLevelRoute, { id, ...input })));
      for (const { status } of responses) expect([200, 409, 422]).toContain(status);
      const [level] = await runSql<{ category: string; stars: number }>`select l.category, r.stars
        from levels l
          join level_revisions r on r.level_id = l.id and r.revision = l.revision where l.id = ${id}`;
      expect(level?.category === "star collection" && level.stars === 0).toBe(false);
    }
  });

  test("by deleting it removes it from its page, the lists and the search", async () => {
    const id = await addLevel(ann.id, { title: "Vanishing zebra" });
    expect(idsOf(await list({ search: "vanishing zebra" }))).toEqual([id]);
    expect((await ann.call(deleteLevelRoute, { id })).status).toBe(200);
    for (const browser of [visitor, ann]) expect((await browser.call(levelRoute, { id })).status).toBe(404);
    expect(idsOf(await list({ search: "vanishing zebra" }))).toEqual([]);
  });
});

test("private levels are visible to their creator and staff, and return 404 to anyone else", async () => {
  const id = await addLevel(ann.id, { visibility: "private", title: "Secret garden" });
  const [other, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];
  for (const browser of [visitor, other, ann, moderator]) {
    const isShown = browser === ann || browser === moderator;
    expect((await browser.call(levelRoute, { id })).status).toBe(isShown ? 200 : 404);
    for (const input of [{ search: "secret garden" }, { order: "newest" }]) {
      expect(idsOf(await list({ ...input, showPrivateLevels: true }, browser)).includes(id)).toBe(isShown);
      expect(idsOf(await list({ ...input, showPrivateLevels: false }, browser))).not.toContain(id);
    }
  }
});

const addPlays = (user: { id: number } | undefined, level: number, at: number) =>
  runPlaySql`insert into plays (user_id, level_id, seconds, played_at)
    values (${user?.id}, ${level}, 30, ${at})`;
const addBuddy = (user: { id: number }, buddy: { id: number }) =>
  runSql`insert into buddies (user_id, buddy_id, created_at) values (${user.id}, ${buddy.id}, 1)`;

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
    expect(idsOf(await list({ search: "café zebra" }))).toEqual([]);
  });

  test("costs one round trip for a member, and nothing for a visitor's second request", async () => {
    expectCost(await list({ order: "clears" }, ann), { roundTrips: 1, read: 120 });
    await list({ order: "clears" });
    expectCost(await list({ order: "clears" }), { roundTrips: 0, read: 0 });
  });
});

type Related = OutputOf<typeof relatedLevelsRoute>;

const call = (browser: Browser, id: number) => browser.call(relatedLevelsRoute, { id });

async function related(browser: Browser, id: number) {
  const response = await call(browser, id);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  const body = response.body as unknown as Related;
  return {
    response,
    byCreator: body.by_creator.map((card) => card.id),
    similar: body.similar.map((card) => card.id),
  };
}

describe("GET /api/levels/{id}/related", () => {
  test("returns the creator's newest other public levels", async () => {
    const me = await signedInUser();
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push(await addLevel(me.id));
    await addLevel(me.id, { visibility: "private" });
    const [level = 0] = ids.splice(3, 1);
    const { byCreator, similar } = await related(me, level);
    expect(byCreator).toEqual(ids.reverse().slice(0, 4));
    expect(similar.filter((id) => ids.includes(id))).toEqual([]);
  });

  test("returns levels of the same category that are about as hard, the best rated first, at a bounded cost", async () => {
    const [me, other] = [await addUser(), await addUser()];
    const category = "star collection" as const;
    const level = await addLevel(me.id, { category });
    const byDifficulty: number[] = [];
    for (let n = 0; n < 60; n++) byDifficulty.push(await addLevel(other.id, { category }));
    const otherCategory = await addLevel(other.id, { category: "free roam" });
    await runSql`update levels set difficulty_score = 5, rating_score = 9
      where id in (${level}, ${otherCategory})`;
    for (const [n, id] of byDifficulty.entries())
      await runSql`update levels set difficulty_score = ${n / 4}, rating_score = ${n % 10} where id = ${id}`;
    const { response, similar } = await related(await Browser.visitor(), level);
    expect(similar).toHaveLength(8);
    // Twelve on both sides of the 20th, the best rated of them first.
    const rated = (id: number) => byDifficulty.indexOf(id) % 10;
    const near = byDifficulty.slice(8, 32).sort((a, b) => rated(b) - rated(a) || b - a);
    expect(similar).toEqual(near.slice(0, 8));
    expectCost(response, { roundTrips: 1, read: 250, written: 0 });
  });

  test("returns popular levels of the category for a level without ratings", async () => {
    const [me, other] = [await addUser(), await addUser()];
    const level = await addLevel(me.id, { category: "free roam" });
    const popular = await addLevel(other.id, { category: "free roam" });
    await runSql`update levels set playing_count = 1000 where id = ${popular}`;
    expect((await related(await Browser.visitor(), level)).similar).toContain(popular);
  });

  test("returns 404 for a private level of someone else", async () => {
    const me = await addUser();
    const level = await addLevel(me.id, { visibility: "private" });
    expect((await call(await Browser.visitor(), level)).status).toBe(404);
    expect((await call(await Browser.signedIn(me), level)).status).toBe(200);
  });
});
