import type { Page } from "@playwright/test";
import { expect, NIGHTLY, test, unique } from "./fixtures.ts";
import { buyItem, coinsOf, giveCoins, joinIn, makeItem } from "./item.ts";
import { expectAccessible, expectFits } from "./look.ts";

const deal = (page: Page) => page.getByRole("region", { name: "Get it", exact: true });
const buy = (page: Page) => deal(page).getByRole("button", { name: /^(Buy|Get it)$/ });
const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page, name: string) => dialog(page).getByRole("button", { name });
const headerCoins = (page: Page, coins: number) =>
  page.getByRole("banner").getByText(String(coins), { exact: true });
const offers = (page: Page) =>
  page.getByRole("list", { name: "Copies that are offered, the cheapest first" });

/** The first item that somebody gets is an achievement, and so is the first that they sell: each pays this many coins. */
const FIRST = 5;

test.describe("buying", () => {
  test("asks once, with the price and what is left, and shows at once what one has", async ({
    page,
    api,
    join,
    somebody,
  }) => {
    const admin = await somebody("admin");
    const { username } = await join();
    await giveCoins(admin, username, 100);
    const name = `Vest ${unique()}`;
    const id = await makeItem(admin, { name, stock: "5" });
    await page.goto(`/items/${id}`);
    await expect(deal(page).getByText("5 of 5 left")).toBeVisible();
    await buy(page).click();
    await expect(dialog(page).getByRole("heading", { name: `Buy “${name}”?` })).toBeVisible();
    const sums = dialog(page).getByRole("definition");
    await expect(sums).toHaveText(["30 coins", "100", "70"]);
    await confirm(page, "Buy for 30 coins").click();
    await expect(page.getByText(`“${name}” is yours!`)).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(deal(page)).toContainText("You own this#1");
    await expect(deal(page)).toBeFocused();
    await expect(headerCoins(page, 70 + FIRST)).toBeVisible();
    await expect.poll(() => coinsOf(api)).toBe(70 + FIRST);
    await deal(page).getByRole("link", { name: "Wear it" }).click();
    await expect(page).toHaveURL("/avatar?tab=shirt");
    await expect(page.getByRole("button", { name: `Take off ${name}`, exact: true })).toBeVisible();
    await page.goto(`/users/${username}/inventory`);
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  });

  test("twice by accident is once, and the window stays until the answer is here", async ({
    page,
    api,
    join,
    somebody,
  }) => {
    const admin = await somebody("admin");
    const { username } = await join();
    await giveCoins(admin, username, 100);
    const id = await makeItem(admin, { name: `Twice ${unique()}` });
    let sent = 0;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/items/${id}/purchase`, async (route) => {
      sent++;
      await answered;
      await route.continue();
    });
    await page.goto(`/items/${id}`);
    await buy(page).click();
    await confirm(page, "Buy for 30 coins").dblclick();
    await expect(confirm(page, "Buy for 30 coins")).toHaveAttribute("aria-busy", "true");
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(confirm(page, "Cancel")).toBeDisabled();
    await expect(dialog(page)).toBeVisible();
    answer();
    await expect(deal(page)).toContainText("You own this");
    expect(sent).toBe(1);
    await expect.poll(() => coinsOf(api)).toBe(70 + FIRST);
  });

  test(
    "after a lost answer is tried again without paying twice",
    NIGHTLY,
    async ({ page, api, join, somebody, complaints }) => {
      complaints.expect(/^net::ERR_FAILED POST /);
      const admin = await somebody("admin");
      const { username } = await join();
      await giveCoins(admin, username, 100);
      const id = await makeItem(admin, { name: `Lost ${unique()}` });
      const bodies: string[] = [];
      await page.route(`**/api/items/${id}/purchase`, async (route) => {
        bodies.push(route.request().postData() ?? "");
        if (bodies.length > 1) return route.continue();
        await route.fetch();
        await route.abort();
      });
      await page.goto(`/items/${id}`);
      await buy(page).click();
      await confirm(page, "Buy for 30 coins").click();
      await expect(dialog(page).getByText(/^Bopolis didn't answer\./)).toBeVisible();
      await confirm(page, "Buy for 30 coins").click();
      await expect(deal(page)).toContainText("You own this#1");
      expect(bodies[1]).toBe(bodies[0]);
      await expect.poll(() => coinsOf(api)).toBe(70 + FIRST);
    },
  );

  test(
    "at a price that has changed meanwhile is asked about again",
    NIGHTLY,
    async ({ page, api, join, somebody, complaints }) => {
      complaints.expect(/^409 POST /);
      const admin = await somebody("admin");
      const { username } = await join();
      await giveCoins(admin, username, 100);
      const id = await makeItem(admin, { name: `Dearer ${unique()}` });
      await page.goto(`/items/${id}`);
      await buy(page).click();
      await admin.post(`/api/items/${id}`, { price: 45 });
      await confirm(page, "Buy for 30 coins").click();
      await expect(
        dialog(page).getByText("The price has changed from 30 coins to 45 coins. Do you still want it?"),
      ).toBeVisible();
      expect(await coinsOf(api)).toBe(100);
      await confirm(page, "Buy for 45 coins").click();
      await expect(deal(page)).toContainText("You own this");
      await expect.poll(() => coinsOf(api)).toBe(55 + FIRST);
    },
  );

  test("with too few coins says how many are missing", NIGHTLY, async ({ page, join, somebody }) => {
    const admin = await somebody("admin");
    const { username } = await join();
    await giveCoins(admin, username, 12);
    const id = await makeItem(admin, { name: `Dear ${unique()}` });
    await page.goto(`/items/${id}`);
    await buy(page).click();
    await expect(dialog(page).getByText("You need 18 coins more.")).toBeVisible();
    await expect(confirm(page, "Buy for 30 coins")).toHaveCount(0);
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    await expect(buy(page)).toBeFocused();
  });

  test("costs nothing where it is free", NIGHTLY, async ({ page, api, join, somebody }) => {
    const admin = await somebody("admin");
    await join();
    const name = `Gift ${unique()}`;
    const id = await makeItem(admin, { name, purchasable: "free", price: "0" });
    await page.goto(`/items/${id}`);
    await expect(deal(page).getByText("FREE", { exact: true })).toBeVisible();
    await deal(page).getByRole("button", { name: "Get it" }).click();
    await expect(dialog(page).getByRole("heading", { name: `Get “${name}”?` })).toBeVisible();
    await confirm(page, "Get it for free").click();
    await expect(deal(page)).toContainText("You own this#1");
    await expect.poll(() => coinsOf(api)).toBe(FIRST);
  });

  test("the last copy goes to whoever is first; the other is told", async ({
    page,
    api,
    join,
    somebody,
    complaints,
  }) => {
    complaints.expect(/^409 POST /);
    const admin = await somebody("admin");
    const quick = await somebody();
    const { username } = await join();
    await giveCoins(admin, username, 100);
    await giveCoins(admin, quick.person.username, 100);
    const id = await makeItem(admin, { name: `Last ${unique()}`, stock: "1" });
    await page.goto(`/items/${id}`);
    await expect(deal(page).getByText("1 of 1 left")).toBeVisible();
    await buy(page).click();
    await buyItem(quick, id, 30);
    await confirm(page, "Buy for 30 coins").click();
    await expect(dialog(page).getByText("The last copy has just been sold.")).toBeVisible();
    await expect(confirm(page, "Buy for 30 coins")).toHaveCount(0);
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    await expect(deal(page)).toContainText("Sold out");
    await expect(deal(page)).toContainText("Nobody offers a copy just now.");
    expect(await coinsOf(api)).toBe(100);
  });

  test("needs an account: a visitor signs in and comes back", async ({ page, somebody }) => {
    const admin = await somebody("admin");
    const { person } = await somebody();
    const id = await makeItem(admin, { name: `Visit ${unique()}` });
    await page.goto(`/items/${id}`);
    await deal(page).getByRole("link", { name: "Sign in to buy" }).click();
    await page.getByLabel("Username or e-mail").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(`/items/${id}`);
    await expect(buy(page)).toBeVisible();
  });

  test("in a Gold month is for Gold members", NIGHTLY, async ({ page, join, somebody }) => {
    const admin = await somebody("admin");
    await join();
    const month = new Date().toISOString().slice(0, 7);
    const id = await makeItem(admin, { name: `Monthly ${unique()}`, gold_month: `${month}-15` });
    await page.goto(`/items/${id}`);
    await expect(deal(page).getByText("Gold members only")).toBeVisible();
    await expect(buy(page)).toHaveCount(0);
    const later = await makeItem(admin, { name: `Later ${unique()}`, gold_month: "2041-04-15" });
    await page.goto(`/items/${later}`);
    await expect(deal(page)).toContainText("Gold members can buy it in Apr 2041.");
  });
});

test.describe("reselling", () => {
  test("a copy changes hands between two browsers, and both see it at once", async ({
    page,
    api,
    join,
    somebody,
    openBrowser,
    origin,
  }) => {
    const admin = await somebody("admin");
    const seller = await join();
    const other = await openBrowser();
    const buyer = await joinIn(other, origin);
    for (const { username } of [seller, buyer]) await giveCoins(admin, username, 100);
    const name = `Rare ${unique()}`;
    const id = await makeItem(admin, { name, stock: "1" });
    await buyItem(api, id, 30);
    await page.goto(`/items/${id}`);
    await deal(page).getByRole("button", { name: "Offer your copy" }).click();
    await expect(dialog(page)).toContainText("Your bopi takes it off while it is offered.");
    await confirm(page, "Offer it").click();
    await expect(dialog(page).getByText("Price must be at least 1 coin.")).toBeVisible();
    await dialog(page).getByLabel("Price").fill("85");
    await expect(dialog(page).getByText("You get 60 coins.")).toBeVisible();
    await confirm(page, "Offer it").click();
    await expect(deal(page)).toContainText("You offer your copy for 85 coins. You get 60 coins.");
    await expect(offers(page).getByRole("listitem")).toContainText("Your offer");

    await other.goto(`/items/${id}`);
    await expect(deal(other)).toContainText("Sold out · Cheapest copy");
    await expect(offers(other).getByRole("listitem")).toHaveCount(1);
    await offers(other)
      .getByRole("button", { name: `Buy copy #1 from ${seller.username}` })
      .click();
    await expect(dialog(other)).toContainText(`From ${seller.username} #1`);
    await confirm(other, "Buy for 85 coins").click();
    await expect(deal(other)).toContainText("You own this#1");
    await expect(headerCoins(other, 15 + FIRST)).toBeVisible();
    await expect(other.getByText("No copies for sale")).toBeVisible();
    await expect(other.getByText("Recent average: 85 coins")).toBeVisible();
    await expect(other.getByText(/^On .+ copies went for 85 coins\.$/)).toBeVisible();

    // 100 less the 30 it cost, and 70 % of 85.
    await expect(headerCoins(page, 130 + 2 * FIRST)).toBeVisible();
    await expect(deal(page)).toContainText("Nobody offers a copy just now.");
    expect(await coinsOf(api)).toBe(130 + 2 * FIRST);
    await other.goto(`/items/${id}?tab=owners`);
    await expect(other.getByRole("link", { name: buyer.username }).last()).toBeVisible();
  });

  test(
    "an offer's price is changed and the copy taken back; the inventory tells of it",
    NIGHTLY,
    async ({ page, api, join, somebody }) => {
      const admin = await somebody("admin");
      const { username } = await join();
      const name = `Kept ${unique()}`;
      const id = await makeItem(admin, { name, stock: "1", purchasable: "free", price: "0" });
      const copy = await buyItem(api, id, 0);
      await page.goto(`/users/${username}/inventory?entry=${copy.id}`);
      const panel = page.getByRole("region", { name: "Selected item" });
      await panel.getByRole("link", { name: "Offer it to others" }).click();
      await expect(page).toHaveURL(`/items/${id}`);
      await deal(page).getByRole("button", { name: "Offer your copy" }).click();
      await dialog(page).getByLabel("Price").fill("50");
      await confirm(page, "Offer it").click();
      await expect(deal(page).getByRole("link", { name: "Wear it" })).toHaveCount(0);
      await deal(page).getByRole("button", { name: "Change the price" }).click();
      await expect(dialog(page).getByLabel("Price")).toHaveValue("50");
      await dialog(page).getByLabel("Price").fill("1200");
      await confirm(page, "Change the price").click();
      await expect(deal(page)).toContainText("You offer your copy for 1,200 coins. You get 840 coins.");
      await page.goto(`/users/${username}/inventory?entry=${copy.id}`);
      await expect(page.getByRole("link", { name: `${name} Offered for 1,200 coins` })).toBeVisible();
      await panel.getByRole("link", { name: "Change your offer" }).click();
      await deal(page).getByRole("button", { name: "Take it back" }).click();
      await expect(page.getByText("Your copy is off the market.")).toBeVisible();
      await expect(deal(page).getByRole("link", { name: "Wear it" })).toBeVisible();
      await expect(page.getByText("No copies for sale")).toBeVisible();
    },
  );
});

