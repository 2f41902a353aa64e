import { vi } from "vitest";
import { itemRoute } from "#domain/items/api.ts";
import { itemReviewsRoute, reviewItemRoute } from "#domain/items/reviews/api.ts";
import { createItemRoute } from "#domain/shop/api.ts";
import { cubeObj } from "#tests/support/obj.ts";
import type { Page } from "./support/page.ts";
import { ErrorResponse, errorResponse, fieldErrors, OFFLINE, pageOf } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

/** A PNG without pixels, which the form doesn't read itself. */
const picture = (width: number, height: number, name = "stripes.png") => {
  const bytes = Buffer.from(
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR........\b\x06\0\0\0....\0\0\0\0IEND....",
    "latin1",
  );
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return new File([bytes], name);
};
const file = (name: string, text: string) => new File([text], name);
const texture = (page: Page) => page.getByLabel("Texture", { exact: true });
const model = (page: Page) => page.getByLabel("Model", { exact: true });
const name = (page: Page) => page.getByLabel("Name", { exact: true });
const price = (page: Page) => page.getByLabel("Price");
const goldMonth = (page: Page) => page.getByLabel("Gold month");
const choice = (page: Page, label: string) => page.getByRole("radio", { name: label, exact: true });
const types = (page: Page) => page.getByRole("group", { name: "Type", exact: true }).getByRole("radio");
const create = (page: Page) => page.getByRole("button", { name: /Create item/ });
const badTexture = (page: Page) => page.getByText(/^Texture (must|dimensions)/);

/** Decodes a picture, as in a browser. */
class Canvas {
  getContext = () => ({
    drawImage: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray(512 * 512 * 4) }),
  });
}

test.beforeEach(({ site }) => {
  site.signIn({ coins: 100 });
  vi.stubGlobal("createImageBitmap", async () => ({ width: 512, height: 512, close: () => {} }));
  vi.stubGlobal("OffscreenCanvas", Canvas);
});

test("a member with too few coins sees how many are missing", async ({ page, site }) => {
  site.signIn({ coins: 0 });
  await page.goto("/shop/create/?type=pants");
  await expect(page.getByRole("heading", { level: 1, name: "Create an item" })).toBeVisible();
  await expect(choice(page, "Pants")).toBeChecked();
  await expect(page.getByText("You have 0 coins.")).toBeVisible();
  await expect(page.getByText("You need 25 coins more.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Earn coins" })).toBeVisible();
});

