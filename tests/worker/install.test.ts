import { Browser } from "#tests/support/browser.ts";

const visitor = await Browser.visitor();

const imageAt = async (path: string) => {
  const response = await visitor.fetch(path);
  return { status: response.status, type: response.headers.get("Content-Type") };
};

describe("the manifest", () => {
  test("is linked from every page and names icons of every purpose that exist", async () => {
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
  });

  test("is missing nothing that browsers request by themselves", async () => {
    const icon = await imageAt("/favicon.ico");
    expect(icon.status).toBe(200);
    expect(icon.type).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/);
  });
});

describe("the service worker", () => {
  test("controls the whole site, is checked for updates on each visit, and can only fetch from the site", async () => {
    const { status, headers } = await visitor.fetch("/service-worker.js");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toMatch(/javascript/);
    expect(headers.get("Cache-Control")).toBe("no-cache");
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
    );
  });

  test("stores only files that exist", async () => {
    const script = String((await visitor.fetch("/service-worker.js")).body.text);
    const files = /const FILES = \[([^\]]+)\]/.exec(script)?.[1] ?? "";
    const paths = [...files.matchAll(/"([^"]+)"/g)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of [...paths, "/offline"]) expect((await visitor.fetch(path)).status, path).toBe(200);
  });
});
