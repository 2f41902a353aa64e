import { SITE } from "#domain/site.ts";
import type { HonoApp } from "../http/handle.ts";
import { addSecurityHeaders } from "../http/headers.ts";
import { escapeHtml } from "./html.ts";

const INK = "#0f0f0f";
const icon = (name: string, side: number, purpose: "any" | "maskable") => ({
  src: `/static/${name}-${side}.png`,
  sizes: `${side}x${side}`,
  type: "image/png",
  purpose,
});
const ICONS = [192, 512].flatMap((side) => [
  icon("icon", side, "any"),
  icon("icon-maskable", side, "maskable"),
]);
const shortcut = (name: string, url: string) => ({ name, url, icons: [icon("icon", 192, "any")] });

/** With this manifest, browsers can install the site like an app. */
const MANIFEST = JSON.stringify({
  id: "/",
  name: SITE.name,
  short_name: SITE.name,
  description: SITE.description,
  lang: "en",
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: INK,
  theme_color: INK,
  categories: ["games", "social"],
  icons: ICONS,
  shortcuts: [
    shortcut("Levels", "/levels"),
    shortcut("Your bopi", "/avatar"),
    shortcut("Shop", "/shop"),
    shortcut("Chat", "/chat"),
  ],
});

/** Shown by the service worker instead of a page that it can't fetch. Everything it needs is stored with it. */
const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="theme-color" content="${INK}">
    <title>Offline · ${escapeHtml(SITE.name)}</title>
    <link rel="icon" href="/static/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/static/offline.css">
  </head>
  <body>
    <main>
      <img src="/offline-bopi" width="220" height="220" alt="">
      <div data-online="no">
        <h1>You're offline</h1>
        <p>This page opens as soon as you're back online.</p>
      </div>
      <div data-online="yes" hidden>
        <h1>${escapeHtml(SITE.name)} can't be reached</h1>
        <p>You're online, but we don't respond. This page opens as soon as we do.</p>
      </div>
      <button type="button">Try again</button>
    </main>
    <script src="/static/offline.js" defer></script>
  </body>
</html>
`;

/** The service worker may only fetch from this site, also the icons of its notifications. */
const SERVICE_WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'";

/** The manifest, the service worker and its offline page. */
export function installRoutes(app: HonoApp): void {
  app.get("/manifest.webmanifest", (c) =>
    c.body(MANIFEST, 200, {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=86400",
    }),
  );
  app.get("/offline", (c) => c.html(OFFLINE_PAGE, 200, { "Cache-Control": "no-cache" }));
  app.get("/service-worker.js", async (c) => {
    const script = await c.env.ASSETS.fetch(c.req.raw);
    const response = new Response(script.body, script);
    addSecurityHeaders(response.headers, c.env);
    response.headers.set("Content-Security-Policy", SERVICE_WORKER_POLICY);
    // Browsers look for a new version on each visit.
    response.headers.set("Cache-Control", "no-cache");
    return response;
  });
}
