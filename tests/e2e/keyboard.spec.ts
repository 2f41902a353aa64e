import type { Locator, Page } from "@playwright/test";
import type { Level } from "./api.ts";
import { chunkFiles } from "./chunk-files.ts";
import { expect, NIGHTLY, test, unique } from "./fixtures.ts";
import { ratableLevel } from "./levels.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const paletteBox = (page: Page) => palette(page).getByRole("combobox", { name: "Search" });
/** The list once it is what was found for all that was typed. */
const complete = (page: Page) => palette(page).locator('[role=listbox][aria-busy="false"]');
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected="true"]');

/** The addresses of the palette's own files: the build's names say nothing. */
const paletteFiles = (ending = "") => chunkFiles("web/features/search/palette.tsx", ending);

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Presses Tab around a window more often than it has stops, both ways: the focus never leaves it. */
async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  expect(await isInside()).toBe(true);
  for (const key of [...Array(6).fill("Tab"), ...Array(6).fill("Shift+Tab")]) {
    await page.keyboard.press(key);
    expect(await isInside(), `after ${key}`).toBe(true);
  }
}

test("the first Tab offers to skip to the content, and Enter goes there", async ({ page }) => {
  await page.goto("/levels");
  await expect(page.getByText(/^Fetched/)).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Random Level" })).toBeFocused();
});

test("a person signs in by keyboard alone", async ({ page, somebody }) => {
  const { person } = await somebody();
  await page.goto("/");
  await expect(page.getByRole("banner")).toBeVisible();
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Sign in" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back" })).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await tabTo(page, page.getByLabel("Username or e-mail"), 3);
  await page.keyboard.type(person.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show the password" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Hello, ${person.username}!` })).toBeVisible();
});

test.describe("the search palette", () => {
  test("opens with / and Ctrl-K, is walked by arrow keys, and Enter goes to what is chosen", async ({
    page,
  }) => {
    await page.goto("/ratings");
    await expect(page.getByText(/total results$/)).toBeVisible();
    await page.keyboard.press("/");
    await expect(paletteBox(page)).toBeFocused();
    await expect(paletteBox(page)).toHaveValue("");
    await page.keyboard.type("bo");
    await expect(palette(page).getByRole("option", { name: /^bobby/ })).toBeVisible();
    await expect(complete(page)).toBeVisible();
    const options = palette(page).getByRole("option");
    const count = await options.count();
    expect(count).toBeGreaterThan(2);
    await expect(options.nth(0)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    await expect(paletteBox(page)).toHaveAttribute(
      "aria-activedescendant",
      (await options.nth(1).getAttribute("id")) ?? "",
    );
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(options.nth(count - 1)).toHaveAttribute("aria-selected", "true");
    await expect(chosen(page)).toContainText("All posts with “bo”");
    await page.keyboard.press("ArrowUp");
    await expect(chosen(page)).toContainText("All items for “bo”");
    await page.keyboard.press("ArrowUp");
    await expect(chosen(page)).toContainText("All levels for “bo”");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/levels?search=bo");
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole("heading", { level: 2, name: 'Search results for "bo"' })).toBeVisible();

    await page.keyboard.press("Control+k");
    await expect(paletteBox(page)).toBeFocused();
    await page.keyboard.type("goldie");
    await expect(palette(page).getByRole("option", { name: /^goldie .*Spirit level/ })).toBeVisible();
    await expect(complete(page)).toBeVisible();
    // People come after levels and items and before threads, and the ways to all levels, items and posts come last.
    const found = await options.allTextContents();
    expect(found.slice(-3)).toEqual(
      ["levels", "items", "posts"].map((all) => expect.stringContaining(`All ${all} `)),
    );
    const lastPerson = found.findLastIndex((text) => text.includes("Spirit level"));
    for (let i = found.length; i > lastPerson; i--) await page.keyboard.press("ArrowUp");
    await expect(chosen(page)).toContainText("Spirit level");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/users/goldie");
  });

  test(
    "goes to what is found for all that was typed, however early Enter comes",
    NIGHTLY,
    async ({ page, api }) => {
      const first = async (q: string) =>
        (await api.get<{ levels: Level[] }>(`/api/search?q=${q}`)).levels[0]?.url ?? "";
      expect(await first("g")).not.toBe(await first("goldie"));
      const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
      await page.route(/[?&]q=goldie$/, async (route) => {
        await arrival;
        await route.continue();
      });
      await page.goto("/ratings");
      await expect(page.getByText(/total results$/)).toBeVisible();
      await page.keyboard.press("/");
      await expect(paletteBox(page)).toBeFocused();
      await page.keyboard.type("g");
      await expect(chosen(page)).toHaveAttribute("href", await first("g"));
      const asked = page.waitForRequest(/[?&]q=goldie$/);
      await page.keyboard.type("oldie");
      await asked;
      await page.keyboard.press("Enter");
      await expect(palette(page)).toBeVisible();
      arrive();
      await expect(palette(page)).toBeHidden();
      await expect(page).toHaveURL(await first("goldie"));
    },
  );

  test("takes what was typed before it was there", NIGHTLY, async ({ page }) => {
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(paletteFiles(".js"), async (route) => {
      await arrival;
      await route.continue();
    });
    await page.goto("/ratings");
    await expect(page.getByText(/total results$/)).toBeVisible();
    const asked = page.waitForRequest(paletteFiles(".js"));
    await page.keyboard.press("/");
    await asked;
    await page.keyboard.type("bobx");
    await page.keyboard.press("Backspace");
    arrive();
    await expect(paletteBox(page)).toBeFocused();
    await page.keyboard.type("by");
    await expect(paletteBox(page)).toHaveValue("bobby");
    await expect(palette(page).getByRole("option", { name: /^bobby/ })).toBeVisible();
  });

  test("says so when it can't be had, leaves the page alone, and comes at the next press", async ({
    page,
    complaints,
  }) => {
    complaints.expect(/net::ERR_FAILED GET .+\/build\//);
    complaints.expect(/console error/);
    // From the beginning: a pointer that comes near fetches it early.
    const chunk = paletteFiles();
    await page.route(chunk, (route) => route.abort());
    await page.goto("/ratings");
    await expect(page.getByText(/total results$/)).toBeVisible();
    await page.getByLabel("Username").fill("bobby");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("/");
    await expect(page.getByText("That couldn't be loaded.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reload the page" })).toBeHidden();
    await expect(page.getByLabel("Username")).toHaveValue("bobby");
    await page.unroute(chunk);
    await page.keyboard.press("/");
    await expect(paletteBox(page)).toBeFocused();
  });

  test(
    "gives the focus back when Escape closes it, and / is a letter where one writes",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/levels");
      const box = page.getByRole("searchbox", { name: "Search levels" });
      await box.focus();
      await page.keyboard.type("a/b");
      await expect(box).toHaveValue("a/b");
      await expect(palette(page)).toBeHidden();
      const opener = page.getByRole("banner").getByRole("button", { name: "Search" });
      await opener.focus();
      await page.keyboard.press("Enter");
      await expect(paletteBox(page)).toBeFocused();
      await expectTrapped(page, palette(page));
      await page.keyboard.press("Escape");
      await expect(palette(page)).toBeHidden();
      await expect(opener).toBeFocused();
    },
  );
});

