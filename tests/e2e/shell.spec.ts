import { expectFingerSized } from "./expect-finger-sized.ts";
import { openFromMe } from "./open-from-me.ts";
import { expect, NIGHTLY, test } from "./test.ts";

test.describe("a member", () => {
  test.use({ as: "bobby" });

  test("has a short account menu with who they are, and everything else on their own page", async ({
    page,
  }) => {
    await page.goto("/levels");
    await page.getByRole("button", { name: "Account menu of bobby" }).click();
    const items = page.getByRole("menuitem");
    await expect(items.first()).toContainText(/bobby[\d,]+ coinsSpirit level \d/);
    expect(await items.count()).toBeLessThanOrEqual(8);
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await openFromMe(page, { username: "bobby" }, "Inventory");
    await expect(page).toHaveURL("/users/bobby/inventory");
    await page.goBack();
    for (const name of ["Outfits", "Wishlist", "Achievements", "Transactions", "Buddies", "Settings", "Gold"])
      await expect(page.getByRole("main").getByRole("link", { name, exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: "Sign out" })).toBeVisible();
  });

  test("sees unread messages at the first paint", async ({ page }) => {
    await page.goto("/levels");
    const { unread } = await page.evaluate(
      () => JSON.parse(document.getElementById("page-data")?.textContent ?? "") as { unread: object },
    );
    expect(unread).toEqual({ messages: expect.any(Number), notifications: expect.any(Number) });
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test("has the dock's five places, and signs out without scrolling", async ({ page }) => {
      await page.goto("/me");
      const dock = page.getByRole("navigation", { name: "Main" });
      await expect(dock.getByRole("link")).toHaveText(["Home", "Levels", "Create", /^Chat/, "Me"]);
      await expect(dock.getByRole("link", { name: "Me", exact: true })).toHaveAttribute(
        "aria-current",
        "page",
      );
      await expectFingerSized(page);
      await page.getByRole("button", { name: "Account menu of bobby" }).tap();
      await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
    });

    test("sees Play on its side without scrolling", NIGHTLY, async ({ page }) => {
      await page.setViewportSize({ width: 844, height: 390 });
      await page.goto("/levels/1");
      await expect(page.getByRole("main").getByRole("link", { name: /^Play / })).toBeInViewport({
        ratio: 1,
      });
    });
  });
});

test("Create leads a visitor to sign up, and their own page to sign in", async ({ page }) => {
  await page.goto("/shop");
  await page.getByRole("banner").getByRole("link", { name: "Create", exact: true }).click();
  await expect(page).toHaveURL("/register?next=%2Fbuild%2Fnew");
  await page.goto("/me");
  await expect(page).toHaveURL("/login?next=%2Fme");
});
