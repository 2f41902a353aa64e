import { exports } from "cloudflare:workers";
import { deleteLevelRoute, editLevelRoute, levelRevisionsRoute, levelRoute } from "#domain/levels/api.ts";
import { type Downloads, downloadsRoute } from "#domain/play/api.ts";
import { downloadKey } from "#domain/play/downloads.ts";
import { ghostsRoute, runRoute } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { Browser, ORIGIN, runPlaySql, runSql, testEnv } from "#tests/support/browser.ts";
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
const levelOf = async (id: number) => (await visitor.output(levelRoute, { id })).level;
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
    expect((await maker.fetch((await maker.output(levelRoute, { id })).level.file_url)).status).toBe(200);
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

test("a recorded run opens as a ghost and for its player, and not with its name alone", async () => {
  const [id, player] = [await createRunLevel(maker), await runPlayer()];
  const run = await checkedRun(player, id, straightRun());
  const [ghost] = (await visitor.call(ghostsRoute, { id })).body.data as { log_url: string }[];
  const own = ((await player.call(runRoute, { id: run.id })).body.run as Run).log_url ?? "";
  for (const url of [ghost?.log_url ?? "", own]) {
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(bare(url))).toBe(404);
  }
});

test("a recorded run in a level that was deleted doesn't open two days later", async () => {
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

const BYTES = new Uint8Array(1_000).map((_, i) => i % 251);

await testEnv.BUCKET.put(downloadKey("linux"), BYTES);

/** The raw response, which is a stream. */
const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  (exports as unknown as { default: Fetcher }).default.fetch(new Request(ORIGIN + path, { method, headers }));
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test("GET /api/downloads returns every operating system, with size, date and URL of published builds", async () => {
  const response = await visitor.call(downloadsRoute);
  const { data } = response.body as Downloads;
  expect(data.map(({ os }) => os)).toEqual(["windows", "macos", "linux"]);
  expect(data[0]).toEqual({ os: "windows", url: null, bytes: null, updated_at: null });
  expect(data[2]).toEqual({
    os: "linux",
    url: "/download/linux",
    bytes: 1_000,
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(response.cost.roundTrips).toBe(0);
});

test("GET /download/{os} returns the whole build as a file with its own name", async () => {
  const response = await get("/download/linux");
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="BopolisPlayer.AppImage"');
  expect(response.headers.get("Content-Type")).toBe("application/octet-stream");
  expect(response.headers.get("Content-Length")).toBe("1000");
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(await bytesOf(response)).toEqual(BYTES);
});

test("GET /download/{os} has no body for HEAD or for a matching ETag", async () => {
  const head = await get("/download/linux", {}, "HEAD");
  expect(head.status).toBe(200);
  expect(head.headers.get("Content-Length")).toBe("1000");
  expect((await bytesOf(head)).length).toBe(0);
  const again = await get("/download/linux", { "If-None-Match": head.headers.get("ETag") ?? "" });
  expect(again.status).toBe(304);
});

test.each([
  ["bytes=10-19", "bytes 10-19/1000", 10, 20],
  ["bytes=990-", "bytes 990-999/1000", 990, 1_000],
  ["bytes=990-5000", "bytes 990-999/1000", 990, 1_000],
  ["bytes=-5", "bytes 995-999/1000", 995, 1_000],
])("GET /download/{os} resumes a download with %s", async (range, contentRange, from, to) => {
  const response = await get("/download/linux", { Range: range });
  expect(response.status).toBe(206);
  expect(response.headers.get("Content-Range")).toBe(contentRange);
  expect(await bytesOf(response)).toEqual(BYTES.slice(from, to));
});

test.each([
  ...["bytes=2000-", "bytes=9-2", "bytes=-", "bytes=0-1,5-6", "lines=1-2", "bytes=-0"].map((Range) => ({
    Range,
  })),
  // Of an older build.
  { Range: "bytes=10-19", "If-Range": '"another"' },
])("GET /download/{os} ignores an unsatisfiable range (%o) and sends the whole file", async (headers) => {
  const response = await get("/download/linux", headers);
  expect(response.status).toBe(200);
  expect((await bytesOf(response)).length).toBe(1_000);
});

test("GET /download/{os} returns the not-found page for unknown and unpublished builds", async () => {
  for (const path of ["/download/windows", "/download/amiga", "/download/linux/more"]) {
    const response = await get(path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get("Content-Type")).toContain("text/html");
    expect(await response.text()).toContain("Not found");
  }
});

test("the download page preloads the published builds, with and without a trailing slash", async () => {
  for (const path of ["/download", "/download/"]) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("/api/downloads");
  }
});
