import { expectFingerSized } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

// Menus and the member's own page: tests/ui/shell.test.ts.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, as: "bobby" });

test("a member sees unread messages at once, the dock, and signs out unscrolled", async ({ page }) => {
  await page.goto("/me");
  const { unread } = await page.evaluate(
    () => JSON.parse(document.getElementById("page-data")?.textContent ?? "") as { unread: object },
  );
  expect(unread).toEqual({ messages: expect.any(Number), notifications: expect.any(Number) });
  const dock = page.getByRole("navigation", { name: "Main" });
  await expect(dock.getByRole("link")).toHaveText(["Home", "Levels", "Create", /^Chat/, "Me"]);
  await expect(dock.getByRole("link", { name: "Me", exact: true })).toHaveAttribute("aria-current", "page");
  await expectFingerSized(page);
  await page.getByRole("button", { name: "Account menu of bobby" }).tap();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto("/levels/1");
  await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toBeInViewport({ ratio: 1 });
});
