import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { type Downloads, downloadsRoute } from "#domain/play/api.ts";
import { buildKey } from "#domain/play/downloads.ts";
import { Browser, ORIGIN, testEnv } from "#tests/support/browser.ts";

const BYTES = new Uint8Array(1_000).map((_, i) => i % 251);
let visitor: Browser;

beforeAll(async () => {
  visitor = await Browser.visitor();
  await testEnv.BUCKET.put(buildKey("linux"), BYTES);
});

/** The answer itself, as it comes in pieces. */
const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  (exports as unknown as { default: Fetcher }).default.fetch(new Request(ORIGIN + path, { method, headers }));
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test("the list names every operating system, and tells size, date and address of what is published", async () => {
  const answer = await visitor.call(downloadsRoute);
  const { data } = answer.body as Downloads;
  expect(data.map(({ os }) => os)).toEqual(["windows", "macos", "linux"]);
  expect(data[0]).toEqual({ os: "windows", url: null, bytes: null, updated_at: null });
  expect(data[2]).toEqual({
    os: "linux",
    url: "/download/linux",
    bytes: 1_000,
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(answer.cost.rounds).toBe(0);
});

test("a build comes as a file of its own name, whole", async () => {
  const answer = await get("/download/linux");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="BopolisPlayer.AppImage"');
  expect(answer.headers.get("Content-Type")).toBe("application/octet-stream");
  expect(answer.headers.get("Content-Length")).toBe("1000");
  expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(await bytesOf(answer)).toEqual(BYTES);
});

test("what is asked for before it is sent has no body, and neither has what one has already", async () => {
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
])("a download that broke off goes on with %s", async (range, told, from, to) => {
  const answer = await get("/download/linux", { Range: range });
  expect(answer.status).toBe(206);
  expect(answer.headers.get("Content-Range")).toBe(told);
  expect(await bytesOf(answer)).toEqual(BYTES.slice(from, to));
});

test.each(["bytes=2000-", "bytes=9-2", "bytes=-", "bytes=0-1,5-6", "lines=1-2", "bytes=-0"])(
  "a stretch that can't be sent (%s) is answered with all of it",
  async (range) => {
    const answer = await get("/download/linux", { Range: range });
    expect(answer.status).toBe(200);
    expect((await bytesOf(answer)).length).toBe(1_000);
  },
);

test("what was begun of an older build starts again", async () => {
  const answer = await get("/download/linux", { Range: "bytes=10-19", "If-Range": '"another"' });
  expect(answer.status).toBe(200);
  expect((await bytesOf(answer)).length).toBe(1_000);
});

test.each(["/download/windows", "/download/amiga", "/download/linux/more"])(
  "%s, where there is none, is the page of what is missing",
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Content-Type")).toContain("text/html");
    expect(await answer.text()).toContain("Not found");
  },
);

test("the page of downloads brings along what is published, with and without a slash at its end", async () => {
  for (const path of ["/download", "/download/"]) {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("/api/downloads");
  }
});
