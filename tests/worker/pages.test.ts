import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { statement } from "#db/client.ts";
import { customerRoute } from "#domain/billing/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { favoriteLevelRoute, type Level, levelRoute } from "#domain/levels/api.ts";
import { SITE, SITE_THEMES } from "#domain/site.ts";
import { profileRoute } from "#domain/users/api.ts";
import { type Answer, addUser, Browser, db, ORIGIN } from "#tests/support/browser.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { PAGES } from "#worker/pages/table.ts";

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));

// The policy of the built site, not the laxer one of hot reload.
vi.stubEnv("DEV", false);

let ann: { id: number; username: string };
let annBrowser: Browser;
let admin: Browser;
let visitor: Browser;
let level: number;
let hidden: number;
let item: number;

beforeAll(async () => {
  ann = await addUser({ bio: "I build\ncastles." });
  annBrowser = await Browser.signedIn(ann);
  admin = await Browser.signedIn(await addUser({ role: "admin" }), "admin");
  visitor = await Browser.visitor();
  level = await addLevel(ann.id, { title: "Sky castle", description: "High up.\nVery  high." });
  hidden = await addLevel(ann.id, { title: "Hidden zebra", visibility: "private" });
  item = await addItem(ann.id);
  await run(sql`update levels set featured_at = 1 where id = ${level}`);
  await run(
    sql`insert into plays (user_id, level_id, seconds, played_at) values (${ann.id}, ${level}, 700, 1)`,
  );
  await run(sql`insert into comments (target_type, target_id, user_id, body, created_at)
    values ('level', ${level}, ${ann.id}, 'Hello', 1), ('item', ${item}, ${ann.id}, 'Hello', 1)`);
});

const ENTITIES: Record<string, string> = { 34: '"', 38: "&", 39: "'", 60: "<", 62: ">" };
const plainText = (text: string) =>
  text.replace(/&#(\d+);/g, (whole, code: string) => ENTITIES[code] ?? whole);

/** What a browser or a chat reads off a page's HTML. */
function read(answer: Answer) {
  const html = String(answer.body.text);
  const metas = new Map<string, string>();
  for (const [, , name = "", content = ""] of html.matchAll(
    /<meta (name|property)="([^"]*)" content="([^"]*)">/g,
  )) {
    metas.set(name, plainText(content));
  }
  const data = /<script id="page-data" type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
  return {
    html,
    metas,
    title: plainText(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    theme: /<html lang="en" data-theme="([^"]*)">/.exec(html)?.[1],
    data: JSON.parse(data) as {
      user: { username: string } | null;
      csrf_token: string;
      preload: Record<string, unknown>;
      development: boolean;
    },
  };
}

const open = async (path: string, browser = visitor) => {
  const answer = await browser.fetch(path);
  return { answer, ...read(answer) };
};