describe("a member", () => {
  test("creates a shirt for 25 coins and is taken to its page", async ({ page, site }) => {
    site.respond(createItemRoute, { id: 5, state: "shown" });
    await page.goto("/me");
    await page.getByRole("main").getByRole("link", { name: "Create item", exact: true }).click();
    await expect(page).toHaveURL("/shop/create");
    await expect(
      page.getByText("Creating an item costs 25 coins. You have 100 coins, 75 after this."),
    ).toBeVisible();
    await texture(page).setInputFiles(picture(512, 512));
    await name(page).fill("Cape");
    await page.getByLabel("Description").fill("It flutters.");
    await choice(page, "Onsale").check();
    await price(page).fill("75");
    await create(page).click();
    await expect(page.getByText("“Cape” is ready!")).toBeVisible();
    await expect(page).toHaveURL("/items/5");
    expect(site.inputs(createItemRoute)).toMatchObject([
      { name: "Cape", description: "It flutters.", type_id: 4, purchasable: "onsale", price: 75 },
    ]);
  });

  test("has templates for shirts, pants and shoes, and no Gold month, model or stock", async ({ page }) => {
    await page.goto("/shop/create/");
    await expect(types(page)).toHaveCount(3);
    for (const field of [goldMonth(page), model(page), page.getByLabel("Stock")])
      await expect(field).toHaveCount(0);
    for (const kind of ["Shirt", "Pants", "Shoes"]) {
      await choice(page, kind).check();
      await expect(page.getByRole("img", { name: `Template for ${kind.toLowerCase()}` })).toBeVisible();
      const link = page.getByRole("link", { name: "Download template" });
      await expect(link).toHaveAttribute("download", `bopolis-${kind.toLowerCase()}-template.png`);
    }
  });

  test("sees at once which textures are invalid, in the specification's wording", async ({ page }) => {
    await page.goto("/shop/create/");
    await texture(page).setInputFiles(file("shirt.png", "this is no picture"));
    await expect(page.getByText("Texture must be a png", { exact: true })).toBeVisible();
    await expect(texture(page)).toHaveAttribute("aria-invalid", "true");
    await texture(page).setInputFiles(picture(512, 256));
    await expect(page.getByText("Texture dimensions must be 512x512", { exact: true })).toBeVisible();
    await texture(page).setInputFiles(picture(512, 512));
    await expect(badTexture(page)).toHaveCount(0);
    await expect(texture(page)).not.toHaveAttribute("aria-invalid");
  });

  test("sets a price only for an item on sale, and sees the tax and what is left", async ({ page }) => {
    await page.goto("/shop/create/");
    await expect(price(page)).toBeDisabled();
    await expect(page.getByText("Sales tax: 30%")).toBeVisible();
    await choice(page, "Free").check();
    await expect(price(page)).toBeDisabled();
    await choice(page, "Onsale").check();
    await price(page).fill("105");
    // 31.5 of tax, rounded down.
    await expect(page.getByText("You get 74 coins from each sale.")).toBeVisible();
    await choice(page, "Offsale").check();
    await expect(price(page)).toBeDisabled();
    await expect(page.getByText(/^You get/)).toHaveCount(0);
    await choice(page, "Onsale").check();
    await expect(price(page)).toHaveValue("105");
  });

  test("sees at the fields what is missing, and nothing is sent", async ({ page, site }) => {
    await page.goto("/shop/create/");
    await choice(page, "Onsale").check();
    await create(page).click();
    for (const text of [
      "Choose a picture for the texture.",
      "Name is required.",
      "Price must be at least 1 coin. Choose Free to give the item away.",
    ])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(texture(page)).toBeFocused();
    await texture(page).setInputFiles(picture(512, 512));
    await price(page).fill("5");
    await name(page).fill("🏳️‍🌈".repeat(51));
    await expect(page.getByText("51 / 50")).toBeVisible();
    await create(page).click();
    await expect(page.getByText("Name must be at most 50 characters.")).toBeVisible();
    await expect(name(page)).toBeFocused();
    expect(site.calls(createItemRoute)).toEqual([]);
  });

  test("sees the progress of the upload, and repeated clicks send nothing more", async ({ page, site }) => {
    const held = site.hold(createItemRoute, { id: 5 });
    await page.goto("/shop/create/");
    await texture(page).setInputFiles(picture(512, 512));
    await name(page).fill("Slow");
    await create(page).click();
    await expect(page.getByRole("progressbar", { name: "Uploading" })).toBeVisible();
    await expect(create(page)).toHaveAttribute("aria-busy", "true");
    await create(page).click({ force: true });
    await name(page).press("Enter");
    held.release();
    await expect(page).toHaveURL("/items/5");
    expect(site.calls(createItemRoute)).toHaveLength(1);
  });

  test("keeps the input and the id after an error, shown where it belongs", async ({ page, site }) => {
    const failures = [
      fieldErrors({ texture: ["Texture must be a png"] }),
      errorResponse("too_few_coins", { message: "You don't have enough." }),
      new ErrorResponse(502, {}),
      OFFLINE,
    ];
    site.respond(createItemRoute, () => failures.shift() ?? OFFLINE);
    await page.goto("/shop/create/?type=shoes");
    await texture(page).setInputFiles(picture(512, 512, "mine.png"));
    await name(page).fill("Keepers");
    await create(page).click();
    await expect(page.getByText("Texture must be a png", { exact: true })).toBeVisible();
    await expect(texture(page)).toBeFocused();
    const alert = page.getByRole("main").getByRole("alert");
    for (const text of [
      "You don't have enough.",
      "An error occured",
      /^An error occured\. Bopolis didn't answer\./,
    ]) {
      await create(page).click();
      await expect(alert).toHaveText(text);
    }
    await expect(name(page)).toHaveValue("Keepers");
    await expect(page.getByText("mine.png")).toBeVisible();
    await expect(choice(page, "Shoes")).toBeChecked();
    expect(new Set(site.inputs(createItemRoute).map((input) => input.client_id)).size).toBe(1);
  });
});

