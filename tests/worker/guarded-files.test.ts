import {
  deleteLevelRoute,
  editLevelRoute,
  type Level,
  levelRevisionsRoute,
  levelRoute,
} from "#domain/levels/api.ts";
import { ghostsRoute, runRoute } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { Browser, ORIGIN, runPlaySql, runSql } from "#tests/support/browser.ts";
import { checkedRun, createRunLevel, runPlayer, straightRun } from "#tests/support/runs.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { worldFile } from "#tests/support/world.ts";
import { guardedUrl } from "#worker/assets/guarded-url.ts";

const cache = (caches as unknown as { default: Cache }).default;
const DAY_MS = 24 * 60 * 60_000;

let clock: StoppedClock | null = null;
const maker = await runPlayer();
const visitor = await Browser.visitor();
afterEach(() => {
  clock?.restore();
  clock = null;
});

const statusOf = async (url: string) => (await visitor.fetch(url)).status;
const levelOf = async (id: number) => (await visitor.call(levelRoute, { id })).body.level as Level;
/** The URL without what opens it, for which someone knows only the name. */
const bare = (url: string) => url.slice(0, url.indexOf("?"));

describe("a level's document", () => {
  test("opens with the URL that those who can see the level get, and not with its name alone", async () => {
    const { file_url } = await levelOf(await createRunLevel(maker));
    const response = await visitor.fetch(file_url);
    expect(response.body).toMatchObject({ version: 1 });
    expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=\d+, immutable$/);
    expect((await visitor.fetch(bare(file_url))).body.message).toBe(
      "This link has expired. Open the page that it was on again.",
    );
    const other = await levelOf(await createRunLevel(maker));
    for (const query of [
      "?day=99999&key=",
      `${file_url.slice(bare(file_url).length)}x`,
      other.file_url.slice(bare(other.file_url).length),
      file_url.slice(bare(file_url).length).replace(/day=(\d)/, "day=9$1"),
      "?day=NaN&key=x",
    ])
      expect(await statusOf(bare(file_url) + query), query).toBe(404);
  });

  test("has a URL for each revision", async () => {
    const id = await createRunLevel(maker);
    const input = { file: worldFile() };
    await maker.call(editLevelRoute, { id, ...input });
    const { body } = await visitor.call(levelRevisionsRoute, { id, page: 1 });
    for (const { file_url } of body.data as { file_url: string }[]) {
      expect(await statusOf(file_url)).toBe(200);
      expect(await statusOf(bare(file_url))).toBe(404);
    }
  });

  test("that someone has opened before its level went private doesn't open two days later", async () => {
    clock = new StoppedClock();
    const id = await createRunLevel(maker);
    const { file_url } = await levelOf(id);
    expect(await statusOf(file_url)).toBe(200);
    await maker.call(editLevelRoute, { id, visibility: "private" });
    expect((await visitor.call(levelRoute, { id })).status).toBe(404);
    const own = ((await maker.call(levelRoute, { id })).body.level as Level).file_url;
    expect((await maker.fetch(own)).status).toBe(200);
    // The cache of the location has it until the URL expires.
    await cache.delete(ORIGIN + file_url);
    clock.advance(2 * DAY_MS);
    expect(await statusOf(file_url)).toBe(404);
  });

  test("that a location has cached without a key isn't shown any more", async () => {
    const url = bare((await levelOf(await createRunLevel(maker))).file_url);
    const cached = new Response("{}", {
      headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=31536000, immutable" },
    });
    await cache.put(ORIGIN + url, cached);
    expect(await statusOf(url)).toBe(404);
  });
});

describe("a recorded run", () => {
  test("opens as a ghost and for its player, and not with its name alone", async () => {
    const [id, player] = [await createRunLevel(maker), await runPlayer()];
    const run = await checkedRun(player, id, straightRun());
    const [ghost] = (await visitor.call(ghostsRoute, { id })).body.data as { log_url: string }[];
    const own = ((await player.call(runRoute, { id: run.id })).body.run as Run).log_url ?? "";
    for (const url of [ghost?.log_url ?? "", own]) {
      expect(await statusOf(url)).toBe(200);
      expect(await statusOf(bare(url))).toBe(404);
    }
  });

  test("in a level that was deleted doesn't open two days later", async () => {
    clock = new StoppedClock();
    const [id, player] = [await createRunLevel(maker), await runPlayer()];
    const run = await checkedRun(player, id, straightRun());
    const [row] = await runPlaySql<{ log: string }>`select log from runs where id = ${run.id}`;
    const url = guardedUrl(row?.log ?? "");
    expect(await statusOf(url)).toBe(200);
    await maker.call(deleteLevelRoute, { id });
    expect((await visitor.call(ghostsRoute, { id })).status).toBe(404);
    await cache.delete(ORIGIN + url);
    clock.advance(2 * DAY_MS);
    expect(await statusOf(url)).toBe(404);
    expect(await runSql`select 1 from levels where id = ${id} and visibility = 'deleted'`).toHaveLength(1);
  });
});
