import { PAGES } from "#domain/api/pages.ts";
import { customerRoute } from "#domain/gold/api.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { type Level, levelRoute } from "#domain/levels/api.ts";
import { SITE } from "#domain/site.ts";
import { type Profile, profileRoute } from "#domain/users/api.ts";
import { Browser, runPlaySql, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { parsePage } from "#tests/support/pages.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { ERROR_SCRIPT } from "#worker/http/error-script.ts";

// The policy of the built site; the one for hot reload is less strict.
vi.stubEnv("DEV", false);

const ann = await signedInUser({ bio: "I build\ncastles." });
const [admin, visitor] = [await signedInUser({ role: "admin" }), await Browser.visitor()];
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

const user = `/users/${ann.username}`;

/** Every page with the URLs whose responses it preloads. */
const pages = (): [path: string, title: string, ...preload: string[]][] => [
  ["/", `${SITE.name}: a toy city built by its players`, "/api/home"],
  [
    "/levels",
    "Levels",
    "/api/levels?order=playing_count&page=1&showPrivateLevels=false",
    "/api/levels?filter=featured&showPrivateLevels=true",
  ],
  [
    "/levels?search=castle&order=newest&page=1",
    "Levels",
    "/api/levels?order=newest&page=1&search=castle&showPrivateLevels=false",
  ],
  [`/levels/${level}`, "Sky castle", `/api/levels/${level}`, `/api/comments/level/${level}?page=1`],
  [user, ann.username, `/api${user}`, `/api/user/${ann.username}/levels`],
  [`${user}/levels`, `Levels by ${ann.username}`, `/api${user}/levels?page=1`],
  [
    `${user}/inventory?category=hat&page=2&entry=7`,
    `${ann.username}'s Inventory`,
    `/api/inventory/${ann.username}?category=hat&page=2`,
  ],
  ["/users", "Users", "/api/users?page=1"],
  ["/users?filter=online&pages=3&search=an", "Users", "/api/users?filter=online&page=1&search=an"],
  [`${user}/buddies?page=2`, `${ann.username}'s Buddies`, `/api/buddies/${ann.username}/buddies?page=2`],
  ["/blocks", "Blocked users"],
  ["/shop", "Shop", "/api/shop?category=all&page=1", "/api/shop?featured=true"],
  ["/shop?category=gold&sort=cheapest&page=2", "Shop", "/api/shop?category=gold&page=2&sort=cheapest"],
  ["/shop/create/", "Create an item"],
  [`/items/${item}`, "Hat 1", `/api/items/${item}`, `/api/comments/item/${item}?page=1`],
  [
    `/items/${item}?tab=owners&page=2&offers=3`,
    "Hat 1",
    `/api/items/${item}`,
    `/api/items/${item}/owners?page=2`,
  ],
  [`/items/${item}/edit`, "Edit item", `/api/items/${item}`],
  ["/wishlist", "Wishlist"],
  ["/me", "Me"],
  [
    "/ratings?rating=7",
    "Ratings",
    "/api/ratings?difficulty=0&level_id=0&order=desc&page=1&rating=7&sort=rating",
  ],
  [`/levels/${level}/edit`, "Edit level", `/api/levels/${level}`],
  ["/level/create", "Create a level"],
  ["/build/new", "Start from a world"],
  [`/build/${level}`, "Build Sky castle", `/api/builds/${level}`],
  [`/report/level/${level}`, "Report"],
  ["/register", "Sign up", "/api/starter"],
  ["/login", "Sign in"],
  ["/forgot-password", "Forgot your password?"],
  [`/reset-password/${"a".repeat(43)}`, "Choose a new password"],
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
      const { headers } = await visitor.fetch("/api/levels/999999");
      expect(headers.get("Date")).toBe(new Date(before + 2_000).toUTCString());
    } finally {
      vi.useRealTimers();
    }
  });

  test("has its title and preloads exactly the responses of its endpoints, at a bounded cost", async () => {
    for (const browser of [visitor, ann, admin]) {
      for (const [path, title, ...preload] of pagesOf(browser)) {
        const page = await open(path, browser);
        expect(page.response.status, path).toBe(200);
        expectCost(page.response, { roundTrips: 2, written: 0 });
        expect(page.response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
        const whole = path === "/" ? title : `${title} · Bopolis`;
        expect(page.title.replace(/Hat \d+/, "Hat 1"), path).toBe(whole);
        // A page about one thing has a title of its own for link previews.
        if (page.metas.get("og:image")?.endsWith("/static/unfurl.jpg"))
          expect(page.metas.get("og:title"), path).toBe(page.title);
        else expect(page.metas.get("og:title")?.length, path).toBeGreaterThan(2);
        expect(page.metas.get("description")?.length, path).toBeGreaterThan(10);
        expect(Object.keys(page.data.preload).sort(), path).toEqual(preload.sort());
        for (const [url, preloaded] of Object.entries(page.data.preload)) {
          const fetched = await browser.fetch(url);
          expect(fetched.status, url).toBe(200);
          expect(preloaded, url).toEqual(fetched.body);
        }
      }
    }
  });

  test("has no inline script except its data and the one for errors, and no URL of another site", async () => {
    for (const [path] of pages()) {
      const { html } = await open(path, ann);
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
    const browser = await signedInUser();
    const other = await Browser.signedIn(browser);
    expect((await browser.fetch("/chat")).status).toBe(200);
    await runSql`delete from sessions where user_id = ${browser.id} returning 1`;
    const { user, preload } = parsePage(await other.fetch("/levels")).data;
    expect([user, Object.keys(preload).length]).toEqual([null, 2]);
    const response = await browser.fetch("/chat");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/login?next=%2Fchat"]);
    expect(response.headers.getSetCookie().join()).toMatch(/bopolis_session=; .*Max-Age=0/);
  });

  test("redirects a banned member to /banned, except for account and billing settings and mailed links", async () => {
    const banned = await signedInUser({ banned_at: 1, ban_reason: "Spam" });
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
    const { preload } = (await open("/banned", banned)).data;
    expect(Object.keys(preload)).toEqual(["/api/standing", "/api/auth/export"]);
  });

  test("redirects to /banned during a ban, and /banned to the front page without one", async () => {
    const response = await ann.fetch("/banned");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
    const browser = await signedInUser({ banned_at: 1, banned_until: Date.now() + 60_000 });
    expect((await browser.fetch("/")).headers.get("Location")).toBe("/banned");
    await runSql`update users set banned_until = 2 where id = ${browser.id}`;
    expect((await browser.fetch("/banned")).headers.get("Location")).toBe("/");
    expect((await browser.fetch("/")).status).toBe(200);
  });

  test("about billing preloads the response of its endpoint, even its 404 without a subscription", async () => {
    const { response, data } = await open("/settings/billing", ann);
    expect(response.status).toBe(200);
    const { status, body } = await ann.call(customerRoute);
    expect(data.preload["/api/auth/billing/customer"]).toEqual({ refused: { status, ...body } });
    expect(status).toBe(404);
    for (const path of ["/settings/privacy", "/settings/billing?checkout=done"])
      expect((await open(path, ann)).data.preload, path).toEqual({});
  });

  test("of buddy requests preloads them for their owner only", async () => {
    const path = `/users/${ann.username}/buddies/incoming`;
    const own = await open(path, ann);
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
    const { thumbnail_url: thumbnail } = (await visitor.call(levelRoute, { id: level })).body.level as Level;

    const shown = (await visitor.call(itemRoute, { id: item })).body.item as Item;
    const { bopi } = (await visitor.call(profileRoute, { username: ann.username })).body.user as Profile;
    for (const [path, largest] of [
      ["/levels", thumbnail],
      [`/levels/${level}`, thumbnail],
      [`${user}/levels`, thumbnail],
      [`/items/${item}`, shown.thumbnail_url],
      [user, bopi.avatar_url],
    ] as const) {
      const { response, html } = await open(path);
      const link = `<${largest}>; rel=preload; as=image; fetchpriority=high`;
      expect(response.headers.get("Link"), path).toBe(link);
      expect(html, path).toContain(`<img src="${largest}"`);
    }
    expect((await open("/ratings")).response.headers.get("Link")).toBeNull();
    const front = await open("/");
    const hero = /^<(\/looks\/[^>]+)>/.exec(front.response.headers.get("Link") ?? "")?.[1];
    expect(front.html).toContain(`<img src="${hero}"`);
    expect((await open("/", ann)).response.headers.get("Link")).toBeNull();
  });

  test("contains the caller's own data and no secrets", async () => {
    const { data, html } = await open(`/levels/${level}`, ann);
    expect(data.user).toMatchObject({ username: ann.username });
    expect((await open(`/levels/${level}`)).data.user).toBeNull();
    expect(html).not.toMatch(/password_hash|scrypt|ip_hash/);
    expect((await open(`/users/${ann.username}`)).html).not.toContain("@example.com");
  });
});

