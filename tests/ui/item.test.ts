import { commentListRoute } from "#domain/comments/api.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { editItemRoute, featureItemRoute, ownersRoute } from "#domain/shop/api.ts";
import { wishItemRoute, wishlistRoute } from "#domain/wishlist/api.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, pageOf, type Site } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const COAT = {
  id: 5,
  name: "Coat",
  type: { id: 4 },
  purchasable: "onsale",
  price: 30,
  is_purchasable: true,
  owned: true,
  copy: { id: 3 },
  can_edit: true,
} satisfies Given<Item>;

const respondWith = (site: Site, fields: Given<Item> = {}) =>
  site.respond(itemRoute, { item: { ...COAT, ...fields } });
const deal = (page: Page) => page.getByRole("region", { name: "Get it", exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();

describe("editing an item", () => {
  test.beforeEach(({ site }) => {
    site.signIn({ username: "admin", role: "admin" });
    respondWith(site);
    site.respond(editItemRoute, ({ input }) => {
      const item = { ...COAT, ...(input as Given<Item>) };
      respondWith(site, item);
      return { item };
    });
  });

  test("changes texts and sale, and keeps the input after an error", async ({ page, site }) => {
    await page.goto("/items/5");
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Edit “Coat”" })).toBeVisible();
    await expect(page.getByLabel("Price")).toHaveValue("30");
    await page.getByLabel("Name").fill("");
    await page.getByLabel("Description").fill("Warm.");
    await page.getByLabel("Price").fill("0");
    await save(page);
    await expect(page.getByText("Name is required.")).toBeVisible();
    await expect(page.getByText(/^Price must be at least 1 coin/)).toBeVisible();
    await expect(page.getByLabel("Name")).toBeFocused();
    await expect(page.getByLabel("Description")).toHaveValue("Warm.");
    await page.getByLabel("Name").fill("Coat II");
    await page.getByLabel("Price").fill("55");
    await save(page);
    await expect(page).toHaveURL("/items/5");
    await expect(page.getByRole("heading", { level: 1, name: "Coat II" })).toBeVisible();
    await expect(page.getByText("Warm.")).toBeVisible();
    await expect(deal(page)).toContainText("Others pay 55 coins.");
    expect(site.inputs(editItemRoute)).toEqual([{ name: "Coat II", description: "Warm.", price: 55 }]);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("radio", { name: "Free" }).check();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(deal(page)).toBeVisible();
    expect(site.calls(editItemRoute)).toHaveLength(1);
  });

  test("asks once before the sale of a limited item ends permanently", async ({ page, site }) => {
    respondWith(site, { stock: 5, remaining: 5 });
    const ended = { purchasable: "offsale", is_purchasable: false, is_resold: true, stock: 5 } as const;
    site.respond(editItemRoute, ({ input }) => {
      const item = { ...COAT, ...ended, name: input.name ?? COAT.name };
      respondWith(site, item);
      return { item };
    });
    await page.goto("/items/5/edit");
    await page.getByRole("radio", { name: "Offsale" }).check();
    await save(page);
    const confirmation = page.getByRole("alertdialog", { name: "Take “Coat” off sale permanently?" });
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("radio", { name: "Offsale" })).toBeChecked();
    await save(page);
    await confirmation.getByRole("button", { name: "End the sale" }).click();
    await expect(page).toHaveURL("/items/5");
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByRole("radio", { name: "Onsale" })).toBeDisabled();
    await expect(page.getByText("No longer sold. Owners can resell their copies.")).toBeVisible();
    await page.getByLabel("Name").fill("Still");
    await save(page);
    await expect(page.getByRole("heading", { level: 1, name: "Still" })).toBeVisible();
  });

  test("adds an item to the shop's carousel and removes it again", async ({ page, site }) => {
    let featured = false;
    site.respond(featureItemRoute, () => {
      featured = !featured;
      respondWith(site, { is_featured: featured });
      return { featured };
    });
    await page.goto("/items/5");
    for (const [action, text] of [
      ["Feature in the shop", "“Coat” is in the shop's carousel."],
      ["Remove from the carousel", "“Coat” is no longer in the shop's carousel."],
    ] as const) {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: action }).click();
      await expect(page.getByText(text)).toBeVisible();
    }
  });

  test("is for its owner only", async ({ page, site }) => {
    site.signIn();
    respondWith(site, { can_edit: false });
    await page.goto("/items/5/edit");
    await expect(page.getByRole("heading", { level: 1, name: "This item isn't yours" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the item" }).click();
    await expect(deal(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  });
});

describe("a wishlist", () => {
  const wish = (page: Page) => page.getByRole("button", { name: "Wishlist", exact: true });

  test.beforeEach(({ site }) => {
    site.signIn();
    respondWith(site, { owned: false });
  });

  test("is empty at first, and holds each item until it is removed", async ({ page, site }) => {
    let wished = false;
    site.respond(wishItemRoute, () => {
      wished = !wished;
      respondWith(site, { owned: false, wished });
      return { wished };
    });
    site.respond(wishlistRoute, () => pageOf(wished ? [COAT] : []));
    await page.goto("/me");
    await page.getByRole("main").getByRole("link", { name: "Wishlist", exact: true }).click();
    await expect(page).toHaveURL("/wishlist");
    await expect(page.getByText("No items found", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Visit the shop" })).toBeVisible();
    await page.goto("/items/5");
    await wish(page).click();
    await expect(wish(page)).toHaveAttribute("aria-pressed", "true");
    await page.goto("/wishlist");
    await expect(page.getByText("1 item", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Coat", exact: true }).click();
    await wish(page).click();
    await expect(wish(page)).toHaveAttribute("aria-pressed", "false");
    await page.goBack();
    await expect(page.getByText("No items found", { exact: true })).toBeVisible();
  });

  test("shows a wish at once and removes it if saving fails", async ({ page, site }) => {
    const message = "Your wishlist is full. Remove something first.";
    const held = site.hold(wishItemRoute, errorResponse("invalid", { message }));
    await page.goto("/items/5");
    await wish(page).click();
    await expect(wish(page)).toHaveAttribute("aria-pressed", "true");
    held.release();
    await expect(page.getByText(message)).toBeVisible();
    await page.getByRole("button", { name: "Ok" }).click();
    await expect(wish(page)).toHaveAttribute("aria-pressed", "false");
  });
});

test("the owners have a URL of their own, and a comment being written stays", async ({ page, site }) => {
  site.signIn();
  respondWith(site, { comments_enabled: true });
  site.respond(commentListRoute, { can_comment: true });
  site.respond(ownersRoute, pageOf([{ serial: 2, user: { username: "goldie" } }]));
  await page.goto("/items/5");
  await page.getByLabel("Write a comment").fill("Half a thou");
  await page.getByRole("link", { name: /^Owners/ }).click();
  await expect(page).toHaveURL("/items/5?tab=owners#about");
  await expect(page.getByText("#2", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "goldie" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Write a comment")).toHaveValue("Half a thou");
});