/** Every page with the addresses whose answers it brings along. */
const pages = (): [path: string, title: string, preload: string[]][] => [
  ["/", `${SITE.name}: ${SITE.description}`, ["/api/home"]],
  [
    "/levels",
    "Levels · Bopolis",
    [
      "/api/levels?order=playing_count&page=1&showPrivateLevels=false",
      "/api/levels?filter=featured&showPrivateLevels=true",
    ],
  ],
  [
    "/levels?search=castle&order=newest&page=1",
    "Levels · Bopolis",
    ["/api/levels?order=newest&page=1&search=castle&showPrivateLevels=false"],
  ],
  [
    `/levels/${level}`,
    "Sky castle · Bopolis",
    [`/api/levels/${level}`, `/api/comments/level/${level}?page=1`],
  ],
  [
    `/users/${ann.username}`,
    `${ann.username} · Bopolis`,
    [`/api/users/${ann.username}`, `/api/user/${ann.username}/levels`],
  ],
  [
    `/users/${ann.username}/levels`,
    `Levels by ${ann.username} · Bopolis`,
    [`/api/users/${ann.username}/levels?page=1`],
  ],
  [
    `/users/${ann.username}/inventory?category=hat&page=2&entry=7`,
    `${ann.username}'s Inventory · Bopolis`,
    [`/api/inventory/${ann.username}?category=hat&page=2`],
  ],
  ["/users", "Users · Bopolis", ["/api/users?page=1"]],
  [
    "/users?filter=online&pages=3&search=an",
    "Users · Bopolis",
    ["/api/users?filter=online&page=1&search=an"],
  ],
  [
    `/users/${ann.username}/buddies?page=2`,
    `${ann.username}'s Buddies · Bopolis`,
    [`/api/buddies/${ann.username}/buddies?page=2`],
  ],
  ["/blocks", "Blocked users · Bopolis", []],
  ["/shop", "Shop · Bopolis", ["/api/shop?category=all&page=1", "/api/shop?featured=true"]],
  [
    "/shop?category=gold&sort=cheapest&page=2",
    "Shop · Bopolis",
    ["/api/shop?category=gold&page=2&sort=cheapest"],
  ],
  ["/shop/create/", "Create an item · Bopolis", []],
  [`/items/${item}`, "Hat 1 · Bopolis", [`/api/items/${item}`, `/api/comments/item/${item}?page=1`]],
  [
    `/items/${item}?tab=owners&page=2&offers=3`,
    "Hat 1 · Bopolis",
    [`/api/items/${item}`, `/api/items/${item}/owners?page=2`],
  ],
  [`/items/${item}/edit`, "Edit item · Bopolis", [`/api/items/${item}`]],
  ["/wishlist", "Wishlist · Bopolis", []],
  [
    "/ratings?rating=7",
    "Ratings · Bopolis",
    ["/api/ratings?difficulty=0&level_id=0&order=desc&page=1&rating=7&sort=rating"],
  ],
  [`/levels/${level}/edit`, "Edit level · Bopolis", [`/api/levels/${level}`]],
  ["/level/create", "Create a level · Bopolis", []],
  [`/report/level/${level}`, "Report · Bopolis", []],
  ["/register", "Sign up · Bopolis", []],
  ["/login", "Sign in · Bopolis", []],
  ["/forgot-password", "Forgotten password · Bopolis", []],
  [`/reset-password/${"a".repeat(43)}`, "Choose a new password · Bopolis", []],
];

/** Values of the parameters in a page's path. */
const VALUES: Record<string, string> = {
  ":id": "1",
  ":type": "level",
  ":target": "1",
  ":subforum": "1",
  ":settingsTab": "privacy",
  ":token": "x".repeat(43),
};

/** Those of them that are for members alone, and one that is not there. */
const membersPages = () => [
  "/avatar",
  "/blocks",
  "/chat?with=3&tab=search",
  `/items/${item}/edit`,
  "/level/create",
  `/levels/${level}/edit`,
  `/levels/${hidden}/edit`,
  "/levels/999999/edit",
  "/notifications",
  `/report/level/${level}`,
  "/shop/create/?type=shoes",
  "/transactions?page=2&incoming=0",
  "/wishlist",
];

/** The pages that somebody can open: a visitor is led to sign in before those of members. */
function pagesOf(browser: Browser) {
  if (browser !== visitor) return pages();
  const others = new Set(membersPages().map((path) => path.split("?")[0]));
  return pages().filter(([path]) => !others.has(path));
}

