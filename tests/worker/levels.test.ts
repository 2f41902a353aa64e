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
import { addUser, Browser, countRows, runSql } from "#tests/support/browser.ts";
import { jpegPictureFile, pngPictureFile } from "#tests/support/picture-files.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";

const ann = await addUser({ username: "Ann" });
const annBrowser = await Browser.signedIn(ann);
const visitor = await Browser.visitor();

const levelOf = (response: { body: Record<string, unknown> }) => response.body.level as Level;
const idsOf = (response: { body: Record<string, unknown> }) =>
  (response.body.data as LevelCardData[]).map(({ id }) => id);
const list = (input: Record<string, unknown>, browser = visitor) => browser.call(levelListRoute, input);

describe("POST /api/levels", () => {
  test("stores a document and a picture, and serves both as immutable", async () => {
    const made = await annBrowser.call(createLevelRoute, {
      title: " My level ",
      description: "Line one\r\nline two",
      category: "star collection",
      file: worldFile(),
      thumbnail: await pngPictureFile(40, 30),
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

  test("accepts a JPEG picture", async () => {
    const made = await annBrowser.call(createLevelRoute, {
      title: "Photo",
      thumbnail: await jpegPictureFile(64, 64),
    });
    expect(made.status).toBe(201);
  });

  test("rejects a star collection without a star at its file and stores nothing", async () => {
    const before = await countRows("levels");
    const { stars: _, ...rest } = starterWorld();
    const file = worldFile(JSON.stringify({ ...rest, stars: [] }));
    const made = await annBrowser.call(createLevelRoute, {
      title: "No stars",
      category: "star collection",
      file,
    });
    expect(made.status).toBe(422);
    expect(made.body.errors).toHaveProperty("file");
    expect(await countRows("levels")).toBe(before);
  });

  test("enforces the limit of 100 levels, or 250 with Gold, even for concurrent requests", async () => {
    for (const [gold_until, limit] of [
      [null, 100],
      [Date.now() + 1e9, 250],
    ] as const) {
      const maker = await addUser({ gold_until, levels_count: limit - 1 });
      const browser = await Browser.signedIn(maker);
      const responses = await Promise.all(
        [1, 2, 3].map((n) => browser.call(createLevelRoute, { title: `Level ${n}` })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      expect(await countRows("levels", sql`user_id = ${maker.id}`)).toBe(1);
    }
  });
});

describe("changing a level", () => {
  test("affects only what is sent; a new file makes a revision that can be restored", async () => {
    const id = await addLevel(ann.id, { title: "Before", description: "Stays" });
    const renamed = levelOf(await annBrowser.call(editLevelRoute, { id, title: "After" }));
    expect(renamed).toMatchObject({ title: "After", description: "Stays", revision: 1 });
    const first = renamed.file_url;
    const { blocks, ...rest } = starterWorld();
    const file = worldFile(JSON.stringify({ ...rest, blocks: blocks.slice(0, 1) }));
    const second = levelOf(await annBrowser.call(editLevelRoute, { id, file }));
    expect(second.revision).toBe(2);
    expect(second.file_url).not.toBe(first);
    const restored = levelOf(await annBrowser.call(restoreRevisionRoute, { id, revision: 1 }));
    expect(restored).toMatchObject({ revision: 3, file_url: first });
    const revisions = await visitor.call(levelRevisionsRoute, { id });
    expect(
      (revisions.body.data as { revision: number; current: boolean }[]).map(({ revision }) => revision),
    ).toEqual([3, 2, 1]);
  });

  test("concurrently in different fields keeps every change", async () => {
    const id = await addLevel(ann.id);
    const edits = [{ title: "New title" }, { description: "New text" }, { visibility: "private" }];
    const responses = await Promise.all(
      edits.map((input) => annBrowser.call(editLevelRoute, { id, ...input })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(levelOf(await annBrowser.call(levelRoute, { id }))).toMatchObject(Object.assign({}, ...edits));
  });

  test("never leaves a star collection without a star, even when category and document change at once", async () => {
    const bare = JSON.stringify({ ...starterWorld(), stars: [] });
    for (let round = 0; round < 5; round++) {
      const id = await addLevel(ann.id);
      await runSql`update level_revisions set stars = ${starterWorld().stars.length} where level_id = ${id}`;
      const edits = [{ category: "star collection" }, { file: worldFile(bare) }];
      const responses = await Promise.all(
        edits.map((input) => annBrowser.call(editLevelRoute, { id, ...input })),
      );
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
    expect((await annBrowser.call(deleteLevelRoute, { id })).status).toBe(200);
    expect((await visitor.call(levelRoute, { id })).status).toBe(404);
    expect((await annBrowser.call(levelRoute, { id })).status).toBe(404);
    expect(idsOf(await list({ search: "vanishing zebra" }))).toEqual([]);
  });
});

describe("private levels", () => {
  test("are visible to their creator and staff, and return 404 to anyone else", async () => {
    const id = await addLevel(ann.id, { visibility: "private", title: "Secret garden" });
    const other = await Browser.signedIn(await addUser());
    const moderator = await Browser.signedIn(await addUser({ role: "moderator" }), "moderator");
    const seen = async (browser: Browser) => (await browser.call(levelRoute, { id })).status;
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
