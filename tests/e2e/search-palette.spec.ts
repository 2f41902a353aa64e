import type { Page } from "@playwright/test";
import type { ApiLevel } from "./api.ts";
import { chunkFiles } from "./chunk-files.ts";
import { expectFocusTrapped } from "./expect-focus-trapped.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const paletteBox = (page: Page) => palette(page).getByRole("combobox", { name: "Search" });

/** The list once it shows the results for everything typed. */
const complete = (page: Page) => palette(page).locator('[role=listbox][aria-busy="false"]');
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected="true"]');

/** The URLs of the palette's own files. Their names in the build are hashes. */
const paletteFiles = (ending = "") => chunkFiles("web/features/search/palette.tsx", ending);

test.describe("the search palette", () => {
  test("opens with / and Ctrl+K, moves by arrow keys, and Enter opens the selected result", async ({
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
    // People come after levels and items and before threads; the links to all levels, items and posts come
    // last.
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

  test("opens a result for everything typed, however early Enter comes", NIGHTLY, async ({ page, api }) => {
    const first = async (q: string) =>
      (await api.get<{ levels: ApiLevel[] }>(`/api/search?q=${q}`)).levels[0]?.url ?? "";
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
    const requested = page.waitForRequest(/[?&]q=goldie$/);
    await page.keyboard.type("oldie");
    await requested;
    await page.keyboard.press("Enter");
    await expect(palette(page)).toBeVisible();
    arrive();
    await expect(palette(page)).toBeHidden();
    await expect(page).toHaveURL(await first("goldie"));
  });

  test("keeps what was typed before it loaded", NIGHTLY, async ({ page }) => {
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(paletteFiles(".js"), async (route) => {
      await arrival;
      await route.continue();
    });
    await page.goto("/ratings");
    await expect(page.getByText(/total results$/)).toBeVisible();
    const requested = page.waitForRequest(paletteFiles(".js"));
    await page.keyboard.press("/");
    await requested;
    await page.keyboard.type("bobx");
    await page.keyboard.press("Backspace");
    arrive();
    await expect(paletteBox(page)).toBeFocused();
    await page.keyboard.type("by");
    await expect(paletteBox(page)).toHaveValue("bobby");
    await expect(palette(page).getByRole("option", { name: /^bobby/ })).toBeVisible();
  });

  test("reports that it failed to load, leaves the page alone, and opens on the next press", async ({
    page,
    complaints,
  }) => {
    complaints.expect(/net::ERR_FAILED GET .+\/build\//);
    complaints.expect(/console error/);
    // From the beginning, because a pointer nearby loads it early.
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
    "returns the focus when Escape closes it, and / is a letter in a text field",
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
      await expectFocusTrapped(page, palette(page));
      await page.keyboard.press("Escape");
      await expect(palette(page)).toBeHidden();
      await expect(opener).toBeFocused();
    },
  );
});
