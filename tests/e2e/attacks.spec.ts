import type { BrowserContext, Page } from "@playwright/test";
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { hasTooManyLinks } from "#domain/spam/rules.ts";
import { NEW_THEME } from "#domain/themes/presets.ts";
import { expectFits } from "./expect-accessible.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, NIGHTLY, type TestFixtures, test, uniqueWord } from "./test.ts";

/**
 * Texts that would run a script or break a page that treats them as anything but text. Each script calls
 * `hit`, which the tests look for. Short ones fit a name of 30 characters.
 */
const SHORT_ATTACKS = [
  "<script>hit()</script>",
  "<img src=x onerror=hit()>",
  "<svg/onload=hit()>",
  '"><svg onload=hit()>',
  "'onmouseover='hit()",
  "</title><script>hit()",
  "</script><b onclick=hit()>",
  "<!--<script>hit()",
  "<iframe src=//evil.test>",
  "{{constructor.hit()}}",
  `$${"{hit()}"}`,
  "javascript:hit()",
  "<a href=javascript:hit()>x",
  "&lt;img src=x onerror=hit()>",
  "<style>*{display:none}",
  "<base href=//evil.test>",
  "<form><input name=body>",
  "]]><script>hit()</script>",
  "<math><mi//xlink:href=hit>",
  "\u202egnp.exe\u2066",
  "A\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
  "__proto__",
  "constructor",
  "null",
  "<p id=root>",
] as const;

/** Harmless text that looks like tags and must be shown in full. */
const TAG_LIKE = "List<String> and Map<K, V>; if a<b then c>d <title> </script>";

/** Longer ones, most of them aimed at Markdown parsers and sanitizers. */
const LONG_ATTACKS = [
  TAG_LIKE,
  "<img src=x onerror=\"window['hit']()\" style=position:fixed;inset:0>",
  "<svg><animate onbegin=hit() attributeName=x dur=1s></svg>",
  "<details open ontoggle=hit()>x</details>",
  "<input autofocus onfocus=hit()>",
  "<video><source onerror=hit()></video>",
  "<body onload=hit()>",
  "<marquee onstart=hit()>x</marquee>",
  '<object data="javascript:hit()"></object>',
  '<embed src="javascript:hit()">',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  "<link rel=stylesheet href=//evil.test/x.css>",
  '<meta http-equiv=refresh content="0;url=//evil.test">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=hit()>">',
  "<template><script>hit()</script></template>",
  '<a href="jav&#x09;ascript:hit()">x</a>',
  "<scr<script>ipt>hit()</scr</script>ipt>",
  "[click](javascript:hit())",
  "[click](JaVaScRiPt:hit())",
  "[click](  javascript:hit())",
  "[click](java\tscript:hit())",
  "[click](data:text/html,<script>hit()</script>)",
  "[click](//evil.test)",
  "[click](/\\evil.test)",
  '[click](https://evil.test" onmouseover="hit())',
  "[<img src=x onerror=hit()>](https://a.example)",
  '![x](x" onerror="hit())',
  "**<b onclick=hit()>bold</b>**",
  "`<script>hit()</script>`",
  "```\n</code></pre><script>hit()</script>\n```",
  "> <svg onload=hit()>",
  "||<img src=x onerror=hit()>||",
  ":<img src=x onerror=hit()>:",
  ':happy"onerror="hit():',
  "@<script>hit()</script>",
  '[level:1" onclick="hit()]',
  "[item:<svg onload=hit()>]",
  '/levels/1"><script>hit()</script>',
  "- <img src=x onerror=hit()>\n- [x](vbscript:hit())",
  '<div id="root"></div><div data-embed="level" data-id="1"></div>',
  "<form action=//evil.test><button name=submit>x</button></form>",
  "<img name=getElementById><img name=body><a id=cookie href=//evil.test>",
  '<xmp><p title="</xmp><img src=x onerror=hit()>">',
  "Z\u0335\u0311\u0310a\u0335\u0311l\u0335\u0311g\u0335\u0311o\u0335\u0311",
  "\u2028\u2029\ufeff\u200f\u202e\u2067",
  "W".repeat(180),
] as const;

