import { PAGES } from "#domain/api/pages.ts";
import { customerRoute } from "#domain/gold/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { type Level, levelRoute } from "#domain/levels/api.ts";
import { SITE } from "#domain/site.ts";
import { profileRoute } from "#domain/users/api.ts";
import { addUser, Browser, runPlaySql, runSql } from "#tests/support/browser.ts";
import { parsePage } from "#tests/support/pages.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { ERROR_SCRIPT } from "#worker/http/error-script.ts";

// The policy of the built site; the one for hot reload is less strict.
vi.stubEnv("DEV", false);

const ann = await addUser({ bio: "I build\ncastles." });
const annBrowser = await Browser.signedIn(ann);
const admin = await Browser.signedIn(await addUser({ role: "admin" }), "admin");
const visitor = await Browser.visitor();
const level = await addLevel(ann.id, { title: "Sky castle", description: "High up.\nVery  high." });
const hidden = await addLevel(ann.id, { title: "Hidden zebra", visibility: "private" });
const item = await addItem(ann.id);
await runSql`update levels set featured_at = 1 where id = ${level}`;
await runPlaySql`insert into plays (user_id, level_id, seconds, played_at)
  values (${ann.id}, ${level}, 700, 1)`;
await runSql`insert into comments (target_type, target_id, user_id, body, created_at)
    values ('level', ${level}, ${ann.id}, 'Hello', 1), ('item', ${item}, ${ann.id}, 'Hello', 1)`;

const open = async (path: string, browser = visitor) => {
  const response = await browser.fetch(path);
  return { response, ...parsePage(response) };
};

