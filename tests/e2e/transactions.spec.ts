import { expectFitsAndAccessible } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

// States, filters, arriving rows and the form for grants: tests/ui/transactions.test.ts.

test.use({ as: "bobby" });

test("a member opens their history from their coins, and each row has one baseline", async ({ page }) => {
  await page.goto("/levels");
  const wallet = page.getByRole("link", { name: /: your transactions$/ });
  const coins = (await wallet.getAttribute("aria-label"))?.match(/([\d,]+)(?: coins)?: your/)?.[1];
  const exactly = page.getByText(new RegExp(`^${coins} coins$`));
  await wallet.hover();
  await expect(exactly).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(exactly).toBeHidden();
  // As when a finger is lifted.
  await wallet.dispatchEvent("pointerup", { pointerType: "touch" });
  await expect(exactly).toBeVisible();
  await wallet.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transactions");

  await page.goto("/transactions?transaction_type=9");
  const table = page.getByRole("table", { name: "Transactions" });
  const rows = table.getByRole("row").filter({ has: page.locator("time") });
  await expect(rows).not.toHaveCount(0);
  await expectFitsAndAccessible(page);
  // An empty inline block stands on the baseline.
  const baselines = await rows.first().evaluate((row) =>
    [...row.querySelectorAll("td:first-child p, td:nth-child(2), td:nth-child(4) > span")].map((cell) => {
      const probe = document.createElement("span");
      probe.style.display = "inline-block";
      cell.prepend(probe);
      const { bottom } = probe.getBoundingClientRect();
      probe.remove();
      return Math.round(2 * bottom) / 2;
    }),
  );
  expect(baselines).toHaveLength(3);
  expect(new Set(baselines).size).toBe(1);
});