/** All long attacks in texts of at most `maxLength` characters. */
function attackTexts(maxLength: number): string[] {
  const texts: string[] = [];
  for (const attack of LONG_ATTACKS) {
    const last = texts.at(-1);
    if (last !== undefined && [...last, ...attack].length + 2 <= maxLength)
      texts[texts.length - 1] = `${last}\n\n${attack}`;
    else texts.push(attack);
  }
  return texts;
}

/** The short attack with this number, counted around. */
const shortAttack = (n: number) => SHORT_ATTACKS[n % SHORT_ATTACKS.length] ?? "";
const everything = attackTexts(LIMITS.post).join("\n\n");
const oneLine = everything.replace(/\s+/g, " ");

/** Records every attack that runs. A dialog counts as one, too. */
async function recordHits(context: BrowserContext, hits: string[]): Promise<void> {
  await context.exposeFunction("hit", () => hits.push("hit"));
  context.on("page", (page) => recordHitsOn(page, hits));
  for (const page of context.pages()) recordHitsOn(page, hits);
}
function recordHitsOn(page: Page, hits: string[]): void {
  page.on("dialog", (dialog) => {
    hits.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().includes("evil.test")) hits.push(request.url());
  });
}

/** A page, and how often it shows `TAG_LIKE` at least. Text in collapsed sections does not count. */
type Stop = string | readonly [path: string, times: number];

async function walk(page: Page, stops: readonly Stop[]): Promise<void> {
  for (const stop of stops) {
    const [path, times] = typeof stop === "string" ? [stop, 0] : stop;
    await test.step(path, async () => {
      await visit(page, path);
      if (times > 0)
        await expect(
          page
            .getByText(TAG_LIKE)
            .filter({ visible: true })
            .nth(times - 1),
        ).toBeVisible();
    });
  }
}

/** Opens a page, waits until it is loaded, moves the pointer over it and checks that it is intact. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator("#root").getByRole("banner")).toBeVisible();
  await expect(page.locator("#root").getByRole("main")).toBeVisible();
  await page.mouse.move(400, 300);
  await expectFits(page);
}

/** Writes attacks wherever members can write, and reports them. */
async function writeEverywhere({
  api,
  signUp,
  otherUser,
}: Pick<TestFixtures, "api" | "signUp" | "otherUser">) {
  const me = await signUp();
  const admin = await otherUser("admin");
  const friend = await otherUser();
  await admin.post(`/api/staff/users/${me.username}/grant`, {
    coins: 1_000,
    reason: oneLine.slice(0, LIMITS.banReason / 3),
  });

  const texts = attackTexts(LIMITS.comment);
  await api.post("/api/auth/user", { bio: attackTexts(LIMITS.bio)[0] });
  const levels = await Promise.all(
    SHORT_ATTACKS.map((title) =>
      api.makeLevel({ title, description: everything.slice(0, LIMITS.levelDescription) }),
    ),
  );
  const [level] = levels;
  if (!level) throw new Error("no level");
  const { id: itemId } = await api.postForm<{ id: number }>("/api/shop/create/", {
    type_id: "4",
    name: shortAttack(0),
    description: everything.slice(0, LIMITS.itemDescription),
    purchasable: "onsale",
    price: "1",
    texture: pictureFile(512, 512),
  });
  for (const body of texts) {
    await api.comment("level", level.id, body);
    await api.comment("item", itemId, body);
  }
  for (const body of texts) await friend.comment("user", level.user.id, body);
  const sent: string[] = [];
  // Newcomers' messages have few links.
  for (const body of texts.filter((text) => !hasTooManyLinks(text, true, "")))
    sent.push((await friend.post<{ id: string }>(`/api/messages/send/${level.user.id}`, { body })).id);
  await friend.post(`/api/messages/send/${level.user.id}`, { body: TAG_LIKE });
  await api.post("/api/outfit/create", { name: shortAttack(1) });
  const bodies = attackTexts(LIMITS.post);
  const { thread } = await api.post<{ thread: { id: number; url: string } }>("/api/forums/2/threads", {
    title: `${shortAttack(3)} ${uniqueWord()}`,
    body: bodies[0],
  });
  for (const title of SHORT_ATTACKS.slice(0, 12))
    await api.post("/api/forums/2/threads", { title, body: title });
  for (const body of [...bodies, ...SHORT_ATTACKS.slice(0, 12)])
    await friend.post(`/api/forums/thread/${thread.id}/reply`, { body });
  const details = everything.slice(0, LIMITS.reportDetails);
  const report = (path: string) => friend.post(`/api/report/${path}`, { reason: "other", details });
  await report(`level/${level.id}`);
  await report(`item/${itemId}`);
  await report(`user/${me.username}`);
  await report(`thread/${thread.id}`);
  await api.post(`/api/report/message/${sent[0]}`, { reason: "other", details });

  return { me, admin, friend, level, levels, itemId, thread, bodies };
}

