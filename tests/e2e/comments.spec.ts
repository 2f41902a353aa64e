import type { Page } from "@playwright/test";
import { EMOTICONS } from "#domain/comments/rules.ts";
import { expectFits } from "./expect-accessible.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const write = (page: Page) => page.getByLabel("Write a comment");
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
/** The comments themselves; the page of a level is an article around them. */
const comments = (page: Page) => page.getByRole("listitem").getByRole("article");
const comment = (page: Page, text: string) => comments(page).filter({ hasText: text });
const count = (page: Page) => page.getByRole("heading", { level: 2, name: /^Comments/ });
const menuOf = (page: Page, username: string) =>
  page.getByRole("button", { name: `More about ${username}'s comment` });

test("Show More loads 10 more comments at a time until there are no more", async ({ page, otherUser }) => {
  const maker = await otherUser();
  const { id, url } = await maker.makeLevel({ title: `Echo Valley ${uniqueWord()}` });
  for (let n = 1; n <= 23; n++) await maker.comment("level", id, `echo ${n}`);
  await page.goto(url);
  await expect(count(page)).toHaveText(/23/);
  await expect(comments(page)).toHaveCount(10);
  await expect(comments(page).first()).toContainText("echo 23");
  const more = page.getByRole("button", { name: "Show More" });
  await more.click();
  await expect(comments(page)).toHaveCount(20);
  await more.click();
  await expect(comments(page)).toHaveCount(23);
  await expect(comments(page).last()).toContainText("echo 1");
  await expect(more).toBeHidden();
});

test("a comment shows at once, also with the keyboard shortcut, and stays after a reload", async ({
  page,
  signUp,
  api,
}) => {
  const { username } = await signUp();
  const { url } = await api.makeLevel({ title: `Tea Room ${uniqueWord()}` });
  await page.goto(url);
  await expect(page.getByText("No comments found")).toBeVisible();
  await write(page).fill("first\nsecond line");
  await write(page).press("Control+Enter");
  await expect(comment(page, "second line")).toBeVisible();
  await expect(comment(page, "second line").getByRole("link", { name: username })).toBeVisible();
  await expect(count(page)).toHaveText(/1/);
  await write(page).fill("another");
  await send(page).click();
  await expect(page.getByText("Sending…")).toBeHidden();
  await expect(comments(page).first()).toContainText("another");
  await page.reload();
  await expect(comments(page)).toHaveCount(2);
});

test("an empty or too long comment is rejected at the field", NIGHTLY, async ({ page, signUp, api }) => {
  await signUp();
  const { url } = await api.makeLevel({ title: `Quiet Room ${uniqueWord()}` });
  await page.goto(url);
  await write(page).fill("   ");
  await send(page).click();
  await expect(page.getByText("Comment is required.")).toBeVisible();
  await expect(write(page)).toBeFocused();
  await write(page).fill("x".repeat(501));
  await expect(page.getByText("501 / 500")).toBeVisible();
  await send(page).click();
  await expect(page.getByText("Comment must be at most 500 characters.")).toBeVisible();
  await expect(write(page)).toHaveValue("x".repeat(501));
});

test(
  "the comment box is disabled and says so if comments are turned off",
  NIGHTLY,
  async ({ page, signUp, api, openBrowser }) => {
    await signUp();
    const { url } = await api.makeLevel({ title: `Mute Room ${uniqueWord()}`, comments_enabled: "false" });
    await page.goto(url);
    await expect(write(page)).toBeDisabled();
    await expect(page.getByText("The creator of this level turned comments off.")).toBeVisible();
    await expect(send(page)).toHaveCount(0);
    const visitor = await openBrowser();
    await visitor.goto(url);
    await expect(visitor.getByText("The creator of this level turned comments off.")).toBeVisible();
    await expect(visitor.getByRole("link", { name: "Sign in to comment" })).toHaveCount(0);
  },
);