describe("every page", () => {
  test("comes with its title, and brings along exactly what its addresses would answer", async () => {
    for (const browser of [visitor, annBrowser, admin]) {
      for (const [path, title, preload] of pagesOf(browser)) {
        const page = await open(path, browser);
        expect(page.answer.status, path).toBe(200);
        expect(page.answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
        expect(page.title.replace(/Hat \d+/, "Hat 1"), path).toBe(title);
        expect(page.metas.get("og:title"), path).toBe(page.title);
        expect(page.metas.get("description")?.length, path).toBeGreaterThan(10);
        expect(Object.keys(page.data.preload).sort(), path).toEqual([...preload].sort());
        for (const [address, brought] of Object.entries(page.data.preload)) {
          const asked = await browser.fetch(address);
          expect(asked.status, address).toBe(200);
          expect(brought, address).toEqual(asked.body);
        }
      }
    }
  });

  test("costs at most two rounds and writes nothing", async () => {
    for (const browser of [annBrowser, admin, visitor]) {
      for (const [path] of pages()) {
        const answer = await browser.fetch(path);
        expect(answer.cost.rounds, path).toBeLessThanOrEqual(2);
        expect(answer.cost.written, path).toBe(0);
      }
    }
  });

  test("has no script in its text but the data, and nothing of another site", async () => {
    for (const [path] of pages()) {
      const { html } = await open(path, annBrowser);
      for (const [, attributes = "", body = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
        if (attributes.includes('type="application/json"')) continue;
        expect(attributes).toContain('src="/build/');
        expect(body).toBe("");
      }
      expect(html).not.toMatch(/ on[a-z]+="|javascript:/);
      expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!bopolis\.test)/);
    }
  });

  test("that is for members leads a visitor to sign in and back, without a round, and tells nothing", async () => {
    for (const path of membersPages()) {
      const { headers, status, body, cost } = await visitor.fetch(path);
      expect([status, body.text ?? "", cost.rounds], path).toEqual([302, "", 0]);
      expect(headers.get("Location"), path).toBe(`/login?next=${encodeURIComponent(path)}`);
      expect(headers.get("Cache-Control")).toBe("private, no-cache");
      expect(headers.get("Content-Security-Policy")).not.toBeNull();
    }
  });

  test("that is for members leads to sign in when the session has ended, and forgets it", async () => {
    const person = await addUser();
    const browser = await Browser.signedIn(person);
    expect((await browser.fetch("/chat")).status).toBe(200);
    await run(sql`delete from sessions where user_id = ${person.id} returning 1`);
    const answer = await browser.fetch("/chat");
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login?next=%2Fchat"]);
    expect(answer.headers.getSetCookie().join()).toMatch(/bopolis_session=; .*Max-Age=0/);
  });

  test("leads a banned member to the page about their ban, but for what they keep", async () => {
    const banned = await Browser.signedIn(await addUser({ banned_at: 1, ban_reason: "Spam" }));
    const kept = ["/banned", "/settings/account", "/settings/billing"];
    const mailed = ["/reset-password", "/email/revert"].map((path) => `${path}/${VALUES[":token"]}`);
    const paths = PAGES.map(({ path }) =>
      path.replace("/:tab?", "").replace(/:\w+/g, (name) => VALUES[name] ?? "x"),
    );
    for (const path of [...paths, "/settings/appearance", "/nowhere", ...kept]) {
      const { status, headers, body, cost } = await banned.fetch(path);
      if ([...kept, ...mailed].includes(path)) {
        expect(status, path).toBe(200);
        continue;
      }
      expect([status, headers.get("Location"), body.text ?? ""], path).toEqual([302, "/banned", ""]);
      expect(cost.rounds, path).toBeLessThanOrEqual(2);
    }
  });

  test("about a ban leads everyone else to the front page, and a banned member there until the ban ends", async () => {
    const answer = await annBrowser.fetch("/banned");
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
    const { id } = await addUser({ banned_at: 1, banned_until: Date.now() + 60_000, ban_reason: "Spam" });
    const browser = await Browser.signedIn({ id });
    expect((await browser.fetch("/")).headers.get("Location")).toBe("/banned");
    await run(sql`update users set banned_until = 2 where id = ${id}`);
    expect((await browser.fetch("/banned")).headers.get("Location")).toBe("/");
    expect((await browser.fetch("/")).status).toBe(200);
  });

  test("about billing brings along what its endpoint answers, also that there is no subscription", async () => {
    const { answer, data } = await open("/settings/billing", annBrowser);
    expect(answer.status).toBe(200);
    const { status, body } = await annBrowser.call(customerRoute);
    expect(data.preload["/api/auth/billing/customer"]).toEqual({ refused: { status, ...body } });
    expect(status).toBe(404);
    for (const path of ["/settings/privacy", "/settings/billing?checkout=done"])
      expect((await open(path, annBrowser)).data.preload, path).toEqual({});
  });

  test("brings somebody's requests along for themselves alone", async () => {
    const path = `/users/${ann.username}/buddies/incoming`;
    const own = await open(path, annBrowser);
    expect(own.title).toBe(`${ann.username}'s Buddies · Bopolis`);
    expect(Object.keys(own.data.preload)).toEqual([`/api/buddies/${ann.username}/incoming?page=1`]);
    for (const browser of [visitor, admin]) {
      const { answer, data } = await open(path, browser);
      expect(answer.status).toBe(200);
      expect(data.preload).toEqual({});
    }
    expect((await open(`/users/${ann.username}/buddies/enemies`)).answer.status).toBe(404);
  });

  test("has its largest picture fetched before its code runs", async () => {
    const { body } = await visitor.call(levelRoute, { params: { id: level } });
    const { thumbnail_url: address } = body.level as Level;
    expect((await open(`/levels/${level}`)).html).toContain(`<img src="${address}"`);
    expect((await open("/levels")).html).toContain(`<img src="${address}"`);
    const { body: shown } = await visitor.call(itemRoute, { params: { id: item } });
    const { body: owner } = await visitor.call(profileRoute, { params: { username: ann.username } });
    for (const [path, largest] of [
      ["/levels", address],
      [`/levels/${level}`, address],
      [`/users/${ann.username}/levels`, address],
      [`/items/${item}`, (shown.item as { thumbnail_url: string }).thumbnail_url],
      [`/users/${ann.username}`, (owner.user as { bopi: { avatar_url: string } }).bopi.avatar_url],
    ] as const) {
      const { html } = await open(path);
      const link = `<link rel="preload" as="image" fetchpriority="high" href="${largest}">`;
      expect(html, path).toContain(link);
      expect(html, path).toContain(`<img src="${largest}"`);
      expect(html.indexOf(link), path).toBeLessThan(html.indexOf('as="font"'));
    }
    expect((await open("/ratings")).html).not.toContain('as="image"');
  });

  test("names the person who asks and nobody's secrets", async () => {
    const { data, html } = await open(`/levels/${level}`, annBrowser);
    expect(data.user).toMatchObject({ username: ann.username });
    expect((await open(`/levels/${level}`)).data.user).toBeNull();
    expect(html).not.toMatch(/password_hash|scrypt|address_hash/);
    expect((await open(`/users/${ann.username}`)).html).not.toContain("@example.com");
  });
});

describe("what a link unfurls to", () => {
  test("a level shows its title, text and picture by their full addresses", async () => {
    const { metas, html } = await open(`/levels/${level}?utm_source=chat`);
    const shown = (await visitor.call(levelRoute, { params: { id: level } })).body.level as {
      thumbnail_url: string;
    };
    expect(Object.fromEntries(metas)).toMatchObject({
      description: "High up. Very high.",
      "og:site_name": "Bopolis",
      "og:title": "Sky castle · Bopolis",
      "og:description": "High up. Very high.",
      "og:type": "article",
      "og:url": `${ORIGIN}/levels/${level}`,
      "og:image": ORIGIN + shown.thumbnail_url,
      "twitter:card": "summary_large_image",
    });
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/levels/${level}">`);
  });

  test("every absolute URL of a page is of the configured origin, whatever host the request names", async () => {
    const browser = await Browser.visitor();
    browser.variant = { ORIGIN: "https://site.example" };
    const html = String((await browser.fetch(`/levels/${level}`)).body.text);
    expect(html).toContain(`<link rel="canonical" href="https://site.example/levels/${level}">`);
    expect(html).toContain(`<meta property="og:url" content="https://site.example/levels/${level}">`);
    expect(html).toContain('<meta property="og:image" content="https://site.example/');
    expect(html).not.toContain(ORIGIN);
  });

  test("an item shows its picture, what it costs and what it is", async () => {
    const path = `/items/${item}`;
    const words = async () => (await open(path)).metas.get("description");
    const set = (change: string) => run(sql`update items set ${sql.raw(change)} where id = ${item}`);
    await set("name = 'Beret', thumbnail = '00000000-0000-4000-8000-00000000beef'");
    const { metas, html } = await open(path);
    const shown = (await visitor.call(itemRoute, { params: { id: item } })).body.item as {
      thumbnail_url: string;
    };
    expect(Object.fromEntries(metas)).toMatchObject({
      "og:title": "Beret · Bopolis",
      "og:type": "product",
      "og:image": ORIGIN + shown.thumbnail_url,
    });
    // It is fetched with the HTML.
    expect(html).toContain(
      `<link rel="preload" as="image" fetchpriority="high" href="${shown.thumbnail_url}">`,
    );
    await set("purchasable = 'onsale', price = 75, description = 'Round.'");
    expect(await words()).toBe("75 coins. Round.");
    await set("purchasable = 'free', price = 0, description = ''");
    expect(await words()).toBe(`FREE. Made by ${ann.username}.`);
    await set("stock = 1, sold_out = 1");
    expect(await words()).toBe(`Sold out. Made by ${ann.username}.`);
    await set("purchasable = 'offsale', stock = null, sold_out = 0");
    expect(await words()).toBe(`Not for sale. Made by ${ann.username}.`);
  });

  test("a level whose picture is being drawn, a profile and the front page show the site's picture, which is there", async () => {
    const undrawn = await addLevel(ann.id, { thumbnail: null });
    for (const path of [`/levels/${undrawn}`, `/users/${ann.username}`, "/"]) {
      const image = (await open(path)).metas.get("og:image") ?? "";
      expect(image).toBe(`${ORIGIN}/static/unfurl.png`);
      expect((await visitor.fetch(image.slice(ORIGIN.length))).headers.get("Content-Type")).toBe("image/png");
    }
    expect((await open(`/users/${ann.username}`)).metas.get("og:description")).toBe("I build castles.");
  });

  test("a long text is cut between characters", async () => {
    const id = await addLevel(ann.id, { description: `${"x".repeat(199)}\u{1F3F0} and more` });
    const description = (await open(`/levels/${id}`)).metas.get("og:description") ?? "";
    expect(description).not.toContain("\ufffd");
    expect(description).toMatch(/^x{199}/);
  });
});

describe("texts that people wrote", () => {
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

  test.each(ATTACKS)("%j stays text on the page and in its data", async (attack) => {
    const id = await addLevel(ann.id, { title: attack, description: attack });
    const plain = await open(`/levels/${level}`);
    const { html, data, title, metas } = await open(`/levels/${id}`);
    expect(title).toBe(`${attack} · Bopolis`);
    expect(metas.get("og:title")).toBe(`${attack} · Bopolis`);
    expect(data.preload[`/api/levels/${id}`]).toMatchObject({
      level: { title: attack, description: attack },
    });
    const tags = (text: string) => text.match(/<(?:script|img|svg|!--)/g)?.length;
    expect(tags(html)).toBe(tags(plain.html));
    expect(html).not.toMatch(/[\u2028\u2029](?=[^<]*<\/script>)/);
  });
});

describe("the token, the marker and the theme", () => {
  test("the page's token is the one that the session answers and that writes take", async () => {
    for (const browser of [visitor, annBrowser]) {
      const { data, metas } = await open("/levels", browser);
      expect(metas.get("csrf-token")).toBe((await browser.fetch("/api/session")).body.csrf_token);
      expect(data.csrf_token).toBe(metas.get("csrf-token"));
    }
    const fresh = new Browser();
    const page = await open("/levels", fresh);
    expect(page.answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^bopolis_browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
      ),
    ]);
    fresh.csrf = page.metas.get("csrf-token") ?? "";
    expect((await fresh.call(favoriteLevelRoute, { params: { id: level } })).status).toBe(401);
    expect((await open("/levels", fresh)).answer.headers.getSetCookie()).toEqual([]);
  });

  test("the marker of an administrator stands on administrators' pages alone", async () => {
    const moderator = await Browser.signedIn(await addUser({ role: "moderator" }), "moderator");
    for (const browser of [visitor, annBrowser, moderator])
      expect((await open("/ratings", browser)).metas.has("admin")).toBe(false);
    expect((await open("/ratings", admin)).metas.get("admin")).toBe("1");
  });

  test("the theme is the account's, or the cookie's for a visitor, or night", async () => {
    const browser = await Browser.visitor();
    expect((await open("/", browser)).theme).toBe("night");
    for (const { id, name } of SITE_THEMES) {
      browser.cookies.set("bopolis_theme", name);
      expect((await open("/", browser)).theme).toBe(name);
      const member = await Browser.signedIn(await addUser({ theme_id: id }));
      member.cookies.set("bopolis_theme", "seafoam");
      expect((await open("/", member)).theme).toBe(name);
    }
    for (const nonsense of ["", "dark", "night%22", '"><script>', "__proto__"]) {
      browser.cookies.set("bopolis_theme", nonsense);
      expect((await open("/", browser)).theme).toBe("night");
    }
  });

  test("the browser's bar is told a colour that goes with the theme", async () => {
    const browser = await Browser.visitor();
    const colors = new Set<string | undefined>();
    for (const { name } of SITE_THEMES) {
      browser.cookies.set("bopolis_theme", name);
      const color = (await open("/", browser)).metas.get("theme-color");
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      colors.add(color);
    }
    expect(colors.size).toBe(SITE_THEMES.length);
  });
});