test("text by members is shown as typed and runs no script in names, descriptions, comments, messages and posts", async ({
  page,
  context,
  api,
  signUp,
  otherUser,
}) => {
  test.slow();
  const hits: string[] = [];
  await recordHits(context, hits);
  const { me, friend, level, levels, itemId, thread, bodies } = await writeEverywhere({
    api,
    signUp,
    otherUser,
  });
  const paths: Stop[] = [
    [level.url, 2],
    // Titles that would end the title element or a script in the page's HTML.
    ...levels.filter((_, n) => [3, 5, 6, 7].includes(n)).map(({ url }) => url),
    `/levels?search=${encodeURIComponent("<script>hit()</script>")}&order=newest`,
    [`/users/${me.username}`, 2],
    `/users/${me.username}/levels`,
    `/users/${me.username}/inventory?search=${encodeURIComponent('"><svg onload=hit()>')}`,
    [`/items/${itemId}`, 2],
    `/items/${itemId}/edit`,
    `/levels/${level.id}/edit`,
    "/shop?sort=newest",
    "/avatar",
    "/transactions",
    "/notifications",
    ["/chat", 1],
    [`/chat?user=${friend.account.username}`, 3],
    "/forums",
    "/forums/2",
    [thread.url, 2],
    `${thread.url}/reply`,
    [`/forums/search?search=${encodeURIComponent("script")}`, 2],
    ["/reports", 1],
    "/standing",
  ];
  await walk(page, paths);

  // Parts that open only on a click.
  await page.goto(thread.url);
  for (const spoiler of await page.locator("[data-spoiler]").all()) await spoiler.click();
  await page.goto(`${thread.url}/reply`);
  await page.getByRole("textbox", { name: "Text" }).fill(bodies[0] ?? "");
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByText("hit()").first()).toBeVisible();
  expect(hits).toEqual([]);
});

test("texts by members run no script for staff", NIGHTLY, async ({ api, signUp, otherUser, openBrowser }) => {
  test.slow();
  const hits: string[] = [];
  const { me, admin } = await writeEverywhere({ api, signUp, otherUser });
  const staff = await openBrowser("admin");
  await recordHits(staff.context(), hits);
  const { data } = await admin.get<{ data: { id: number }[] }>("/api/staff/reports?order=newest");
  const staffPages: Stop[] = [
    "/staff",
    "/staff/reports?order=newest",
    // The text of the report, and the stored copy of its subject.
    ...data.slice(0, 5).map(({ id }) => [`/staff/reports/${id}`, 2] as const),
    ["/staff/audit", 1],
    "/staff/users",
    `/staff/users/${me.username}`,
    "/staff/grants",
    "/staff/featured",
    "/staff/items",
    "/staff/held",
    "/staff/words",
    "/staff/appeals",
  ];
  await walk(staff, staffPages);
  expect(hits).toEqual([]);
});

