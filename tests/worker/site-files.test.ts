import { addUser, Browser, ORIGIN, runForumSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { startThread } from "#tests/support/threads.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";

/** A file as a visitor gets it, with the paths it lists. */
async function read(path: string) {
  const response = await (await Browser.visitor()).fetch(path);
  const text = String(response.body.text);
  const urls = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url);
  expect(urls.filter((url) => !url.startsWith(`${ORIGIN}/`))).toEqual([]);
  return { response, text, paths: urls.map((url) => url.slice(ORIGIN.length)) };
}

test("robots.txt points to the sitemap under the configured origin", async () => {
  const browser = await Browser.visitor();
  browser.variant = { ORIGIN: "https://site.example" };
  const text = String((await browser.fetch("/robots.txt")).body.text);
  expect(text).toContain("Disallow: /api/");
  expect(text).toContain("\nSitemap: https://site.example/sitemap.xml\n");
});

test("the sitemap lists what everyone can see, and nothing private, deleted, banned or held", async () => {
  const maker = await signedInUser();
  const levels = [
    await addLevel(maker.id, { updated_at: Date.UTC(2026, 0, 2) }),
    await addLevel(maker.id, { visibility: "private" }),
    await addLevel(maker.id, { visibility: "deleted" }),
  ];
  const items = [
    await addWearable(maker.id, 4, {}, false),
    await addWearable(maker.id, 4, { state: "pending" }, false),
    await addWearable(maker.id, 4, { state: "rejected" }, false),
  ];
  const over = await addUser({ banned_at: 1, banned_until: 2 });
  const [banned, deleted] = [await addUser({ banned_at: 1 }), await addUser({ deleted_at: 1 })];
  const threads = [(await startThread(maker)).id, (await startThread(maker)).id];
  await runForumSql`update threads set deleted_at = 1 where id = ${threads[1]}`;

  const index = await read("/sitemap.xml");
  expect(index.response.headers.get("Content-Type")).toContain("application/xml");
  expect(index.response.headers.get("Cache-Control")).toBe("public, max-age=3600");
  expectCost(index.response, { roundTrips: 1, read: 4 });
  // Ids of users and levels start after those of the previous test file.
  const file = Math.ceil(maker.id / 10_000);
  const names = ["pages", `levels-${file}`, "items-1", `users-${file}`, "threads-1"].map(
    (name) => `/sitemap/${name}.xml`,
  );
  expect(index.paths).toEqual(expect.arrayContaining(names));
  const [pages, ...files] = await Promise.all(names.map(read));
  expect(pages?.paths).toEqual(expect.arrayContaining(["/", "/levels", "/shop", "/forums", "/forums/1"]));
  expect(files[0]?.paths).toEqual([`/levels/${levels[0]}`]);
  expect(files[0]?.text).toContain("<lastmod>2026-01-02T00:00:00.000Z</lastmod>");
  expect(files[1]?.paths).toEqual([`/items/${items[0]?.id}`]);
  expect(files[2]?.paths).toEqual(
    expect.arrayContaining([maker, over].map((one) => `/users/${one.username}`)),
  );
  for (const { username } of [banned, deleted]) expect(files[2]?.paths).not.toContain(`/users/${username}`);
  expect(files[3]?.paths).toEqual([`/forums/thread/${threads[0]}`]);

  // The edge caches it, even with another query.
  await addLevel(maker.id);
  const again = await read(`/sitemap/levels-${file}.xml?again`);
  expect(again.paths).toEqual(files[0]?.paths);
  expectCost(again.response, { roundTrips: 0, read: 0 });
});

test("each file of the sitemap covers a fixed range of ids", async () => {
  const maker = await addUser();
  const file = Math.ceil(maker.id / 10_000) + 2;
  const id = (file - 1) * 10_000 + 1;
  await addLevel(maker.id, { id });
  expect((await read(`/sitemap/levels-${file}.xml`)).paths).toEqual([`/levels/${id}`]);
  expectCost((await read(`/sitemap/levels-${file - 1}.xml`)).response, { roundTrips: 1, read: 2 });
});

const visitor = await Browser.visitor();

test("the sitemap has no other files", async () => {
  for (const name of ["levels-0", "levels-x", "sessions-1", "levels", "levels-1.xml"])
    expect((await visitor.fetch(`/sitemap/${name}.xml`)).status, name).toBe(404);
});

const imageAt = async (path: string) => {
  const response = await visitor.fetch(path);
  return { status: response.status, type: response.headers.get("Content-Type") };
};

test("the manifest is linked from every page and names icons of every purpose that exist, beside the one of tabs", async () => {
  const html = String((await visitor.fetch("/nowhere")).body.text);
  const path = /<link rel="manifest" href="([^"]+)">/.exec(html)?.[1] ?? "";
  const { status, headers, body } = await visitor.fetch(path);
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("application/manifest+json");
  const manifest = JSON.parse(String(body.text)) as {
    name: string;
    icons: { src: string; sizes: string; purpose: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({ name: "Bopolis", start_url: "/", scope: "/", display: "standalone" });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort()).toEqual([
    "192x192 any",
    "192x192 maskable",
    "512x512 any",
    "512x512 maskable",
  ]);
  for (const { src } of manifest.icons)
    expect(await imageAt(src)).toEqual({ status: 200, type: "image/png" });
  for (const { url } of manifest.shortcuts) expect((await visitor.fetch(url)).status).toBeLessThan(400);
  const icon = await imageAt("/favicon.ico");
  expect(icon.status).toBe(200);
  expect(icon.type).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/);
});

test("the service worker controls the site, is checked for updates on each visit, fetches only from it, and stores files that exist", async () => {
  const { status, headers, body } = await visitor.fetch("/service-worker.js");
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toMatch(/javascript/);
  expect(headers.get("Cache-Control")).toBe("no-cache");
  expect(headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
  );
  const files = /const FILES = \[([^\]]+)\]/.exec(String(body.text))?.[1] ?? "";
  const paths = [...files.matchAll(/"([^"]+)"/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThanOrEqual(3);
  for (const path of [...paths, "/offline"]) expect((await visitor.fetch(path)).status, path).toBe(200);
});
