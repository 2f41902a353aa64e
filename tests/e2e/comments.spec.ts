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

/** Only the first of its marks are stored. */
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
  ["stacked marks", ZALGO, "algo"],
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
