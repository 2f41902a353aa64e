import { sql } from "drizzle-orm";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { favoriteLevelRoute } from "#domain/levels/api.ts";
import { SITE_THEMES } from "#domain/site.ts";
import { Browser, ORIGIN, runSql, type TestResponse } from "#tests/support/browser.ts";
import { parsePage } from "#tests/support/pages.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { ERROR_SCRIPT_HASH } from "#worker/http/error-script.ts";
import { DEVICE_THEME_SCRIPT } from "#worker/pages/routes.ts";

// The policy of the built site; the one for hot reload is less strict.
vi.stubEnv("DEV", false);

const ann = await signedInUser({ bio: "I build\ncastles." });
const visitor = await Browser.visitor();
const level = await addLevel(ann.id, { title: "Sky castle", description: "High up.\nVery  high." });
const item = await addItem(ann.id);

const open = async (path: string, browser = visitor) => {
  const response = await browser.fetch(path);
  return { response, ...parsePage(response) };
};

describe("link previews", () => {
  test("show a level's title, description and picture by absolute URLs", async () => {
    const { metas, html } = await open(`/levels/${level}?utm_source=chat`);
    expect(Object.fromEntries(metas)).toMatchObject({
      description: "High up. Very high.",
      "og:site_name": "Bopolis",
      "og:title": `Sky castle by ${ann.username}`,
      "og:description": "High up. Very high.",
      "og:type": "article",
      "og:url": `${ORIGIN}/levels/${level}`,
      "og:image": expect.stringMatching(`^${ORIGIN}/share/level/${level}/[0-9a-f]{16}\\.jpg$`),
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
    });
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/levels/${level}">`);
  });

  test("use the configured origin in every absolute URL, whatever host the request names", async () => {
    const browser = await Browser.visitor();
    browser.variant = { ORIGIN: "https://site.example" };
    const html = String((await browser.fetch(`/levels/${level}`)).body.text);
    expect(html).toContain(`<link rel="canonical" href="https://site.example/levels/${level}">`);
    expect(html).toContain(`<meta property="og:url" content="https://site.example/levels/${level}">`);
    expect(html).toContain('<meta property="og:image" content="https://site.example/');
    expect(html).not.toContain(ORIGIN);
  });

  test("show an item's picture, price and description", async () => {
    const path = `/items/${item}`;
    const set = (change: string) => runSql`update items set ${sql.raw(change)} where id = ${item}`;
    await set("name = 'Beret', thumbnail = '00000000-0000-4000-8000-00000000beef'");
    const { response, metas } = await open(path);
    const shown = (await visitor.call(itemRoute, { id: item })).body.item as Item;
    expect(Object.fromEntries(metas)).toMatchObject({
      "og:title": "Beret",
      "og:type": "product",
      "og:image": expect.stringMatching(`^${ORIGIN}/share/item/${item}/`),
    });
    // It is preloaded with the HTML.
    expect(response.headers.get("Link")).toContain(`<${shown.thumbnail_url}>; rel=preload`);
    for (const [change, description] of [
      ["purchasable = 'onsale', price = 75, description = 'Round.'", "75 coins. Round."],
      ["purchasable = 'free', price = 0, description = ''", `FREE. Made by ${ann.username}.`],
      ["stock = 1, sold_out = 1", `Sold out. Made by ${ann.username}.`],
      ["purchasable = 'offsale', stock = null, sold_out = 0", `Not for sale. Made by ${ann.username}.`],
    ] as const) {
      await set(change);
      expect((await open(path)).metas.get("description")).toBe(description);
    }
  });

  test("show the site's own picture for pages about no one thing, under a title that isn't the description", async () => {
    for (const path of ["/levels", "/"]) {
      const { metas } = await open(path);
      const image = metas.get("og:image") ?? "";
      expect(image).toBe(`${ORIGIN}/static/unfurl.jpg`);
      const { headers } = await visitor.fetch(image.slice(ORIGIN.length));
      expect(headers.get("Content-Type")).toBe("image/jpeg");
      expect(metas.get("og:title")).not.toContain(metas.get("og:description"));
    }
    expect((await open(`/users/${ann.username}`)).metas.get("og:description")).toBe("I build castles.");
  });

  test("cut long text between characters", async () => {
    const id = await addLevel(ann.id, { description: `${"x".repeat(199)}\u{1F3F0} and more` });
    const description = (await open(`/levels/${id}`)).metas.get("og:description") ?? "";
    expect(description).not.toContain("\ufffd");
    expect(description).toMatch(/^x{199}/);
  });
});