test(
  "no text by staff or in a theme runs a script or breaks a page",
  NIGHTLY,
  async ({ page, context, api, signUp, otherUser, openBrowser }) => {
    test.slow();
    const hits: string[] = [];
    await recordHits(context, hits);
    const me = await signUp();
    const moderator = await otherUser("moderator");
    const goldie = await otherUser("goldie");
    const { custom_theme } = await goldie.post<{ custom_theme: { id: number } }>("/api/auth/custom-themes", {
      ...NEW_THEME,
      name: shortAttack(1),
    });
    // No other test's texts contain these.
    const words = [`<svg/onload=hit()>${uniqueWord()}`, `hit<script>${uniqueWord()}`];
    for (const word of words) await moderator.post("/api/staff/words", { word, action: "hold" });
    await api.post("/api/forums/3/threads", {
      title: "Hello",
      body: `Look: ${words[0]}! ${everything.slice(0, 900)}`,
    });
    await page.goto("/standing");
    await expect(page.getByText("hit()").first()).toBeVisible();
    const reason = everything.slice(0, LIMITS.banReason);
    await moderator.post(`/api/staff/users/${me.username}/warn`, { reason });
    await visit(page, "/standing");
    await visit(page, "/notifications");
    await moderator.post(`/api/staff/users/${me.username}/ban`, { reason });
    // The open page moves there by itself.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is banned");
    await visit(page, "/standing");
    await api.post("/api/appeals", { body: everything.slice(0, LIMITS.appeal) });
    await visit(page, "/standing");

    const staff = await openBrowser("moderator");
    await recordHits(staff.context(), hits);
    for (const path of [
      "/staff/held",
      "/staff/words",
      "/staff/appeals",
      "/staff/audit",
      `/staff/users/${me.username}`,
    ])
      await test.step(path, () => visit(staff, path));
    const themed = await openBrowser("goldie");
    await recordHits(themed.context(), hits);
    await visit(themed, "/settings/appearance");
    await goldie.post(`/api/auth/custom-themes/${custom_theme.id}/delete`);
    const list = await moderator.get<{ data: { id: number; word: string }[] }>("/api/staff/words");
    for (const { id, word } of list.data)
      if (words.includes(word)) await moderator.post(`/api/staff/words/${id}/delete`);
    expect(hits).toEqual([]);
  },
);

test(
  "no text of an event, a challenge or a host runs a script or breaks a page",
  NIGHTLY,
  async ({ page, context, otherUser, openBrowser }) => {
    const hits: string[] = [];
    await recordHits(context, hits);
    const admin = await otherUser("admin");
    const names = SHORT_ATTACKS.filter((text) => text.length <= EVENT_LIMITS.shortName);
    const description = everything.slice(0, EVENT_LIMITS.description);
    const maker = await otherUser();
    const level = await maker.makeLevel({ title: shortAttack(2) });
    // Events of next month are only in the lists and don't disturb other tests.
    const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const events: number[] = [];
    for (const [n, short_name] of names.slice(0, 6).entries()) {
      const { id } = await maker.makeLevel({ title: short_name });
      const levels = { highlight_color: "ff6b3d", level_ids: [id] };
      const days = { starts_on: soon(30 + n), ends_on: soon(40) };
      const made = await admin.post<{ event: { id: number } }>("/api/staff/events", {
        short_name,
        description,
        ...levels,
        ...days,
      });
      events.push(made.event.id);
    }
    const { challenge } = await admin.post<{ challenge: { id: number } }>("/api/staff/challenges", {
      name: names[1],
      description,
      level_id: level.id,
      ends_on: soon(1),
    });
    for (const name of names.slice(0, 4))
      await admin.post("/api/staff/hosts", { name, ip_address: "127.0.0.1", region: "oc", capacity: 1 });

    for (const path of [level.url, `/levels?search=${encodeURIComponent(shortAttack(2))}`, "/events"])
      await test.step(path, () => visit(page, path));
    await expect(
      page
        .getByRole("main")
        .getByText(names[0] ?? "")
        .first(),
    ).toBeVisible();
    const staff = await openBrowser("admin");
    await recordHits(staff.context(), hits);
    for (const path of ["/staff/audit", "/staff/events", "/staff/challenges", "/staff/hosts"])
      await test.step(path, () => visit(staff, path));
    await expect(
      staff
        .getByRole("main")
        .getByText(names[0] ?? "")
        .first(),
    ).toBeVisible();
    for (const id of events) await admin.post(`/api/staff/events/${id}/end`);
    await admin.post(`/api/staff/challenges/${challenge.id}/end`);
    expect(hits).toEqual([]);
  },
);
