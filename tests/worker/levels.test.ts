import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { sessionRoute } from "#domain/auth/api.ts";
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
  restoreRevisionRoute,
} from "#domain/levels/api.ts";
import type { LevelCard } from "#domain/levels/card.ts";
import { LEVEL_CATEGORIES, LEVEL_ORDERS } from "#domain/levels/rules.ts";
import { lastDays } from "#domain/new-york.ts";
import { starterWorld } from "#domain/world/starter.ts";
import { addUser, Browser, countRows, db, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { jpegFile, pngFile } from "#tests/support/pictures.ts";
import { addClear, addLevel, worldFile } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

let ann: { id: number; username: string };
let annBrowser: Browser;
let visitor: Browser;

beforeAll(async () => {
  ann = await addUser({ username: "Ann" });
  annBrowser = await Browser.signedIn(ann);
  visitor = await Browser.visitor();
});

const levelOf = (answer: { body: Record<string, unknown> }) => answer.body.level as Level;
const idsOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body.data as LevelCard[]).map(({ id }) => id);
const list = (input: Record<string, unknown>, browser = visitor) => browser.call(levelListRoute, { input });

describe("making a level", () => {
  test("a level is made from a document and a picture, and both are served for good", async () => {
    const made = await annBrowser.call(createLevelRoute, {
      input: {
        title: " My level ",
        description: "Line one\r\nline two",
        category: "star collection",
        file: worldFile(),
        thumbnail: await pngFile(40, 30),
      },
    });
    expect(made.status).toBe(201);
    const level = levelOf(made);
    expect(level).toMatchObject({
      title: "My level",
      description: "Line one\nline two",
      revision: 1,
      has_own_thumbnail: true,
    });
    const picture = await visitor.fetch(level.thumbnail_url);
    expect(picture.headers.get("Content-Type")).toBe("image/jpeg");
    expect(picture.headers.get("Cache-Control")).toContain("immutable");
    const document = await visitor.fetch(level.file_url);
    expect(document.body).toMatchObject({ version: 1 });
  });

  test("a JPEG picture is taken too", async () => {
    const made = await annBrowser.call(createLevelRoute, {
      input: { title: "Photo", thumbnail: await jpegFile(64, 64) },
    });
    expect(made.status).toBe(201);
  });

  test("a star collection without a star is refused at its file and nothing is stored", async () => {
    const before = await countRows("levels");
    const { stars: _, ...rest } = starterWorld();
    const file = worldFile(JSON.stringify({ ...rest, stars: [] }));
    const made = await annBrowser.call(createLevelRoute, {
      input: { title: "No stars", category: "star collection", file },
    });
    expect(made.status).toBe(422);
    expect(made.body.errors).toHaveProperty("file");
    expect(await countRows("levels")).toBe(before);
  });

  test("the hundredth level is the last one, with Gold the two hundred and fiftieth, also when two come at once", async () => {
    for (const [gold_until, limit] of [
      [null, 100],
      [Date.now() + 1e9, 250],
    ] as const) {
      const maker = await addUser({ gold_until, levels_count: limit - 1 });
      const browser = await Browser.signedIn(maker);
      const answers = await Promise.all(
        [1, 2, 3].map((n) => browser.call(createLevelRoute, { input: { title: `Level ${n}` } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      expect(await countRows("levels", sql`user_id = ${maker.id}`)).toBe(1);
    }
  });
});

describe("editing a level", () => {
  test("only what is sent changes, and a new file becomes a new revision that can be taken back", async () => {
    const id = await addLevel(ann.id, { title: "Before", description: "Stays" });
    const renamed = levelOf(
      await annBrowser.call(editLevelRoute, { params: { id }, input: { title: "After" } }),
    );
    expect(renamed).toMatchObject({ title: "After", description: "Stays", revision: 1 });
    const first = renamed.file_url;
    const { blocks, ...rest } = starterWorld();
    const file = worldFile(JSON.stringify({ ...rest, blocks: blocks.slice(0, 1) }));
    const second = levelOf(await annBrowser.call(editLevelRoute, { params: { id }, input: { file } }));
    expect(second.revision).toBe(2);
    expect(second.file_url).not.toBe(first);
    const restored = levelOf(await annBrowser.call(restoreRevisionRoute, { params: { id, revision: 1 } }));
    expect(restored).toMatchObject({ revision: 3, file_url: first });
    const revisions = await visitor.call(levelRevisionsRoute, { params: { id } });
    expect(
      (revisions.body.data as { revision: number; current: boolean }[]).map(({ revision }) => revision),
    ).toEqual([3, 2, 1]);
  });

  test("edits of different fields at once all stay", async () => {
    const id = await addLevel(ann.id);
    const edits = [{ title: "New title" }, { description: "New text" }, { visibility: "private" }];
    const answers = await Promise.all(
      edits.map((input) => annBrowser.call(editLevelRoute, { params: { id }, input })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(levelOf(await annBrowser.call(levelRoute, { params: { id } }))).toMatchObject(
      Object.assign({}, ...edits),
    );
  });

  test("a star collection keeps a star, also when its category and its document change at once", async () => {
    const bare = JSON.stringify({ ...starterWorld(), stars: [] });
    for (let round = 0; round < 5; round++) {
      const id = await addLevel(ann.id);
      await db.all(
        statement(
          sql`update level_revisions set stars = ${starterWorld().stars.length} where level_id = ${id}`,
        ),
      );
      const edits = [{ category: "star collection" }, { file: worldFile(bare) }];
      const answers = await Promise.all(
        edits.map((input) => annBrowser.call(editLevelRoute, { params: { id }, input })),
      );
      for (const { status } of answers) expect([200, 409, 422]).toContain(status);
      const [level] = await db.all(
        statement<{ category: string; stars: number }>(sql`select l.category, r.stars from levels l
          join level_revisions r on r.level_id = l.id and r.revision = l.revision where l.id = ${id}`),
      );
      expect(level?.category === "star collection" && level.stars === 0).toBe(false);
    }
  });

  test("a deleted level is gone from its page, the lists and the search", async () => {
    const id = await addLevel(ann.id, { title: "Vanishing zebra" });
    expect(idsOf(await list({ search: "vanishing zebra" }))).toEqual([id]);
    expect((await annBrowser.call(deleteLevelRoute, { params: { id } })).status).toBe(200);
    expect((await visitor.call(levelRoute, { params: { id } })).status).toBe(404);
    expect((await annBrowser.call(levelRoute, { params: { id } })).status).toBe(404);
    expect(idsOf(await list({ search: "vanishing zebra" }))).toEqual([]);
  });
});

describe("private levels", () => {
  test("an account's session states whether it has any", async () => {
    const user = await addUser();
    const browser = await Browser.signedIn(user);
    const has = async () => {
      const answer = await browser.call(sessionRoute);
      return (answer.body as OutputOf<typeof sessionRoute>).user?.has_private_levels;
    };
    await addLevel(user.id);
    expect(await has()).toBe(false);
    await addLevel(user.id, { visibility: "private" });
    expect(await has()).toBe(true);
  });

  test("a private level is there for its creator and staff, and does not exist for anybody else", async () => {
    const id = await addLevel(ann.id, { visibility: "private", title: "Secret garden" });
    const other = await Browser.signedIn(await addUser());
    const moderator = await Browser.signedIn(await addUser({ role: "moderator" }), "moderator");
    const seen = async (browser: Browser) => (await browser.call(levelRoute, { params: { id } })).status;
    expect([await seen(visitor), await seen(other), await seen(annBrowser), await seen(moderator)]).toEqual([
      404, 404, 200, 200,
    ]);
    for (const input of [
      { search: "secret garden", showPrivateLevels: true },
      { order: "newest", showPrivateLevels: true },
    ]) {
      expect(idsOf(await list(input))).not.toContain(id);
      expect(idsOf(await list(input, other))).not.toContain(id);
      expect(idsOf(await list(input, annBrowser))).toContain(id);
      expect(idsOf(await list(input, moderator))).toContain(id);
      expect(idsOf(await list({ ...input, showPrivateLevels: false }, annBrowser))).not.toContain(id);
    }
  });
});

describe("the level browser", () => {
  test("every order sorts by its own column, largest or newest first", async () => {
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

  test("Most Popular sorts by players, then by plays and clears of the last 14 days, then by all plays", async () => {
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
      db.all(
        statement(sql`insert into level_days (level_id, day, plays, clears) values (${ids[name]}, ${days[day]}, ${plays}, ${clears})
          on conflict (level_id, day) do update set plays = plays + excluded.plays, clears = clears + excluded.clears`),
      );
    await count("recent", 14, 2, 0);
    await count("busiest", 1, 1, 1);
    await count("busiest", 1, 0, 1);
    await count("old", 0, 50, 50);
    const names = async (input: object) =>
      idsOf(await list({ order: "playing_count", ...input }, annBrowser))
        .slice(0, 5)
        .map((id) => Object.keys(ids).find((name) => ids[name] === id));
    // The day before the last 14 counts until the schedule lets it expire.
    expect(await names({})).toEqual(["playing", "old", "busiest", "recent", "newest"]);
    await runSchedule(testEnv);
    const expected = ["playing", "busiest", "recent", "old", "newest"];
    for (const input of [{}, { search: "pop" }, { showPrivateLevels: true }])
      expect(await names(input)).toEqual(expected);
    const home = await annBrowser.call(homeRoute);
    expect((home.body.popular as LevelCard[]).slice(0, 5).map(({ id }) => id)).toEqual(
      expected.map((name) => ids[name]),
    );
    // What is reported late of an expired day changes nothing.
    await count("old", 0, 50, 50);
    await runSchedule(testEnv);
    expect(await names({})).toEqual(expected);
    await db.all(statement(sql`update levels set playing_count = 0 where user_id = ${maker.id}`));
    expectCost(await list({ order: "playing_count" }, annBrowser), { rounds: 1, read: 120 });
  });

  test("walking the whole list page by page meets every public level once, in any order and category", async () => {
    const maker = await addUser();
    for (let n = 0; n < 47; n++) {
      await addLevel(maker.id, {
        category: LEVEL_CATEGORIES[n % 3] ?? "",
        playing_count: n % 4,
        clears_count: n % 5,
        ratings_count: n % 3,
      });
    }
    for (const category of LEVEL_CATEGORIES) {
      const total = await countRows(
        "levels",
        category ? sql`visibility = 'public' and category = ${category}` : sql`visibility = 'public'`,
      );
      for (const order of LEVEL_ORDERS.filter((name) => name !== "played_at")) {
        const met: number[] = [];
        for (let page = 1; page <= Math.ceil(total / 20); page++) {
          const answer = await list({ category, order, page });
          expect(answer.body.meta).toMatchObject({
            total,
            current_page: page,
            last_page: Math.ceil(total / 20),
          });
          met.push(...idsOf(answer));
        }
        expect(new Set(met).size, `${order} ${category}`).toBe(total);
        expect(met).toHaveLength(total);
      }
    }
  });

  test("filters about oneself ask a visitor to sign in and show a member their own history", async () => {
    const member = await addUser();
    const browser = await Browser.signedIn(member);
    const [liked, cleared, fresh] = [await addLevel(ann.id), await addLevel(ann.id), await addLevel(ann.id)];
    await browser.call(favoriteLevelRoute, { params: { id: liked } });
    await addClear(member.id, cleared);
    await db.all(
      statement(
        sql`insert into plays (user_id, level_id, seconds, played_at) values (${member.id}, ${cleared}, 30, 5), (${member.id}, ${liked}, 30, 9)`,
      ),
    );
    for (const filter of ["favorited", "clearedByUser", "playedByUser", "playedByBuddies"]) {
      expect((await list({ filter })).status).toBe(401);
    }
    expect(idsOf(await list({ filter: "favorited" }, browser))).toEqual([liked]);
    expect(idsOf(await list({ filter: "clearedByUser" }, browser))).toEqual([cleared]);
    expect(idsOf(await list({ filter: "playedByUser", order: "played_at" }, browser))).toEqual([
      liked,
      cleared,
    ]);
    const uncleared = await list({ filter: "unclearedByUser", order: "newest" }, browser);
    expect(idsOf(uncleared)).toContain(fresh);
    expect(idsOf(uncleared)).not.toContain(cleared);
    expect(uncleared.body.meta).toMatchObject({
      total: (await countRows("levels", sql`visibility = 'public'`)) - 1,
    });
    const buddy = await addUser();
    await db.all(
      statement(
        sql`insert into buddies (user_id, buddy_id, created_at) values (${buddy.id}, ${member.id}, 1)`,
      ),
    );
    expect(
      idsOf(await list({ filter: "playedByBuddies", order: "played_at" }, await Browser.signedIn(buddy))),
    ).toEqual([liked, cleared]);
  });

  test("a few buddies' plays are all listed, and the list costs little however many they are", async () => {
    const [member, ...buddies] = await Promise.all(Array.from({ length: 8 }, () => addUser()));
    if (!member) throw new Error("no member");
    const ids = await Promise.all(Array.from({ length: 40 }, () => addLevel(ann.id)));
    for (const buddy of buddies)
      await db.all(
        statement(
          sql`insert into buddies (user_id, buddy_id, created_at) values (${member.id}, ${buddy.id}, 1)`,
        ),
      );
    for (const [i, id] of ids.entries())
      await db.all(
        statement(sql`insert into plays (user_id, level_id, seconds, played_at)
          values (${buddies[i % 7]?.id}, ${id}, 30, ${i})`),
      );
    const answer = await list({ filter: "playedByBuddies" }, await Browser.signedIn(member));
    expect(answer.body.meta).toMatchObject({ total: 40 });
    expect(answer.cost.rounds).toBeLessThanOrEqual(2);
    expect(answer.cost.read).toBeLessThan(2_000);
  });

  test("featured levels come by tens", async () => {
    for (let i = 0; i < 11; i++) await addLevel(ann.id, { featured_at: i + 1 });
    const first = await list({ filter: "featured" });
    expect(idsOf(first)).toHaveLength(10);
    expect(first.body.links).toMatchObject({ next: expect.any(String) });
  });

  test("'Played at' is refused where no plays are listed", async () => {
    expect((await list({ order: "played_at" })).status).toBe(422);
  });

  test("a search finds word beginnings in titles, descriptions and creators' names, accents or not", async () => {
    const maker = await addUser({ username: "Quokka_Builds" });
    const id = await addLevel(maker.id, { title: "Café Überraschung", description: "A hidden rhinoceros" });
    for (const search of ["cafe", "CAFÉ uber", "rhino", "quokka", "hidden caf"]) {
      expect(idsOf(await list({ search })), search).toEqual([id]);
    }
    for (const search of [
      "café zebra",
      '"',
      "* OR 1",
      "title:",
      "^",
      "'; drop table levels",
      "\u0000",
      "ß".repeat(400),
      "😀",
    ]) {
      const answer = await list({ search });
      expect(answer.status, search).toBe(200);
      expect(idsOf(answer)).not.toContain(id);
    }
  });

  test("a signed-in first page costs one round and few rows, and a visitor's second look costs none", async () => {
    expectCost(await list({ order: "clears" }, annBrowser), { rounds: 1, read: 120 });
    await list({ order: "clears" });
    expectCost(await list({ order: "clears" }), { rounds: 0, read: 0 });
  });
});