describe("an admin", () => {
  test.beforeEach(({ site }) => {
    site.signIn({ username: "admin", role: "admin" });
    site.respond(createItemRoute, { id: 5 });
  });

  test("creates a hat from a model and a texture, for Gold, in a limited number", async ({ page, site }) => {
    await page.goto("/shop/create/");
    await expect(types(page)).toHaveCount(6);
    await choice(page, "Hat").check();
    await model(page).setInputFiles(file("crate.obj", cubeObj()));
    await expect(page.getByText("12 triangles")).toBeVisible();
    await texture(page).setInputFiles(picture(512, 512));
    await name(page).fill("Crate");
    await page.getByLabel("Stock").fill("12");
    await expect(choice(page, "Offsale")).toBeChecked();
    await goldMonth(page).fill("2031-05-17");
    await expect(goldMonth(page)).toHaveValue("2031-05-01");
    await expect(choice(page, "Onsale")).toBeChecked();
    await price(page).fill("10");
    await create(page).click();
    await expect(page).toHaveURL("/items/5");
    expect(site.inputs(createItemRoute)).toMatchObject([
      { type_id: 1, gold_month: "2031-05-01", purchasable: "onsale", price: 10, stock: 12 },
    ]);
  });

  test("creates a face of any size, and loses the Gold month when it is not sold", async ({ page, site }) => {
    await page.goto("/shop/create/?type=face");
    await texture(page).setInputFiles(picture(300, 200));
    await expect(badTexture(page)).toHaveCount(0);
    await choice(page, "Shirt").check();
    await expect(page.getByText("Texture dimensions must be 512x512", { exact: true })).toBeVisible();
    await choice(page, "Face").check();
    await expect(badTexture(page)).toHaveCount(0);
    await goldMonth(page).fill("2031-05-17");
    await choice(page, "Free").check();
    await expect(goldMonth(page)).toHaveValue("");
    await name(page).fill("Wink");
    await create(page).click();
    await expect(page).toHaveURL("/items/5");
    expect(site.inputs(createItemRoute)).toMatchObject([
      { type_id: 3, gold_month: null, purchasable: "free", price: 0 },
    ]);
  });

  test("sees what is wrong with a model at its field", async ({ page }) => {
    await page.goto("/shop/create/?type=toy");
    await model(page).setInputFiles(file("toy.stl", cubeObj()));
    await expect(page.getByText("Model must be an obj", { exact: true })).toBeVisible();
    await model(page).setInputFiles(file("toy.obj", "v 0 0 0\nv 1 0 0\nf 1 2 9\n"));
    await expect(page.getByText("Line 3 of the model refers to a vertex that doesn't exist.")).toBeVisible();
    await texture(page).setInputFiles(picture(512, 512));
    await name(page).fill("Broken");
    await create(page).click();
    await expect(model(page)).toBeFocused();
    await page.getByRole("button", { name: "Remove" }).first().click();
    await create(page).click();
    await expect(page.getByText("A hat or toy needs a model.")).toBeVisible();
    await model(page).setInputFiles(file("TOY.OBJ", cubeObj()));
    await expect(page.getByText("12 triangles")).toBeVisible();
  });
});

describe("a copied design", () => {
  test("is held, which its creator sees, as well as the reason if it is rejected", async ({ page, site }) => {
    const review = { state: "pending", why: "likeness", resembles: [{ id: 4, name: "Maze" }] } as const;
    site.respond(itemRoute, { item: { id: 5, owned: true, review } });
    await page.goto("/items/5");
    const note = page.getByRole("status").filter({ hasText: "until it's reviewed" });
    await expect(note.getByRole("link", { name: "Maze" })).toLinkTo("/items/4");
    const reason = "This is a copy of someone else's design.";
    site.respond(itemRoute, {
      item: { id: 5, owned: true, review: { ...review, state: "rejected", reason } },
    });
    await page.goto("/items/5");
    await expect(page.getByText(`Reason: ${reason}`)).toBeVisible();
  });

  test("is compared with the other one by staff, who reject it with a reason", async ({ page, site }) => {
    site.signIn({ role: "moderator" });
    const entry = page.getByRole("article").filter({ hasText: "My own" });
    site.respond(
      itemReviewsRoute,
      pageOf([
        {
          id: 5,
          item: { id: 5, name: "My own" },
          resembles: { item: { id: 4, name: "Maze" }, percent: 99 },
          decisions: ["approve", "reject"] as const,
        },
      ]),
    );
    site.respond(reviewItemRoute, () => {
      site.respond(itemReviewsRoute, {});
      return { state: "rejected" } as const;
    });
    await page.goto("/staff/items");
    await expect(entry.getByRole("region", { name: "What it looks like" })).toContainText("Maze");
    await entry.getByRole("button", { name: "Zoom in on the textures of My own" }).click();
    await expect(page.getByRole("dialog").getByRole("img")).toHaveCount(2);
    await page.keyboard.press("Escape");
    await entry.getByRole("button", { name: "Reject “My own”" }).click();
    await page.getByLabel("Start from").selectOption("A copy");
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(entry).toHaveCount(0);
    expect(site.inputs(reviewItemRoute)).toMatchObject([
      { decision: "reject", reason: expect.stringMatching(/^This is a copy of someone else's design\./) },
    ]);
  });
});