describe("what is not there", () => {
  const expectMissing = async (path: string, browser = visitor) => {
    const { answer, title, data } = await open(path, browser);
    expect(answer.status, path).toBe(404);
    expect(title, path).toBe("Not found · Bopolis");
    expect(data.preload, path).toEqual({});
    expect(String(answer.body.text)).not.toContain("zebra");
  };

  test("is a page that says so, with its status", async () => {
    const deleted = await addLevel(ann.id, { visibility: "deleted", title: "Deleted zebra" });
    for (const path of [
      "/nowhere",
      "/levels/0",
      "/levels/01",
      "/levels/-1",
      "/levels/1e3",
      "/levels/999999",
      `/levels/${"9".repeat(40)}`,
      "/levels/castle",
      "/levels/%00",
      "/levels/%E2%98%83",
      "/levels/%E0%A4%A",
      `/levels/${deleted}`,
      "/users/nobody_here",
      "/users/x",
      "/users/a%20b",
      "/items/999999",
      "/report/forum/1",
      "/reset-password/short",
      "/levels/1/2/3",
      "/index.html",
      "/web/index.html",
      "/wp-login.php",
      "/.env",
      "//evil.example/",
    ]) {
      await expectMissing(path);
    }
  });

  test("a private level is there for its creator and staff alone", async () => {
    const other = await Browser.signedIn(await addUser());
    await expectMissing(`/levels/${hidden}`);
    for (const path of [`/levels/${hidden}`, `/levels/${hidden}/edit`]) {
      await expectMissing(path, other);
      expect((await open(path, annBrowser)).answer.status).toBe(200);
      expect((await open(path, admin)).answer.status).toBe(200);
    }
    expect((await open(`/levels/${hidden}`, annBrowser)).title).toBe("Hidden zebra · Bopolis");
    for (const path of ["/levels", `/users/${ann.username}`, `/users/${ann.username}/levels`, "/"])
      expect((await open(path)).html).not.toContain("zebra");
  });

  test("an address of the API or of a file is answered as such", async () => {
    for (const path of [
      "/api/nothing",
      "/api/",
      "/assets/x",
      "/static/x.svg",
      "/build/x.js",
      "/static/../.env",
    ]) {
      const answer = await visitor.fetch(path);
      expect(answer.status, path).toBe(404);
      if (path !== "/static/../.env") expect(answer.body, path).toMatchObject({ code: "not_found" });
    }
  });

  test("a query that means nothing is a page all the same", async () => {
    for (const path of [
      "/levels?page=-1&order=<script>&category[]=x&filter=",
      "/levels?page=99999999999999999999",
      "/levels?filter=favorited",
      `/levels?search=${"x".repeat(5_000)}`,
      "/levels?search=%ED%A0%80%00",
      "/ratings?rating=99&page=0&username=%00",
      `/users/${ann.username}/levels?page=1e99&search=%F0%9F`,
      `/users/${ann.username}/levels?page=9007199254740991`,
    ]) {
      const { answer, html } = await open(path);
      expect(answer.status, path).toBe(200);
      expect(html).not.toContain("order=<script>");
    }
  });

  test("the pages for developers are not there in production", async () => {
    const production = await Browser.visitor();
    production.variant = { ENVIRONMENT: "production" };
    expect((await production.fetch("/dev/ui")).status).toBe(404);
    expect((await open("/", production)).data.development).toBe(false);
    expect((await visitor.fetch("/dev/ui")).status).toBe(200);
  });
});

