import type { Page } from "@playwright/test";
import { expectFits } from "./expect-accessible.ts";
import { makeShopItem } from "./make-shop-item.ts";
import { openFromMe } from "./open-from-me.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const deal = (page: Page) => page.getByRole("region", { name: "Get it", exact: true });

test.describe("editing an item", () => {
  test.use({ as: "admin" });

  test("fits on a phone, even with a long name", NIGHTLY, async ({ page, api }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const id = await makeShopItem(api, { name: uniqueWord().padEnd(50, "W") });
    await page.goto(`/items/${id}/edit`);
    await expect(page.getByLabel("Name")).toBeVisible();
    await expectFits(page);
  });

  test("changes texts and sale, and keeps the input after an error", NIGHTLY, async ({ page, api }) => {
    const name = `Coat ${uniqueWord()}`;
    const id = await makeShopItem(api, { name });
    await page.goto(`/items/${id}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Edit “${name}”` })).toBeVisible();
    await expect(page.getByLabel("Price")).toHaveValue("30");
    await page.getByLabel("Name").fill("");
    await page.getByLabel("Description").fill("Warm.");
    await page.getByLabel("Price").fill("0");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Name is required.")).toBeVisible();
    await expect(page.getByText(/^Price must be at least 1 coin/)).toBeVisible();
    await expect(page.getByLabel("Name")).toBeFocused();
    await expect(page.getByLabel("Description")).toHaveValue("Warm.");
    await page.getByLabel("Name").fill(`${name} II`);
    await page.getByLabel("Price").fill("55");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page).toHaveURL(`/items/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: `${name} II` })).toBeVisible();
    await expect(page.getByText("Warm.")).toBeVisible();
    await expect(deal(page)).toContainText("Others pay 55 coins.");
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("radio", { name: "Free" }).check();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(deal(page)).toContainText("Others pay 55 coins.");
  });

  test("asks once before the sale of a limited item ends permanently", NIGHTLY, async ({ page, api }) => {
    const name = `Ending ${uniqueWord()}`;
    const id = await makeShopItem(api, { name, stock: "5" });
    await page.goto(`/items/${id}/edit`);
    await page.getByRole("radio", { name: "Offsale" }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    const confirmation = page.getByRole("alertdialog", { name: `Take “${name}” off sale permanently?` });
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("radio", { name: "Offsale" })).toBeChecked();
    await page.getByRole("button", { name: "Save changes" }).click();
    await confirmation.getByRole("button", { name: "End the sale" }).click();
    await expect(page).toHaveURL(`/items/${id}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByRole("radio", { name: "Onsale" })).toBeDisabled();
    await expect(page.getByText("No longer sold. Owners can resell their copies.")).toBeVisible();
    await page.getByLabel("Name").fill(`${name} still`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${name} still` })).toBeVisible();
  });

  test("adds an item to the shop's carousel and removes it again", NIGHTLY, async ({ page, api }) => {
    const id = await makeShopItem(api, { name: `Starred ${uniqueWord()}` });
    const isFeatured = async () =>
      (await api.get<{ item: { is_featured: boolean } }>(`/api/items/${id}`)).item.is_featured;
    await page.goto(`/items/${id}`);
    for (const [action, featured] of [
      ["Feature in the shop", true],
      ["Remove from the carousel", false],
    ] as const) {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: action }).click();
      await expect.poll(isFeatured).toBe(featured);
    }
  });
});

test(
  "an item can be edited by its owner only, and only with an account",
  NIGHTLY,
  async ({ page, signUp, otherUser }) => {
    const admin = await otherUser("admin");
    const id = await makeShopItem(admin, { name: `Theirs ${uniqueWord()}` });
    await page.goto(`/items/${id}/edit`);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/items/${id}/edit`)}`);
    await signUp();
    await page.goto(`/items/${id}/edit`);
    await expect(page.getByRole("heading", { level: 1, name: "This item isn't yours" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the item" }).click();
    await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  },
);

test.describe("a wishlist", () => {
  test(
    "is empty at first, and holds each item until it is removed",
    NIGHTLY,
    async ({ page, signUp, otherUser }) => {
      const admin = await otherUser("admin");
      const { username } = await signUp();
      const name = `Wish ${uniqueWord()}`;
      const id = await makeShopItem(admin, { name });
      await page.goto("/levels");
      await openFromMe(page, { username }, "Wishlist");
      await expect(page).toHaveURL("/wishlist");
      await expect(page.getByText("No items found", { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "Visit the shop" })).toBeVisible();
      await page.goto(`/items/${id}`);
      const wish = page.getByRole("button", { name: "Wishlist", exact: true });
      const saved = page.waitForResponse("**/wish");
      await wish.click();
      await expect(wish).toHaveAttribute("aria-pressed", "true");
      await saved;
      await page.goto("/wishlist");
      await expect(page.getByText("1 item", { exact: true })).toBeVisible();
      await page.getByRole("link", { name, exact: true }).click();
      await wish.click();
      await expect(wish).toHaveAttribute("aria-pressed", "false");
      await page.goBack();
      await expect(page.getByText("No items found", { exact: true })).toBeVisible();
    },
  );

  test(
    "shows a wish at once and removes it if saving fails",
    NIGHTLY,
    async ({ page, signUp, complaints }) => {
      complaints.expect(/^422 POST /);
      await signUp();
      await page.route("**/api/items/2/wish", (route) =>
        route.fulfill({
          status: 422,
          json: { message: "Your wishlist is full. Remove something first." },
        }),
      );
      await page.goto("/items/2");
      const wish = page.getByRole("button", { name: "Wishlist", exact: true });
      await wish.click();
      await expect(page.getByText("Your wishlist is full. Remove something first.")).toBeVisible();
      await page.getByRole("button", { name: "Ok" }).click();
      await expect(wish).toHaveAttribute("aria-pressed", "false");
    },
  );

  test("needs an account", async ({ page }) => {
    await page.goto("/wishlist?page=2");
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/wishlist?page=2")}`);
  });
});

test(
  "the owners have a URL of their own, and a comment being written stays",
  NIGHTLY,
  async ({ page, api, signUp }) => {
    await signUp();
    const { data } = await api.get<{ data: { serial: number; user: { username: string } }[] }>(
      "/api/items/1/owners",
    );
    await page.goto("/items/1");
    await page.getByLabel("Write a comment").fill("Half a thou");
    await page.getByRole("link", { name: /^Owners/ }).click();
    await expect(page).toHaveURL("/items/1?tab=owners#about");
    for (const { serial, user } of data.slice(0, 3)) {
      await expect(page.getByText(`#${serial}`, { exact: true })).toBeVisible();
      await expect(page.getByRole("main").getByRole("link", { name: user.username })).toBeVisible();
    }
    await page.goBack();
    await expect(page.getByLabel("Write a comment")).toHaveValue("Half a thou");
  },
);