const ATTACKS = [
  "</script><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<!--<script>",
  "]]><svg/onload=alert(1)>",
  "one\u2028two\u2029three",
  "$& $' $` $1 $$ \\u003c/script>",
  "&lt;b&gt; &amp; '\"",
  '<!--head--> <!--data--> data-theme="night"',
];

test.each(ATTACKS)("user-written text %j stays text in the HTML and in the page's data", async (attack) => {
  const id = await addLevel(ann.id, { title: attack, description: attack });
  const plain = await open(`/levels/${level}`);
  const { html, data, title, metas } = await open(`/levels/${id}`);
  expect(title).toBe(`${attack} · Bopolis`);
  expect(metas.get("og:title")).toBe(`${attack} by ${ann.username}`);
  expect(data.preload[`/api/levels/${id}`]).toMatchObject({ level: { title: attack, description: attack } });
  const tags = (text: string) => text.match(/<(?:script|img|svg|!--)/g)?.length;
  expect(tags(html)).toBe(tags(plain.html));
  expect(html).not.toMatch(/[\u2028\u2029](?=[^<]*<\/script>)/);
});

describe("server-rendered page metadata", () => {
  test("has the CSRF token that /api/session returns and that writes accept", async () => {
    for (const browser of [visitor, ann]) {
      const { data, metas } = await open("/levels", browser);
      expect(metas.get("csrf-token")).toBe((await browser.fetch("/api/session")).body.csrf_token);
      expect(data.csrf_token).toBe(metas.get("csrf-token"));
    }
    const fresh = new Browser();
    const page = await open("/levels", fresh);
    const cookie = /^bopolis_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/;
    expect(page.response.headers.getSetCookie()).toEqual([expect.stringMatching(cookie)]);
    fresh.csrf = page.metas.get("csrf-token") ?? "";
    expect((await fresh.call(favoriteLevelRoute, { id: level })).status).toBe(401);
    expect((await open("/levels", fresh)).response.headers.getSetCookie()).toEqual([]);
  });

  test("has the admin marker on pages for admins only", async () => {
    for (const browser of [visitor, ann, await signedInUser({ role: "moderator" })])
      expect((await open("/ratings", browser)).metas.has("admin")).toBe(false);
    const admin = await signedInUser({ role: "admin" });
    expect((await open("/ratings", admin)).metas.get("admin")).toBe("1");
  });

  test("has the theme of the account, or of the cookie for a visitor, or night, and its color", async () => {
    const browser = await Browser.visitor();
    expect((await open("/", browser)).theme).toBe("night");
    const colors = new Set<string | undefined>();
    for (const { id, name } of SITE_THEMES) {
      browser.cookies.set("bopolis_theme", name);
      const page = await open("/", browser);
      expect([page.theme, page.metas.get("theme-color")]).toEqual([
        name,
        expect.stringMatching(/^#[0-9a-f]{6}$/),
      ]);
      colors.add(page.metas.get("theme-color"));
      const member = await signedInUser({ theme_id: id });
      member.cookies.set("bopolis_theme", "seafoam");
      expect((await open("/", member)).theme).toBe(name);
    }
    expect(colors.size).toBe(SITE_THEMES.length);
    for (const nonsense of ["", "dark", "night%22", '"><script>', "__proto__"]) {
      browser.cookies.set("bopolis_theme", nonsense);
      expect((await open("/", browser)).theme).toBe("night");
    }
  });

  test("lets the device choose the theme of users who chose that, with an inline script that only those pages allow", async () => {
    const browser = await Browser.visitor();
    browser.cookies.set("bopolis_theme", "device");
    const policyOf = ({ headers }: TestResponse) => headers.get("Content-Security-Policy");
    const member = await signedInUser({ theme_id: 6 });
    for (const one of [browser, member]) {
      const { response, html, theme } = await open("/levels", one);
      expect(theme).toBe("night");
      expect(html).toContain('data-device-theme=""');
      expect(html).toContain(`<script>${DEVICE_THEME_SCRIPT}</script>`);
      expect(html.match(/<meta name="theme-color"[^>]*>/g)).toEqual([
        '<meta name="theme-color" content="#fbf6ec" media="(prefers-color-scheme: light)">',
        '<meta name="theme-color" content="#0f0f0f">',
      ]);
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(DEVICE_THEME_SCRIPT));
      const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
      expect(policyOf(response)).toContain(`script-src 'self' 'sha256-${hash}' '${ERROR_SCRIPT_HASH}';`);
    }
    const other = await open("/levels", await Browser.visitor());
    expect(other.html).not.toContain(DEVICE_THEME_SCRIPT);
    expect(policyOf(other.response)).toContain(`script-src 'self' '${ERROR_SCRIPT_HASH}';`);
  });
});