describe("headers", () => {
  function expectSecure(headers: Headers, path: string) {
    const policy = new Map(
      (headers.get("Content-Security-Policy") ?? "").split("; ").map((rule) => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources.join(" ")] as const;
      }),
    );
    expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
    expect(headers.get("Cross-Origin-Resource-Policy"), path).toBe("same-origin");
    expect(headers.has("Access-Control-Allow-Origin"), path).toBe(false);
    expect(policy.get("frame-ancestors"), path).toBe("'none'");
    if (!headers.get("Content-Type")?.startsWith("text/html")) {
      // Data and files are no pages: nothing may run or load in them.
      expect(policy.get("default-src"), path).toBe("'none'");
      return;
    }
    expect(policy.get("script-src"), path).toBe("'self'");
    expect(policy.get("default-src"), path).toBe("'self'");
    expect(policy.get("object-src"), path).toBe("'none'");
    expect(policy.get("base-uri"), path).toBe("'none'");
    expect(policy.get("require-trusted-types-for"), path).toBe("'script'");
    expect(headers.get("X-Frame-Options"), path).toBe("DENY");
    expect(headers.get("Referrer-Policy"), path).toBe("strict-origin-when-cross-origin");
  }

  test("every kind of answer carries the security headers", async () => {
    const { data } = await open("/");
    expect(data.preload).toHaveProperty("/api/home");
    const asset = (await visitor.fetch(`/api/levels/${level}`)).body.level as { file_url: string };
    const script = /src="(\/build\/[^"]+)"/.exec((await open("/")).html)?.[1] ?? "";
    const kept = "/api/levels?order=newest";
    await visitor.fetch(kept);
    const etag = (await visitor.fetch(asset.file_url)).headers.get("ETag") ?? "";
    const kinds: [path: string, status: number, init?: RequestInit][] = [
      ["/", 200],
      ["/nowhere", 404],
      ["/api/session", 200],
      [kept, 200],
      ["/api/nothing", 404],
      ["/api/levels?page=x", 422],
      ["/api/levels?filter=favorited", 401],
      [`/api/levels/${level}/favorite`, 419, { method: "POST" }],
      [`/api/levels/${level}/favorite`, 401, { method: "POST", headers: visitor.writeHeaders() }],
      ["/api/auth/login", 415, { method: "POST", headers: visitor.writeHeaders(), body: "x" }],
      ["/api/openapi.json", 200],
      ["/random-level", 302],
      ["/email/verify/x", 404],
      ["/dev/outbox", 200],
      [asset.file_url, 200],
      [asset.file_url, 304, { headers: { "If-None-Match": etag } }],
      ["/assets/nothing", 404],
      ["/static/favicon.svg", 200],
      ["/static/bopi/full/default.svg", 200],
      [script, 200],
      ["/", 200, { method: "HEAD" }],
      ["/", 404, { method: "PUT" }],
    ];
    for (const [path, status, init] of kinds) {
      const answer = await visitor.fetch(path, init);
      expect(answer.status, path).toBe(status);
      expectSecure(answer.headers, path);
    }
  });

  test("a page is not kept by anybody but asked for anew, and neither is an answer", async () => {
    expect((await open("/", annBrowser)).answer.headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await annBrowser.fetch("/api/session")).headers.get("Cache-Control")).toBe("no-store");
    expect((await annBrowser.fetch("/api/nothing")).headers.get("Cache-Control")).toBe("no-store");
  });

  test("in production plain connections are ruled out and costs are not told", async () => {
    const browser = await Browser.visitor();
    browser.variant = { ENVIRONMENT: "production", DIAGNOSTICS: "off" };
    const { headers } = await browser.fetch("/api/session");
    expect(headers.get("Strict-Transport-Security")).toContain("max-age=31536000");
    expect(headers.has("Server-Timing")).toBe(false);
  });
});

