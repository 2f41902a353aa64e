import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

test.use({ as: "admin" });

test("staff see when each scheduled job last succeeded", async ({ page }) => {
  await page.goto("/staff/audit");
  const nav = page.getByRole("navigation", { name: "Staff pages" });
  await nav.getByRole("link", { name: "System" }).click();
  const mail = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Send mail" }) });
  await expect(mail).toContainText("Last success");
  await expectFits(page);
  await expectAccessible(page);
});
