import { chunkFiles } from "./chunk-files.ts";
import { expectFocusTrapped } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

// Results and keys: tests/ui/search-palette.test.ts.

test("a palette that fails to load says so, and opens on the next press", async ({ page, complaints }) => {
  const palette = page.getByRole("dialog", { name: "Search" });
  complaints.expect(/net::ERR_FAILED GET .+\/build\//);
  complaints.expect(/console error/);
  // From the beginning, because a pointer nearby loads it early.
  const chunk = chunkFiles("web/features/search/palette.tsx");
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
  await expect(palette.getByRole("combobox", { name: "Search" })).toBeFocused();
  await expectFocusTrapped(page, palette);
});
