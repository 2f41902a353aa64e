import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openFromMe } from "./open-from-me.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const exact = (count: number) => new Intl.NumberFormat("en").format(count);

interface Item {
  item: {
    name: string;
    description: string;
    type: { id: number; name: string };
    purchasable: string;
    price: number;
    gold_month: string | null;
    user: { username: string };
  };
}

const CUBE = [
  ...["v -1 0 -1", "v 1 0 -1", "v 1 0 1", "v -1 0 1", "v -1 2 -1", "v 1 2 -1", "v 1 2 1", "v -1 2 1"],
  ...["f 4 3 7 8", "f 1 4 8 5", "f 2 1 5 6", "f 3 2 6 7", "f 5 8 7 6", "f 1 2 3 4"],
].join("\n");

const file = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text) });
const texture = (page: Page) => page.getByLabel("Texture", { exact: true });
const model = (page: Page) => page.getByLabel("Model", { exact: true });
const name = (page: Page) => page.getByLabel("Name", { exact: true });
const price = (page: Page) => page.getByLabel("Price");
const goldMonth = (page: Page) => page.getByLabel("Gold month");
const saleType = (page: Page, label: string) => page.getByRole("radio", { name: label, exact: true });
const type = (page: Page, label: string) => page.getByRole("radio", { name: label, exact: true });
const create = (page: Page) => page.getByRole("button", { name: "Create item" });
const itemOf = async (page: Page) => Number(/\/items\/(\d+)$/.exec(page.url())?.[1]);

test("a visitor is asked to sign in and returns to the form", async ({ page, otherUser }) => {
  const { account } = await otherUser();
  await page.goto("/shop/create/?type=pants");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Username or email").fill(account.username);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create an item" })).toBeVisible();
  await expect(type(page, "Pants")).toBeChecked();
  await expect(page.getByText("You have 0 coins.")).toBeVisible();
  await expect(page.getByText("You need 25 coins more.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Earn coins" })).toBeVisible();
});