test.describe("a member", () => {
  test.use({ as: "NachoNinja" });

  test("rates a level by keyboard alone, and the focus returns to its stars", async ({ page, api }) => {
    const level = await ratableLevel(api, "stars");
    await page.goto(level.url);
    const stars = page.getByRole("button", { name: /of 5 stars|Not rated yet/ });
    await stars.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: "Ratings of this level" });
    await expect(panel).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(stars).toBeFocused();
    await page.keyboard.press("Enter");
    await tabTo(page, panel.getByRole("button", { name: "Rate this level" }), 20);
    await page.keyboard.press("Enter");

    const dialog = page.getByRole("dialog", { name: "Rate this level" });
    const rating = dialog.getByRole("slider", { name: "Rating: how good is it?" });
    await expect(rating).toBeFocused();
    await expect(rating).toHaveAttribute("aria-valuetext", "Not rated");
    for (const [key, text] of [
      ["ArrowRight", "0.5 stars"],
      ["ArrowUp", "1 star"],
      ["PageUp", "2 stars"],
      ["End", "5 stars"],
      ["ArrowRight", "5 stars"],
      ["ArrowLeft", "4.5 stars"],
      ["Home", "0.5 stars"],
      ["ArrowDown", "0.5 stars"],
      ["3", "3 stars"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(rating, key).toHaveAttribute("aria-valuetext", text);
    }
    await expectTrapped(page, dialog);
    await dialog.getByRole("slider", { name: "Difficulty: how hard is it?" }).focus();
    await page.keyboard.press("4");
    await tabTo(page, dialog.getByRole("button", { name: "Save rating" }), 3);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your rating is saved.")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(stars).toBeFocused();
    expect((await api.level(level.id)).own_rating).toMatchObject({ rating: 6, difficulty: 8 });
  });

  test(
    "walks the account menu by arrow keys, letters, Home and End, and Escape gives the focus back",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/levels");
      const button = page.getByRole("button", { name: "Account menu of NachoNinja" });
      await button.focus();
      await page.keyboard.press("Enter");
      const menu = page.getByRole("menu");
      await expect(menu.getByRole("menuitem", { name: "Your Profile" })).toBeFocused();
      for (const name of [
        "Dress your bopi",
        "Inventory",
        "Achievements",
        "Wishlist",
        "Transactions",
        "Your Levels",
        "Create Level",
        "Create item",
        "Gold",
        "Settings",
        "Download Bopolis Player",
      ]) {
        await page.keyboard.press("ArrowDown");
        await expect(menu.getByRole("menuitem", { name })).toBeFocused();
      }
      await page.keyboard.press("End");
      await expect(menu.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(menu.getByRole("menuitem", { name: "Your Profile" })).toBeFocused();
      await page.keyboard.type("cr");
      await expect(menu.getByRole("menuitem", { name: "Create level" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
      await expect(button).toBeFocused();
      await page.keyboard.press("Space");
      await expect(menu.getByRole("menuitem", { name: "Your Profile" })).toBeFocused();
      await page.keyboard.type("create l");
      await expect(menu.getByRole("menuitem", { name: "Create Level" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/level/create");
    },
  );
});

test(
  "a confirmation keeps the focus inside, starts at the harmless answer and gives it back",
  NIGHTLY,
  async ({ page, join, api }) => {
    await join();
    const { url, title } = await api.makeLevel({ title: `Tree House ${unique()}` });
    await page.goto(url);
    const more = page.getByRole("button", { name: "More actions" });
    await more.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Add to favorites" })).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "Delete level" })).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog", { name: `Delete “${title}”?` });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectTrapped(page, dialog);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(more).toBeFocused();
  },
);

test("a level is made by keyboard alone", NIGHTLY, async ({ page, join }) => {
  await join();
  const title = `Key Ring ${unique()}`;
  await page.goto("/level/create");
  await tabTo(page, page.getByLabel("Title"));
  await page.keyboard.type(title);
  await tabTo(page, page.getByRole("radio", { name: /Obby/ }), 5);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /Island/ })).toBeChecked();
  await tabTo(page, page.getByRole("radio", { name: "Everybody" }), 5);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Only me" })).toBeChecked();
  await tabTo(page, page.getByRole("button", { name: "Create level" }), 5);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("Private", { exact: true })).toBeVisible();
});

test(
  "the theme is switched by keyboard and kept after a reload, on this device and in the account",
  NIGHTLY,
  async ({ page, join, api }) => {
    const theme = page.locator("html");
    const choose = async (from: string, to: string) => {
      await page.getByRole("button", { name: `Theme: ${from}. Choose another.` }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitemcheckbox", { name: from })).toBeChecked();
      await page.keyboard.type(to.slice(0, 3));
      await expect(page.getByRole("menuitemcheckbox", { name: to })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: `Theme: ${to}. Choose another.` })).toBeFocused();
    };
    await page.goto("/levels");
    await choose("Night", "Day");
    await expect(theme).toHaveAttribute("data-theme", "day");
    await page.reload();
    await expect(theme).toHaveAttribute("data-theme", "day");

    await join();
    await page.reload();
    // A new account wears what its maker wore.
    await expect(theme).toHaveAttribute("data-theme", "day");
    const saved = page.waitForResponse("**/api/auth/update");
    await choose("Day", "Seafoam");
    await saved;
    expect((await api.get<{ user: { theme_id: number } }>("/api/session")).user.theme_id).toBe(4);
    await page.context().clearCookies({ name: "bopolis_theme" });
    await page.reload();
    await expect(theme).toHaveAttribute("data-theme", "seafoam");
  },
);

