import type { Page } from "@playwright/test";
import { ratableLevel } from "./make-shop-item.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const rows = (page: Page) => page.getByRole("table", { name: "Ratings" }).locator("tbody").getByRole("row");
const cells = (page: Page, column: number) => rows(page).locator(`td:nth-child(${column})`);
/** The stars of a column as screen readers read them, one text per row. */
const starsOf = async (page: Page, column: number) =>
  (await cells(page, column).allInnerTexts()).map((text) => Number.parseFloat(text));

test("fills each rating's stars to a tenth of its value", NIGHTLY, async ({ page }) => {
  await page.goto("/ratings?sort=difficulty");
  await expect(rows(page)).not.toHaveCount(0);
  for (const column of [3, 4]) {
    const values = await starsOf(page, column);
    const filled = await cells(page, column).evaluateAll((all) =>
      all.map((cell) => {
        const [whole, part] = cell.querySelectorAll("svg");
        return (part?.width.baseVal.value ?? 0) / (whole?.viewBox.baseVal.width ?? 1);
      }),
    );
    for (const [i, value] of values.entries()) expect(filled[i]).toBeCloseTo(value / 5, 5);
  }
});

test.describe(() => {
  test.use({ as: "duckwizard" });

  test("an own rating is edited with a click on its row, deleted and restored", async ({ page, api }) => {
    const level = await ratableLevel(api, "rows");
    await api.post(`/api/levels/${level.id}/ratings`, { rating: 6, difficulty: 6 });
    await page.goto(`/ratings?level_id=${level.id}`);
    const own = rows(page).filter({ hasText: "(Click to edit)" });
    await expect(own).toHaveCount(1);
    await expect(own).toContainText("duckwizard");
    await own.locator("td:nth-child(4)").click();
    const dialog = page.getByRole("dialog", { name: `Rate “${level.title}”` });
    const rating = dialog.getByRole("slider", { name: "Rating: how good is it?" });
    await expect(rating).toHaveAttribute("aria-valuetext", "3 stars");
    await expect(rating).toBeFocused();
    // Only the main button selects, and only on the stars.
    const box = await rating.boundingBox();
    const stars = await rating.locator("svg").first().boundingBox();
    if (!box || !stars) throw new Error("no stars");
    await rating.click({ position: { x: stars.x - box.x + stars.width - 4, y: 20 }, button: "right" });
    await rating.click({ position: { x: box.width - 60, y: 20 } });
    await expect(rating).toHaveAttribute("aria-valuetext", "3 stars");
    await page.keyboard.press("End");
    await dialog.getByRole("button", { name: "Save rating" }).click();
    await expect(page.getByText("Your rating is saved.")).toBeVisible();
    await expect(own.locator("td:nth-child(3)")).toContainText("5");

    await own.getByRole("button", { name: "(Click to edit)" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Your rating is deleted.")).toBeVisible();
    await expect(own).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Your rating is back.")).toBeVisible();
    await expect(own.locator("td:nth-child(3)")).toContainText("5");
    expect((await api.level(level.id)).own_rating).toMatchObject({ rating: 10, difficulty: 6 });
  });
});

// The states of the search, the Delete column and the panel: tests/ui/ratings.test.ts.