test.describe("a member", () => {
  test.use({ as: "bobby" });

  test("creates a shirt for 25 coins and is taken to its page", async ({ page, api }) => {
    const coins = async () => (await api.get<{ user: { coins: number } }>("/api/session")).user.coins;
    const before = await coins();
    const title = `Cape ${uniqueWord()}`;
    await page.goto("/levels");
    await openFromMe(page, { username: "bobby" }, "Create item");
    await expect(page).toHaveURL("/shop/create");
    await expect(
      page.getByText(
        `Creating an item costs 25 coins. You have ${exact(before)} coins, ${exact(before - 25)} after this.`,
      ),
    ).toBeVisible();
    await texture(page).setInputFiles(pictureFile(512, 512));
    await name(page).fill(title);
    await page.getByLabel("Description").fill("It flutters.");
    await saleType(page, "Onsale").check();
    await price(page).fill("75");
    await create(page).click();
    await expect(page.getByText(`“${title}” is ready!`)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await coins()).toBe(before - 25);
    await expect(page.getByRole("banner").getByText(exact(before - 25), { exact: true })).toBeVisible();
    const { item } = await api.get<Item>(`/api/items/${await itemOf(page)}`);
    expect(item).toMatchObject({
      name: title,
      description: "It flutters.",
      type: { id: 4 },
      purchasable: "onsale",
      price: 75,
      gold_month: null,
      user: { username: "bobby" },
    });
    await page.goto("/users/bobby/inventory?category=shirt");
    await expect(page.getByRole("link", { name: title }).first()).toBeVisible();
  });

  test(
    "can create shirts, pants and shoes from their templates, and has no Gold month",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/shop/create/");
      await expect(page.getByRole("group", { name: "Type", exact: true }).getByRole("radio")).toHaveCount(3);
      await expect(goldMonth(page)).toHaveCount(0);
      await expect(model(page)).toHaveCount(0);
      for (const kind of ["Shirt", "Pants", "Shoes"]) {
        await type(page, kind).check();
        await expect(page.getByRole("img", { name: `Template for ${kind.toLowerCase()}` })).toBeVisible();
        const download = page.waitForEvent("download");
        await page.getByRole("link", { name: "Download template" }).click();
        const saved = await download;
        expect(saved.suggestedFilename()).toBe(`bopolis-${kind.toLowerCase()}-template.png`);
        const bytes = await readFile(await saved.path());
        expect([bytes.toString("latin1", 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
          "PNG",
          512,
          512,
        ]);
        // A template is a valid texture.
        await texture(page).setInputFiles(await saved.path());
        await expect(page.getByText(/^Texture (must|dimensions)/)).toHaveCount(0);
      }
    },
  );

  test(
    "sees at once which textures are invalid, in the specification's wording",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/shop/create/");
      await texture(page).setInputFiles(file("shirt.png", "this is no picture"));
      await expect(page.getByText("Texture must be a png", { exact: true })).toBeVisible();
      await expect(texture(page)).toHaveAttribute("aria-invalid", "true");
      await texture(page).setInputFiles(pictureFile(512, 256));
      await expect(page.getByText("Texture dimensions must be 512x512", { exact: true })).toBeVisible();
      await texture(page).setInputFiles(pictureFile(512, 512));
      await expect(page.getByText(/^Texture (must|dimensions)/)).toHaveCount(0);
      await expect(texture(page)).not.toHaveAttribute("aria-invalid");
    },
  );

  test(
    "sets a price only for an item on sale, and sees the tax and what is left",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/shop/create/");
      await expect(price(page)).toBeDisabled();
      await expect(page.getByText("Sales tax: 30%")).toBeVisible();
      await saleType(page, "Free").check();
      await expect(price(page)).toBeDisabled();
      await saleType(page, "Onsale").check();
      await price(page).fill("1o0,5");
      await expect(price(page)).toHaveValue("105");
      // 31.5 of tax, rounded down.
      await expect(page.getByText("You get 74 coins from each sale.")).toBeVisible();
      await saleType(page, "Offsale").check();
      await expect(price(page)).toBeDisabled();
      await expect(page.getByText(/^You get/)).toHaveCount(0);
      await saleType(page, "Onsale").check();
      await expect(price(page)).toHaveValue("105");
    },
  );

  test("sees at the fields what is missing, and nothing is sent", NIGHTLY, async ({ page }) => {
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") sent++;
    });
    await page.goto("/shop/create/");
    await saleType(page, "Onsale").check();
    await create(page).click();
    for (const text of [
      "Choose a picture for the texture.",
      "Name is required.",
      "Price must be at least 1 coin. Choose Free to give the item away.",
    ])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(texture(page)).toBeFocused();
    await texture(page).setInputFiles(pictureFile(512, 512));
    await price(page).fill("5");
    await name(page).fill("🏳️‍🌈".repeat(51));
    await expect(page.getByText("51 / 50")).toBeVisible();
    await create(page).click();
    await expect(page.getByText("Name must be at most 50 characters.")).toBeVisible();
    await expect(name(page)).toBeFocused();
    expect(sent).toBe(0);
  });

  test(
    "sees the progress of the upload, and repeated clicks send nothing more",
    NIGHTLY,
    async ({ page }) => {
      let sent = 0;
      let respond = () => {};
      const responded = new Promise<void>((resolve) => {
        respond = resolve;
      });
      await page.route("**/api/shop/create/", async (route) => {
        sent++;
        await responded;
        await route.fulfill({ status: 201, json: { id: 2 } });
      });
      await page.goto("/shop/create/");
      await texture(page).setInputFiles(pictureFile(512, 512));
      await name(page).fill("Slow");
      await create(page).dblclick();
      await expect(page.getByRole("progressbar", { name: "Uploading" })).toBeVisible();
      const busy = page.getByRole("button", { name: /Create item/ });
      await expect(busy).toHaveAttribute("aria-busy", "true");
      await busy.click({ force: true });
      await name(page).press("Enter");
      respond();
      await expect(page).toHaveURL("/items/2");
      expect(sent).toBe(1);
    },
  );

  test(
    "keeps the input after an error, which is shown at its field or above the button",
    NIGHTLY,
    async ({ page, complaints }) => {
      const errors = [
        { status: 422, json: { message: "Please check.", errors: { texture: ["Texture must be a png"] } } },
        { status: 422, json: { message: "Creating an item costs 25 coins. You don't have enough." } },
        { status: 502, body: "<h1>Bad gateway</h1>" },
      ];
      complaints.expect(/^422 POST /);
      complaints.expect(/^502 POST /);
      complaints.expect(/^net::ERR_FAILED POST /);
      await page.route("**/api/shop/create/", (route) => {
        const error = errors.shift();
        return error ? route.fulfill(error) : route.abort();
      });
      await page.goto("/shop/create/?type=shoes");
      await texture(page).setInputFiles(pictureFile(512, 512, "mine.png"));
      await name(page).fill("Keepers");
      await create(page).click();
      await expect(page.getByText("Texture must be a png", { exact: true })).toBeVisible();
      await expect(texture(page)).toBeFocused();
      await create(page).click();
      const alert = page.getByRole("main").getByRole("alert");
      await expect(alert).toHaveText("Creating an item costs 25 coins. You don't have enough.");
      await create(page).click();
      await expect(alert).toHaveText("An error occured");
      await create(page).click();
      await expect(alert).toHaveText(/^An error occured\. Bopolis didn't answer\./);
      await expect(name(page)).toHaveValue("Keepers");
      await expect(page.getByText("mine.png")).toBeVisible();
      await expect(type(page, "Shoes")).toBeChecked();
    },
  );
});