test(
  "the carousel moves by arrow keys, and a page's number keeps the focus when it was pressed",
  NIGHTLY,
  async ({ page }) => {
    await page.goto("/levels");
    const strip = page.getByRole("region", { name: "Featured" }).getByRole("list");
    // What is out of sight is drawn a moment later.
    await expect
      .poll(() => strip.evaluate((list) => list.scrollWidth - list.clientWidth))
      .toBeGreaterThan(100);
    await strip.getByRole("heading").first().getByRole("link").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(100);
    const second = page.getByRole("link", { name: "Page 2", exact: true });
    await second.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/levels?page=2");
    await expect(second).toHaveAttribute("aria-current", "page");
    await expect(second).toBeFocused();
  },
);

test("a long text shows three readable lines until it is expanded", NIGHTLY, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/dev/ui");
  const toggle = page.getByRole("button", { name: "Expand" });
  const text = page.locator(`#${await toggle.getAttribute("aria-controls")}`);
  expect((await text.boundingBox())?.height).toBe(60);
  // A mask would fade out the third line.
  await expect(text).toHaveCSS("mask-image", "none");
  await toggle.press("Enter");
  await expect.poll(async () => (await text.boundingBox())?.height).toBeGreaterThan(60);
  await page.getByRole("button", { name: "Collapse" }).press("Enter");
  await expect.poll(async () => (await text.boundingBox())?.height).toBe(60);
});

test("tabs and segments are walked by arrow keys", NIGHTLY, async ({ page }) => {
  await page.goto("/dev/ui");
  const tabs = page.getByRole("tab");
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.nth(1)).toBeFocused();
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("End");
  await expect(tabs.last()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  await expect(tabs.first()).not.toBeFocused();
});