test("a visitor is asked to sign in to comment", async ({ page }) => {
  await page.goto("/levels/1");
  await expect(page.getByRole("link", { name: "Sign in to comment" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent("/levels/1")}`,
  );
  await expect(write(page)).toHaveCount(0);
});

test("the author, the page's owner and staff can delete a comment after a confirmation", async ({
  page,
  signUp,
  otherUser,
  openBrowser,
  complaints,
}) => {
  const me = await signUp();
  const maker = await otherUser();
  const { id, url } = await maker.makeLevel({ title: `Attic ${uniqueWord()}` });
  await maker.comment("level", id, "the owner's own words");
  await page.goto(url);
  await write(page).fill("mine, all mine");
  await send(page).click();
  await expect(comment(page, "mine, all mine")).toBeVisible();

  await menuOf(page, maker.account.username).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Reply", "Report", "Block user"]);
  await page.keyboard.press("Escape");
  await menuOf(page, me.username).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Delete"]);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Delete your comment?" });
  await expect(confirm).toContainText("mine, all mine");
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect(comment(page, "mine, all mine")).toBeVisible();

  const staff = await openBrowser("moderator");
  await staff.goto(url);
  await menuOf(staff, me.username).click();
  await staff.getByRole("menuitem", { name: "Delete" }).click();
  const staffConfirm = staff.getByRole("alertdialog", { name: `Delete ${me.username}'s comment?` });
  await staffConfirm.getByRole("button", { name: "Delete comment" }).click();
  await expect(staff.getByText("Comment deleted.")).toBeVisible();
  await expect(comment(staff, "mine, all mine")).toHaveCount(0);
  await expect(count(staff)).toHaveText(/1/);

  // Someone else was faster: the comment is already deleted.
  complaints.expect(/^404 POST .*\/api\/comments\/\d+\/delete$/);
  await menuOf(page, me.username).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await confirm.getByRole("button", { name: "Delete comment" }).click();
  await expect(page.getByText("This comment no longer exists.")).toBeVisible();
  await expect(comment(page, "mine, all mine")).toHaveCount(0);
});

test("a comment that could not be sent keeps its text and can be sent again or changed", async ({
  page,
  signUp,
  api,
  complaints,
}) => {
  await signUp();
  const { url } = await api.makeLevel({ title: `Tunnel ${uniqueWord()}` });
  await page.goto(url);
  complaints.expect(/^net::ERR_FAILED POST .*\/api\/comments\/create$/);
  await page.route("**/api/comments/create", (route) => route.abort());
  await write(page).fill("anyone here?");
  await send(page).click();
  const failed = comment(page, "anyone here?");
  await expect(failed).toContainText("Not sent.");
  await expect(page.getByRole("alert")).toContainText("Bopolis didn't answer.");
  await failed.getByRole("button", { name: "Change" }).click();
  await expect(write(page)).toHaveValue("anyone here?");
  await expect(write(page)).toBeFocused();
  await send(page).click();
  await expect(failed).toContainText("Not sent.");

  await page.unroute("**/api/comments/create");
  complaints.expect(/^403 POST .*\/api\/comments\/create$/);
  await page.route("**/api/comments/create", (route) =>
    route.fulfill({ status: 403, json: { error: "You can't comment on this profile." } }),
  );
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert")).toContainText("You can't comment on this profile.");
  await expect(failed.getByRole("button"), "Retry can't help").toHaveText(["Change"]);
  await page.unroute("**/api/comments/create");
  await failed.getByRole("button", { name: "Change" }).click();
  await send(page).click();
  await expect(failed).toContainText("now");
  await page.reload();
  await expect(comment(page, "anyone here?")).toHaveCount(1);
});

test(
  "all 16 emoticons have a picture, and any other word between colons stays text",
  NIGHTLY,
  async ({ page, signUp, api }) => {
    await signUp();
    const { id, url } = await api.makeLevel({ title: `Sticker Book ${uniqueWord()}` });
    await api.comment(
      "level",
      id,
      `${EMOTICONS.map((name) => `:${name}:`).join(" ")} :nothing: 12:30:45 :STAR:`,
    );
    await page.goto(url);
    const book = comment(page, ":nothing:");
    await expect(book).toContainText("12:30:45 :STAR:");
    for (const name of EMOTICONS)
      await expect(book.getByRole("img", { name: `:${name}:`, exact: true })).toBeVisible();
    await expectPicturesLoaded(page);

    await write(page).fill("a  b");
    await write(page).press("Home");
    await write(page).press("ArrowRight");
    await write(page).press("ArrowRight");
    await page.getByRole("button", { name: "Emoticons" }).click();
    await page
      .getByRole("dialog", { name: "Emoticons" })
      .getByRole("button", { name: "ghost sword" })
      .click();
    await expect(write(page)).toHaveValue("a :ghost_sword: b");
    await expect(write(page)).toBeFocused();
    await page.keyboard.type("!");
    await expect(write(page)).toHaveValue("a :ghost_sword:! b");
  },
);

test("items and profiles have comments, too", async ({ page, signUp }) => {
  const { username } = await signUp();
  for (const path of ["/items/1", `/users/${username}`]) {
    const text = `hello ${uniqueWord()}`;
    await page.goto(path);
    await write(page).fill(text);
    await send(page).click();
    await expect(comment(page, text)).toContainText("now");
    await page.reload();
    await expect(comment(page, text)).toBeVisible();
  }
});

test("a comment written while the list is loading is not lost", NIGHTLY, async ({ page, signUp }) => {
  const { username } = await signUp();
  const posted = page.waitForResponse("**/api/comments/create");
  await page.route(
    /\/api\/comments\/user\/\d+\?/,
    async (route) => {
      const before = await route.fetch();
      await posted;
      await route.fulfill({ response: before });
    },
    { times: 1 },
  );
  await page.goto(`/users/${username}`);
  await write(page).fill("quicker than the list");
  await send(page).click();
  await expect(comment(page, "quicker than the list")).toContainText("now");
  await expect(page.getByText("Sending…")).toBeHidden();
  await expect(comment(page, "quicker than the list")).toHaveCount(1);
  await expect(count(page)).toHaveText(/1/);
});

const ZALGO = `z${"\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308".repeat(12)}algo`;
/** The text that is sent, and the part of it that must be readable. */
const ATTACKS: readonly [name: string, body: string, shown: string][] = [
  [
    "an image with a handler",
    "look <img src=x onerror=alert(1)> here",
    "look <img src=x onerror=alert(1)> here",
  ],
  ["a script", "before <script>alert(1)</script> after", "before <script>alert(1)</script> after"],
  [
    "the end of a script",
    "one </script><script>alert(1)</script> two",
    "one </script><script>alert(1)</script> two",
  ],
  ["an SVG with a handler", "<svg onload=alert(1)></svg> drawn", "<svg onload=alert(1)></svg> drawn"],
  ["a style sheet", "<style>p { color: red }</style> dressed", "<style>p { color: red }</style> dressed"],
  [
    "a style sheet in an SVG",
    "<svg><STYLE >p{}</STYLE ></svg> disguised",
    "<svg><STYLE >p{}</STYLE ></svg> disguised",
  ],
  [
    "a link that runs",
    '<a href="javascript:alert(1)">press me</a>',
    '<a href="javascript:alert(1)">press me</a>',
  ],
  ["typed entities", "&lt;b&gt; stays &amp; is", "&lt;b&gt; stays &amp; is"],
  ["a broken tag", "a < b and <3 and <img", "a < b and <3 and <img"],
  ["a template", "{{7*7}} #{7*7} %s", "{{7*7}} #{7*7} %s"],
  ["a right-to-left override", "abc\u202Egnp.exe", "abc"],
  ["stacked marks", ZALGO, ZALGO],
  ["five hundred emoji", "👨‍👩‍👧‍👦".repeat(500), "👨‍👩‍👧‍👦👨‍👩‍👧‍👦"],
  ["one word of five hundred letters", "W".repeat(500), "WWWWWW"],
];

test(
  "nothing in a comment runs, leaves its place or widens the page",
  NIGHTLY,
  async ({ page, signUp, api }) => {
    await signUp();
    const { id, url } = await api.makeLevel({ title: `Bin ${uniqueWord()}` });
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs++;
      return dialog.dismiss();
    });
    for (const [, body] of ATTACKS.slice(4)) await api.comment("level", id, body);
    await page.setViewportSize({ width: 360, height: 760 });
    await page.goto(url);
    for (const [, body] of ATTACKS.slice(0, 4)) {
      await write(page).fill(body);
      const sent = page.waitForResponse("**/api/comments/create");
      await send(page).click();
      await sent;
      await expect(page.getByText("Sending…")).toBeHidden();
    }
    for (const isReloaded of [false, true]) {
      if (isReloaded) {
        await page.reload();
        await page.getByRole("button", { name: "Show More" }).click();
      }
      await expect(comments(page)).toHaveCount(ATTACKS.length);
      for (const [name, , shown] of ATTACKS) await expect(comment(page, shown).first(), name).toBeVisible();
      const bodies = comments(page).locator("p");
      await expect(bodies.locator("script, a, svg, b, img:not([src^='/static/'])")).toHaveCount(0);
      await expectFits(page);
    }
    await expect(count(page)).toHaveText(new RegExp(String(ATTACKS.length)));
    expect(dialogs).toBe(0);
  },
);

test(
  "nothing in a level's title and description runs or widens the page",
  NIGHTLY,
  async ({ page, signUp, api }) => {
    const { username } = await signUp();
    const title = `</script><img src=x onerror=alert(1)>${"W".repeat(20)}`;
    const description = `</title><script>alert(1)</script> ${"M".repeat(900)} \u202Eback`;
    const { url } = await api.makeLevel({ title, description });
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs++;
      return dialog.dismiss();
    });
    await page.setViewportSize({ width: 360, height: 760 });
    for (const path of [
      url,
      `/users/${username}`,
      `/users/${username}/levels`,
      "/",
      "/levels?order=newest",
    ]) {
      await page.goto(path);
      await expect(page.getByText(title).first()).toBeAttached();
      await expectFits(page);
    }
    await page.goto(url);
    await expect(page).toHaveTitle(`${title} · Bopolis`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    expect(dialogs).toBe(0);
  },
);
