import { sql } from "drizzle-orm";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import {
  createLevelRoute,
  deleteLevelRoute,
  editLevelRoute,
  type Level,
  levelListRoute,
  levelRevisionsRoute,
  levelRoute,
  restoreRevisionRoute,
} from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { Browser, countRows, runSql } from "#tests/support/browser.ts";
import { expectNothingStored } from "#tests/support/create-item.ts";
import { jpegPictureFile, pngPictureFile } from "#tests/support/picture-files.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";

const [ann, visitor] = [await signedInUser({ username: "Ann" }), await Browser.visitor()];

const levelOf = (response: { body: Record<string, unknown> }) => response.body.level as Level;
const idsOf = (response: { body: Record<string, unknown> }) =>
  (response.body.data as LevelCardData[]).map(({ id }) => id);
const list = (input: Record<string, unknown>, browser = visitor) => browser.call(levelListRoute, input);

describe("POST /api/levels", () => {
  test("stores a document and a picture, and serves both as immutable", async () => {
    const texts = { title: " My level ", description: "Line one\r\nline two" };
    const files = { file: worldFile(), thumbnail: await pngPictureFile(40, 30) };
    const input = { ...texts, category: "star collection", ...files };
    const made = await ann.call(createLevelRoute, input);
    expect(made.status).toBe(201);
    const level = levelOf(made);
    const trimmed = { title: "My level", description: "Line one\nline two" };
    expect(level).toMatchObject({ ...trimmed, revision: 1, has_own_thumbnail: true });
    const picture = await visitor.fetch(level.thumbnail_url);
    expect(picture.headers.get("Content-Type")).toBe("image/jpeg");
    expect(picture.headers.get("Cache-Control")).toContain("immutable");
    const document = await visitor.fetch(level.file_url);
    expect(document.body).toMatchObject({ version: 1 });
  });

  test("accepts a JPEG picture", async () => {
    const input = { title: "Photo", thumbnail: await jpegPictureFile(64, 64) };
    expect((await ann.call(createLevelRoute, input)).status).toBe(201);
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

describe("private levels", () => {
  test("are visible to their creator and staff, and return 404 to anyone else", async () => {
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
});