/** Every page with the URLs whose responses it preloads. */
const pages = (): [path: string, title: string, preload: string[]][] => [
  ["/", `${SITE.name}: a toy city built by its players`, ["/api/home"]],
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
  ["/me", "Me · Bopolis", []],
  [
    "/ratings?rating=7",
    "Ratings · Bopolis",
    ["/api/ratings?difficulty=0&level_id=0&order=desc&page=1&rating=7&sort=rating"],
  ],
  [`/levels/${level}/edit`, "Edit level · Bopolis", [`/api/levels/${level}`]],
  ["/level/create", "Create a level · Bopolis", []],
  ["/build/new", "Start from a world · Bopolis", []],
  [`/build/${level}`, "Build Sky castle · Bopolis", [`/api/builds/${level}`]],
  [`/report/level/${level}`, "Report · Bopolis", []],
  ["/register", "Sign up · Bopolis", ["/api/starter"]],
  ["/login", "Sign in · Bopolis", []],
  ["/forgot-password", "Forgot your password? · Bopolis", []],
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

/** Pages for members only, one of them missing. */
const membersPages = () => [
  "/avatar",
  "/blocks",
  "/chat?with=3&tab=search",
  `/items/${item}/edit`,
  "/build/new",
  `/build/${level}`,
  "/level/create",
  "/me",
  `/levels/${level}/edit`,
  `/levels/${hidden}/edit`,
  "/levels/999999/edit",
  "/notifications",
  `/report/level/${level}`,
  "/shop/create/?type=shoes",
  "/transactions?page=2&incoming=0",
  "/wishlist",
];

/** The pages a caller can open: visitors are redirected from those for members. */
function pagesOf(browser: Browser) {
  if (browser !== visitor) return pages();
  const others = new Set(membersPages().map((path) => path.split("?")[0]));
  return pages().filter(([path]) => !others.has(path));
}

describe("every page", () => {
  test("has the server's time, and so has each response of the API, also a cached one", async () => {
    const before = Date.now();
    const { data } = await open("/events");
    expect(data.now).toBeGreaterThanOrEqual(before);
    expect(data.now).toBeLessThanOrEqual(Date.now());
    vi.useFakeTimers({ toFake: ["Date"], now: before });
    try {
      for (const ms of [0, 1_000, 2_000]) {
        vi.setSystemTime(before + ms);
        const { headers } = await visitor.fetch("/api/home");
        expect(headers.get("Date")).toBe(new Date(before + ms).toUTCString());
        expect(headers.get("Cache-Control")).toBe("no-store");
      }
      expect((await visitor.fetch("/api/levels/999999")).headers.get("Date")).toBe(
        new Date(before + 2_000).toUTCString(),
      );
    } finally {
      vi.useRealTimers();
    }
  });

  test("has its title and preloads exactly the responses of its endpoints", async () => {
    for (const browser of [visitor, annBrowser, admin]) {
      for (const [path, title, preload] of pagesOf(browser)) {
        const page = await open(path, browser);
        expect(page.response.status, path).toBe(200);
        expect(page.response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
        expect(page.title.replace(/Hat \d+/, "Hat 1"), path).toBe(title);
        // A page about one thing has a title of its own for link previews.
        if (page.metas.get("og:image")?.endsWith("/static/unfurl.jpg"))
          expect(page.metas.get("og:title"), path).toBe(page.title);
        else expect(page.metas.get("og:title")?.length, path).toBeGreaterThan(2);
        expect(page.metas.get("description")?.length, path).toBeGreaterThan(10);
        expect(Object.keys(page.data.preload).sort(), path).toEqual([...preload].sort());
        for (const [url, preloaded] of Object.entries(page.data.preload)) {
          const fetched = await browser.fetch(url);
          expect(fetched.status, url).toBe(200);
          expect(preloaded, url).toEqual(fetched.body);
        }
      }
    }
  });

  test("takes at most two D1 round trips and writes nothing", async () => {
    for (const browser of [annBrowser, admin, visitor]) {
      for (const [path] of pages()) {
        const response = await browser.fetch(path);
        expect(response.cost.roundTrips, path).toBeLessThanOrEqual(2);
        expect(response.cost.written, path).toBe(0);
      }
    }
  });

  test("has no inline script except its data and the one for errors, and no URL of another site", async () => {
    for (const [path] of pages()) {
      const { html } = await open(path, annBrowser);
      for (const [, attributes = "", body = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
        if (attributes.includes('type="application/json"') || body === ERROR_SCRIPT) continue;
        expect(attributes).toContain('src="/build/');
        expect(body).toBe("");
      }
      expect(html).not.toMatch(/ on[a-z]+="|javascript:/);
      expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!bopolis\.test)/);
    }
  });

  test("for members redirects a visitor to sign-in and back, without a round trip or any content", async () => {
    for (const path of membersPages()) {
      const { headers, status, body, cost } = await visitor.fetch(path);
      expect([status, body.text ?? "", cost.roundTrips], path).toEqual([302, "", 0]);
      expect(headers.get("Location"), path).toBe(`/login?next=${encodeURIComponent(path)}`);
      expect(headers.get("Cache-Control")).toBe("private, no-cache");
      expect(headers.get("Content-Security-Policy")).not.toBeNull();
    }
  });

  test("for members redirects to sign-in once the session has ended, and clears its cookie", async () => {
    const person = await addUser();
    const [browser, other] = [await Browser.signedIn(person), await Browser.signedIn(person)];
    expect((await browser.fetch("/chat")).status).toBe(200);
    await runSql`delete from sessions where user_id = ${person.id} returning 1`;
    const { user, preload } = parsePage(await other.fetch("/levels")).data;
    expect([user, Object.keys(preload).length]).toEqual([null, 2]);
    const response = await browser.fetch("/chat");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/login?next=%2Fchat"]);
    expect(response.headers.getSetCookie().join()).toMatch(/bopolis_session=; .*Max-Age=0/);
  });

  test("redirects a banned member to /banned, except for account and billing settings and mailed links", async () => {
    const banned = await Browser.signedIn(await addUser({ banned_at: 1, ban_reason: "Spam" }));
    const allowed = ["/banned", "/settings/account", "/settings/billing"];
    const mailed = ["/reset-password", "/email/revert"].map((path) => `${path}/${VALUES[":token"]}`);
    const paths = PAGES.map(({ path }) =>
      path.replace("/:tab?", "").replace(/:\w+/g, (name) => VALUES[name] ?? "x"),
    );
    for (const path of [...paths, "/settings/appearance", "/nowhere", ...allowed]) {
      const { status, headers, body, cost } = await banned.fetch(path);
      if ([...allowed, ...mailed].includes(path)) {
        expect(status, path).toBe(200);
        continue;
      }
      expect([status, headers.get("Location"), body.text ?? ""], path).toEqual([302, "/banned", ""]);
      expect(cost.roundTrips, path).toBeLessThanOrEqual(2);
    }
  });

  test("redirects to /banned during a ban, and /banned to the front page without one", async () => {
    const response = await annBrowser.fetch("/banned");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
    const { id } = await addUser({ banned_at: 1, banned_until: Date.now() + 60_000, ban_reason: "Spam" });
    const browser = await Browser.signedIn({ id });
    expect((await browser.fetch("/")).headers.get("Location")).toBe("/banned");
    await runSql`update users set banned_until = 2 where id = ${id}`;
    expect((await browser.fetch("/banned")).headers.get("Location")).toBe("/");
    expect((await browser.fetch("/")).status).toBe(200);
  });

  test("about billing preloads the response of its endpoint, even its 404 without a subscription", async () => {
    const { response, data } = await open("/settings/billing", annBrowser);
    expect(response.status).toBe(200);
    const { status, body } = await annBrowser.call(customerRoute);
    expect(data.preload["/api/auth/billing/customer"]).toEqual({ refused: { status, ...body } });
    expect(status).toBe(404);
    for (const path of ["/settings/privacy", "/settings/billing?checkout=done"])
      expect((await open(path, annBrowser)).data.preload, path).toEqual({});
  });

  test("of buddy requests preloads them for their owner only", async () => {
    const path = `/users/${ann.username}/buddies/incoming`;
    const own = await open(path, annBrowser);
    expect(own.title).toBe(`${ann.username}'s Buddies · Bopolis`);
    expect(Object.keys(own.data.preload)).toEqual([`/api/buddies/${ann.username}/incoming?page=1`]);
    for (const browser of [visitor, admin]) {
      const { response, data } = await open(path, browser);
      expect(response.status).toBe(200);
      expect(data.preload).toEqual({});
    }
    expect((await open(`/users/${ann.username}/buddies/enemies`)).response.status).toBe(404);
  });

  test("preloads its largest picture before its code", async () => {
    const { body } = await visitor.call(levelRoute, { id: level });
    const { thumbnail_url: thumbnail } = body.level as Level;
    expect((await open(`/levels/${level}`)).html).toContain(`<img src="${thumbnail}"`);
    expect((await open("/levels")).html).toContain(`<img src="${thumbnail}"`);
    const { body: shown } = await visitor.call(itemRoute, { id: item });
    const { body: owner } = await visitor.call(profileRoute, { username: ann.username });
    for (const [path, largest] of [
      ["/levels", thumbnail],
      [`/levels/${level}`, thumbnail],
      [`/users/${ann.username}/levels`, thumbnail],
      [`/items/${item}`, (shown.item as { thumbnail_url: string }).thumbnail_url],
      [`/users/${ann.username}`, (owner.user as { bopi: { avatar_url: string } }).bopi.avatar_url],
    ] as const) {
      const { response, html } = await open(path);
      expect(response.headers.get("Link"), path).toBe(
        `<${largest}>; rel=preload; as=image; fetchpriority=high`,
      );
      expect(html, path).toContain(`<img src="${largest}"`);
    }
    expect((await open("/ratings")).response.headers.get("Link")).toBeNull();
    const front = await open("/");
    const hero = /^<(\/looks\/[^>]+)>/.exec(front.response.headers.get("Link") ?? "")?.[1];
    expect(front.html).toContain(`<img src="${hero}"`);
    expect((await open("/", annBrowser)).response.headers.get("Link")).toBeNull();
  });

  test("contains the caller's own data and no secrets", async () => {
    const { data, html } = await open(`/levels/${level}`, annBrowser);
    expect(data.user).toMatchObject({ username: ann.username });
    expect((await open(`/levels/${level}`)).data.user).toBeNull();
    expect(html).not.toMatch(/password_hash|scrypt|ip_hash/);
    expect((await open(`/users/${ann.username}`)).html).not.toContain("@example.com");
  });
});
