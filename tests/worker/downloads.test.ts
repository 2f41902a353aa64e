import { exports } from "cloudflare:workers";
import { type Downloads, downloadsRoute } from "#domain/play/api.ts";
import { downloadKey } from "#domain/play/downloads.ts";
import { Browser, ORIGIN, testEnv } from "#tests/support/browser.ts";

const BYTES = new Uint8Array(1_000).map((_, i) => i % 251);

const visitor = await Browser.visitor();
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

test.each(["/download/windows", "/download/amiga", "/download/linux/more"])(
  "GET %s returns the not-found page",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toContain("text/html");
    expect(await response.text()).toContain("Not found");
  },
);

test("the download page preloads the published builds, with and without a trailing slash", async () => {
  for (const path of ["/download", "/download/"]) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("/api/downloads");
  }
});