test.describe("an admin", () => {
  test.use({ as: "admin" });

  test("creates a hat from a model and a texture, for a Gold month", async ({ page, api }) => {
    const title = `Crate ${uniqueWord()}`;
    await page.goto("/shop/create/");
    await expect(page.getByRole("group", { name: "Type", exact: true }).getByRole("radio")).toHaveCount(6);
    await type(page, "Hat").check();
    await model(page).setInputFiles(file("crate.obj", CUBE));
    await expect(page.getByText("12 triangles")).toBeVisible();
    await texture(page).setInputFiles(pictureFile(512, 512));
    await name(page).fill(title);
    await expect(saleType(page, "Offsale")).toBeChecked();
    await goldMonth(page).fill("2031-05-17");
    await expect(goldMonth(page)).toHaveValue("2031-05-01");
    await expect(saleType(page, "Onsale")).toBeChecked();
    await price(page).fill("10");
    await create(page).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const { item } = await api.get<Item>(`/api/items/${await itemOf(page)}`);
    expect(item).toMatchObject({
      type: { id: 1 },
      gold_month: "2031-05-01",
      purchasable: "onsale",
      price: 10,
    });
  });

  test(
    "creates a face of any size, and loses the Gold month when it is not sold",
    NIGHTLY,
    async ({ page, api }) => {
      const title = `Wink ${uniqueWord()}`;
      await page.goto("/shop/create/?type=face");
      await texture(page).setInputFiles(pictureFile(300, 200));
      await expect(page.getByText(/^Texture (must|dimensions)/)).toHaveCount(0);
      await type(page, "Shirt").check();
      await expect(page.getByText("Texture dimensions must be 512x512", { exact: true })).toBeVisible();
      await type(page, "Face").check();
      await expect(page.getByText(/^Texture (must|dimensions)/)).toHaveCount(0);
      await goldMonth(page).fill("2031-05-17");
      await saleType(page, "Free").check();
      await expect(goldMonth(page)).toHaveValue("");
      await name(page).fill(title);
      await create(page).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      const { item } = await api.get<Item>(`/api/items/${await itemOf(page)}`);
      expect(item).toMatchObject({ type: { id: 3 }, gold_month: null, purchasable: "free", price: 0 });
    },
  );

  test("sees what is wrong with a model at its field", NIGHTLY, async ({ page }) => {
    await page.goto("/shop/create/?type=toy");
    await model(page).setInputFiles(file("toy.stl", CUBE));
    await expect(page.getByText("Model must be an obj", { exact: true })).toBeVisible();
    await model(page).setInputFiles(file("toy.obj", "v 0 0 0\nv 1 0 0\nf 1 2 9\n"));
    await expect(page.getByText("Line 3 of the model refers to a vertex that doesn't exist.")).toBeVisible();
    await texture(page).setInputFiles(pictureFile(512, 512));
    await name(page).fill("Broken");
    await create(page).click();
    await expect(model(page)).toBeFocused();
    await page.getByRole("button", { name: "Remove" }).first().click();
    await create(page).click();
    await expect(page.getByText("A hat or toy needs a model.")).toBeVisible();
    await model(page).setInputFiles(file("TOY.OBJ", CUBE));
    await expect(page.getByText("12 triangles")).toBeVisible();
  });
});