test.describe("editing", () => {
  test.use({ as: "admin" });

  test("fits on a phone, also with a long name", NIGHTLY, async ({ page, api }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const id = await makeItem(api, { name: unique().padEnd(50, "W") });
    await page.goto(`/items/${id}/edit`);
    await expect(page.getByLabel("Name")).toBeVisible();
    await expectFits(page);
  });

  test("changes words and sale, and keeps what was typed after an error", NIGHTLY, async ({ page, api }) => {
    const name = `Coat ${unique()}`;
    const id = await makeItem(api, { name });
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
    await expect(deal(page)).toContainText("Others get it for 55 coins.");
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("radio", { name: "Free" }).check();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(deal(page)).toContainText("Others get it for 55 coins.");
  });

  test("asks once before a limited item's sale ends, which then stays so", NIGHTLY, async ({ page, api }) => {
    const name = `Ending ${unique()}`;
    const id = await makeItem(api, { name, stock: "5" });
    await page.goto(`/items/${id}/edit`);
    await page.getByRole("radio", { name: "Offsale" }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    const asked = page.getByRole("alertdialog", { name: `Take “${name}” off sale for good?` });
    await asked.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("radio", { name: "Offsale" })).toBeChecked();
    await page.getByRole("button", { name: "Save changes" }).click();
    await asked.getByRole("button", { name: "End the sale" }).click();
    await expect(page).toHaveURL(`/items/${id}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByRole("radio", { name: "Onsale" })).toBeDisabled();
    await expect(page.getByText("It is limited and sold no more")).toBeVisible();
    await page.getByLabel("Name").fill(`${name} still`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${name} still` })).toBeVisible();
  });

  test("puts an item into the shop's carousel and out again", NIGHTLY, async ({ page, api }) => {
    const id = await makeItem(api, { name: `Starred ${unique()}` });
    const isFeatured = async () =>
      (await api.get<{ item: { is_featured: boolean } }>(`/api/items/${id}`)).item.is_featured;
    await page.goto(`/items/${id}`);
    for (const [act, featured] of [
      ["Feature in the shop", true],
      ["Take out of the carousel", false],
    ] as const) {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: act }).click();
      await expect.poll(isFeatured).toBe(featured);
    }
  });
});

