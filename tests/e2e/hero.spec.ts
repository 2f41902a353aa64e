import { chunkFiles } from "./chunk-files.ts";
import { expect, test } from "./test.ts";

const dressingFiles = () => chunkFiles("web/features/home/toggle-item.ts", ".js");

test("the front page says when its shelf can't be loaded, and dresses the bopi with a later press", async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  await page.route(dressingFiles(), (route) => route.abort());
  await page.goto("/");
  const saucer = page.getByRole("button", { name: "Parked Saucer" });
  await saucer.click();
  await expect(page.getByText("That couldn't be loaded. Try again.")).toBeVisible();
  await expect(saucer).toHaveAttribute("aria-pressed", "false");
  await page.unroute(dressingFiles());
  await saucer.click();
  await expect(saucer).toHaveAttribute("aria-pressed", "true");
});

test("the bopi on the sign-up page wears what a visitor put on, and keeps the starter sets away", async ({
  page,
}) => {
  await page.goto("/register");
  await expect(page.getByRole("radio", { name: "Sunny" })).toBeChecked();
  await page.goto("/");
  await page.getByRole("button", { name: "Parked Saucer" }).click();
  await expect(page.getByRole("button", { name: "Parked Saucer" })).toHaveAttribute("aria-pressed", "true");
  const token = await page.evaluate(() => localStorage.getItem("visitor-look"));
  await page.getByRole("link", { name: "Keep this bopi" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Make your bopi" })).toBeVisible();
  await expect(page.locator(`img[src^="/looks/${token}/"]`)).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
});