const expectMissing = async (path: string, browser = visitor) => {
  const { response, title, data } = await open(path, browser);
  expect(response.status, path).toBe(404);
  expect(title, path).toBe("Not found · Bopolis");
  expect(data.preload, path).toEqual({});
  expect(String(response.body.text)).not.toContain("zebra");
};

test("a URL without a page returns the not-found page with status 404", async () => {
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

test("a URL without a page is that of a private level, except for its creator and staff", async () => {
  const other = await signedInUser();
  await expectMissing(`/levels/${hidden}`);
  for (const path of [`/levels/${hidden}`, `/levels/${hidden}/edit`]) {
    await expectMissing(path, other);
    expect((await open(path, ann)).response.status).toBe(200);
    expect((await open(path, admin)).response.status).toBe(200);
  }
  expect((await open(`/levels/${hidden}`, ann)).title).toBe("Hidden zebra · Bopolis");
  for (const path of ["/levels", `/users/${ann.username}`, `/users/${ann.username}/levels`, "/"])
    expect((await open(path)).html).not.toContain("zebra");
});

test("a URL without a page below the API or the files returns their JSON error", async () => {
  for (const path of [
    "/api/nothing",
    "/api/",
    "/assets/x",
    "/static/x.svg",
    "/build/x.js",
    "/static/../.env",
  ]) {
    const response = await visitor.fetch(path);
    expect(response.status, path).toBe(404);
    if (path !== "/static/../.env") expect(response.body, path).toMatchObject({ code: "not_found" });
  }
});

test("a URL without a page isn't one with a meaningless query", async () => {
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
    const { response, html } = await open(path);
    expect(response.status, path).toBe(200);
    expect(html).not.toContain("order=<script>");
  }
});

test("a URL without a page is that of the developer pages in production", async () => {
  const production = await Browser.visitor();
  production.variant = { ENVIRONMENT: "production" };
  expect((await production.fetch("/dev/ui")).status).toBe(404);
  expect((await open("/", production)).data.development).toBe(false);
  expect((await visitor.fetch("/dev/ui")).status).toBe(200);
});