test(
  "somebody else's item can't be edited, and an account is needed",
  NIGHTLY,
  async ({ page, join, somebody }) => {
    const admin = await somebody("admin");
    const id = await makeItem(admin, { name: `Theirs ${unique()}` });
    await page.goto(`/items/${id}/edit`);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/items/${id}/edit`)}`);
    await join();
    await page.goto(`/items/${id}/edit`);
    await expect(page.getByRole("heading", { level: 1, name: "This item isn't yours" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the item" }).click();
    await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  },
);

test.describe("a wishlist", () => {
  test(
    "is empty at first, and holds what one wishes for until one no longer does",
    NIGHTLY,
    async ({ page, join, somebody }) => {
      const admin = await somebody("admin");
      const { username } = await join();
      const name = `Wish ${unique()}`;
      const id = await makeItem(admin, { name });
      await page.goto("/levels");
      await page.getByRole("button", { name: `Account menu of ${username}` }).click();
      await page.getByRole("menuitem", { name: "Wishlist" }).click();
      await expect(page).toHaveURL("/wishlist");
      await expect(page.getByText("No items found", { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "Visit the shop" })).toBeVisible();
      await page.goto(`/items/${id}`);
      const wish = page.getByRole("button", { name: "Wishlist", exact: true });
      const kept = page.waitForResponse("**/wish");
      await wish.click();
      await expect(wish).toHaveAttribute("aria-pressed", "true");
      await kept;
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
    "shows a wish at once and takes it back when it fails",
    NIGHTLY,
    async ({ page, join, complaints }) => {
      complaints.expect(/^422 POST /);
      await join();
      await page.route("**/api/items/2/wish", (route) =>
        route.fulfill({
          status: 422,
          json: { message: "Your wishlist is full. Take something off it first." },
        }),
      );
      await page.goto("/items/2");
      const wish = page.getByRole("button", { name: "Wishlist", exact: true });
      await wish.click();
      await expect(page.getByText("Your wishlist is full. Take something off it first.")).toBeVisible();
      await page.getByRole("button", { name: "Ok" }).click();
      await expect(wish).toHaveAttribute("aria-pressed", "false");
    },
  );

  test("is a member's own", async ({ page }) => {
    await page.goto("/wishlist?page=2");
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/wishlist?page=2")}`);
  });
});

test(
  "the owners stand under an address of their own, and what is typed below stays",
  NIGHTLY,
  async ({ page, api, join }) => {
    await join();
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

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    "the page, the confirmation and the offers fit and are accessible",
    NIGHTLY,
    async ({ page, join, somebody }) => {
      const admin = await somebody("admin");
      const seller = await somebody();
      const { username } = await join();
      await giveCoins(admin, username, 100);
      const id = await makeItem(admin, {
        // As long as a name may be, and nowhere to break it.
        name: unique().padEnd(50, "W"),
        stock: "1",
        purchasable: "free",
        price: "0",
      });
      const copy = await buyItem(seller, id, 0);
      await seller.post(`/api/inventory/${copy.id}/resale`, { price: 40 });
      await page.goto(`/items/${id}`);
      await expect(offers(page).getByRole("listitem")).toHaveCount(1);
      await expect(page.getByText("No copy has been resold yet")).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      await deal(page).getByRole("button", { name: "Buy the cheapest" }).tap();
      await expect(confirm(page, "Buy for 40 coins")).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);
      await confirm(page, "Buy for 40 coins").tap();
      await expect(deal(page)).toContainText("You own this#1");
      await deal(page).getByRole("button", { name: "Offer your copy" }).tap();
      await expect(dialog(page).getByLabel("Price")).toBeVisible();
      await expectFits(page);
    },
  );
});
