import { expectAccessible, expectFitsAndAccessible } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

test.use({ as: "admin" });

// Warnings, names, roles, featured levels and the audit log: tests/ui/staff.test.ts.

test("staff pages share one bar; a user's page and the audit log are there", async ({ page, otherUser }) => {
  const { account } = await otherUser();
  const { username } = account;
  await page.goto("/staff");
  const nav = page.getByRole("navigation", { name: "Staff pages" });
  const width = await nav.evaluate((box) => box.clientWidth);
  for (const group of ["Queues", "World", "Log", "People"]) {
    await nav.getByRole("link", { name: group, exact: true }).click();
    await expect(nav.getByRole("link", { name: group, exact: true })).toHaveAttribute("data-active", "true");
    expect(await nav.evaluate((box) => box.clientWidth), group).toBe(width);
  }
  await page.getByRole("searchbox").fill(username);
  await expect(page).toHaveURL(new RegExp(`search=${username}$`));
  await page.getByRole("heading", { name: username }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(username);
  await expect(page.getByRole("heading", { name: "Same IP addresses" })).toBeVisible();
  await expectFitsAndAccessible(page);

  await page.getByRole("button", { name: "Warn" }).click();
  const form = page.getByRole("dialog", { name: `Warn ${username}` });
  await expect(form).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await page.goto("/staff/audit?search=loud");
  await expect(page.getByRole("listitem").filter({ hasText: "Too loud in the first year" })).toBeVisible();
});