describe("other methods", () => {
  test("HEAD is answered like GET without a body", async () => {
    for (const path of [
      "/",
      `/levels/${level}`,
      "/nowhere",
      "/api/levels",
      "/api/nothing",
      "/static/favicon.svg",
    ]) {
      const [head, get] = [await visitor.fetch(path, { method: "HEAD" }), await visitor.fetch(path)];
      expect(head.status, path).toBe(get.status);
      expect(head.headers.get("Content-Type"), path).toBe(get.headers.get("Content-Type"));
    }
  });

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])(
    "%s does nothing and is told so",
    async (method) => {
      for (const path of [
        "/",
        `/levels/${level}`,
        "/api/levels",
        `/api/levels/${level}`,
        "/api/nothing",
        "/random-level",
      ]) {
        const answer = await annBrowser.fetch(path, { method, headers: annBrowser.writeHeaders() });
        expect([404, 405], path).toContain(answer.status);
        expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
        expect(answer.cost.written).toBe(0);
      }
    },
  );

  test("a form that is posted to a page is not taken", async () => {
    for (const path of ["/", "/login", `/levels/${level}`, "/levels"]) {
      const answer = await visitor.fetch(path, { method: "POST", body: new URLSearchParams({ a: "b" }) });
      expect([404, 405, 419], path).toContain(answer.status);
    }
  });
});

