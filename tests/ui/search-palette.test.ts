import { paletteRoute } from "#domain/search/api.ts";
import type { Page } from "./support/page.ts";
import { describe, expect, test } from "./support/test.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const box = (page: Page) => palette(page).getByRole("combobox", { name: "Search" });
const options = (page: Page) => palette(page).getByRole("option");
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected="true"]');

describe("the search palette", () => {
  test.beforeEach(({ site }) =>
    site.respond(paletteRoute, ({ input: { q } }) => ({
      levels: [{ id: 1, title: `Level ${q}`, url: `/levels/1?of=${q}` }],
      items: [{ id: 2, name: "Bowl" }],
      users: [{ id: 3, username: "bobby", url: "/users/bobby", level: 4 }],
      threads: [{ id: 4, title: "Boats", url: "/forums/thread/4" }],
    })),
  );

  test("opens with / and Ctrl+K, moves by arrow keys, and Enter opens a result", async ({ page }) => {
    await page.goto("/ratings");
    await page.keyboard.press("/");
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue("");
    await page.keyboard.type("bo");
    // Links to all levels, items and posts come last.
    await expect(options(page)).toHaveText([
      /^Level bo/,
      /^Bowl/,
      /^bobby.*Spirit level 4/,
      /^Boats/,
      /^All levels for “bo”/,
      /^All items for “bo”/,
      /^All posts with “bo”/,
    ]);
    await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
    await expect(box(page)).toHaveAttribute(
      "aria-activedescendant",
      (await options(page).nth(1).getAttribute("id")) ?? "",
    );
    for (const text of ["Level bo", "All posts with “bo”", "All items for “bo”", "All levels for “bo”"]) {
      await page.keyboard.press("ArrowUp");
      await expect(chosen(page)).toContainText(text);
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/levels?search=bo");
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole("heading", { level: 2, name: 'Search results for "bo"' })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(box(page)).toBeFocused();
    await page.keyboard.type("bobby");
    await expect(options(page).first()).toContainText("Level bobby");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/users/bobby");
  });

  test("opens a result for everything typed, however early Enter comes", async ({ page, site }) => {
    await page.goto("/ratings");
    await page.keyboard.press("/");
    await expect(box(page)).toBeFocused();
    await page.keyboard.type("g");
    await expect(chosen(page)).toLinkTo("/levels/1?of=g");
    const held = site.hold(paletteRoute, { levels: [{ title: "Goldie", url: "/levels/1?of=goldie" }] });
    await page.keyboard.type("oldie");
    await page.keyboard.press("Enter");
    await expect(palette(page)).toBeVisible();
    held.release();
    await expect(palette(page)).toBeHidden();
    await expect(page).toHaveURL("/levels/1?of=goldie");
  });

  test("keeps what was typed before it loaded", async ({ page }) => {
    await page.goto("/ratings");
    await page.keyboard.press("/");
    await page.keyboard.type("bobx");
    await page.keyboard.press("Backspace");
    await expect(box(page)).toBeFocused();
    await page.keyboard.type("by");
    await expect(box(page)).toHaveValue("bobby");
  });

  test("returns the focus when Escape closes it, and / is a letter in a text field", async ({ page }) => {
    await page.goto("/levels");
    const search = page.getByRole("searchbox", { name: "Search levels" });
    await search.focus();
    await page.keyboard.type("a/b");
    await expect(search).toHaveValue("a/b");
    await expect(palette(page)).toHaveCount(0);
    const opener = page.getByRole("banner").getByRole("button", { name: "Search" }).first();
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(box(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(palette(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
});