describe("when something breaks", () => {
  test("the answer is a 500 that tells nothing of it, and the log has it under the answer's id", async () => {
    const browser = await Browser.visitor();
    const DB = {
      prepare() {
        throw new Error("secret table at secret.ts:12");
      },
    } as unknown as D1Database;
    browser.variant = { DB };
    for (const path of ["/api/users/nobody_x", `/levels/${level}`]) {
      const answer = await browser.fetch(path);
      expect(answer.status).toBe(500);
      expect(JSON.stringify(answer.body)).not.toMatch(/secret|stack|\.ts/);
      const said = expectComplaints().join();
      expect(said).toContain("secret table");
      expect(said).toContain(answer.headers.get("X-Request-Id"));
    }
  });
});

test("a page notes at most once an hour that a session is in use", async () => {
  const user = await addUser();
  const browser = await Browser.signedIn(user);
  browser.variant = {};
  const seen = async () =>
    (await run<{ seen_at: number }>(sql`select seen_at from sessions where user_id = ${user.id}`))[0]
      ?.seen_at ?? 0;
  const recently = Date.now() - 50 * 60_000;
  await run(sql`update sessions set seen_at = ${recently} where user_id = ${user.id}`);
  await browser.fetch("/ratings");
  expect(await seen()).toBe(recently);
  await run(sql`update sessions set seen_at = 5 where user_id = ${user.id}`);
  await browser.fetch("/ratings");
  expect(await seen()).toBeGreaterThan(recently);
});
