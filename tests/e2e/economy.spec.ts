import type { Page } from "@playwright/test";
import { cubeObj } from "#tests/support/obj.ts";
import type { Api, ListPage } from "./api.ts";
import { grantTestCoins, makeShopItem, ownCoins, signUpIn } from "./make-shop-item.ts";
import { expect, test, uniqueWord } from "./test.ts";

interface Row {
  coins: number;
  xp: number;
  transaction_type: { id: number };
  source: { username?: string; name?: string } | null;
  seller: { username: string } | null;
  user: { username: string };
  inventories: { item: { name: string }; serial: number | null }[];
}

const balance = (page: Page, coins: number) =>
  page.getByRole("banner").getByRole("link", { name: `${coins} coins: your transactions` });
const deal = (page: Page) => page.getByRole("region", { name: "Get it", exact: true });
const rows = (page: Page) =>
  page
    .getByRole("table", { name: "Transactions" })
    .getByRole("row")
    .filter({ has: page.locator("time") });
const bell = (page: Page, unread: number) =>
  page.getByRole("banner").getByRole("button", { name: `Notifications, ${unread}`, exact: true });

const ledger = async (api: Api, query = ""): Promise<Row[]> =>
  (await api.get<ListPage<Row>>(`/api/auth/transactions${query}`)).data;
const sum = (list: readonly Row[]) => list.reduce((total, { coins }) => total + coins, 0);

/** Buys the item on the open page in its modal. */
async function buyHere(page: Page, price: number): Promise<void> {
  await deal(page).getByRole("button", { name: "Buy", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Buy for ${price} coins` })
    .click();
  await expect(deal(page)).toContainText("You own this");
}

test("a member earns coins, buys and equips a hat and sells a shirt, and all pages agree without a reload", async ({
  page,
  api,
  signUp,
  otherUser,
  openBrowser,
  origin,
}) => {
  test.slow();
  const admin = await otherUser("admin");
  const seller = await signUp();
  const hatName = `Cube ${uniqueWord()}`;
  const hat = await makeShopItem(admin, {
    name: hatName,
    type_id: "1",
    price: "5",
    obj: { name: "cube.obj", mimeType: "text/plain", buffer: Buffer.from(cubeObj()) } as never,
  });

  // The first comment is an achievement and a stamp of the first night. Each pays 5 coins.
  await page.goto("/levels/1");
  await page.getByRole("textbox", { name: "Write a comment" }).fill(`Hello ${uniqueWord()}`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Hello there", { exact: true })).toBeVisible();
  await expect(balance(page, 10)).toBeVisible();

  await page.goto(`/items/${hat}`);
  await buyHere(page, 5);
  // The first item is another achievement.
  await expect(balance(page, 10)).toBeVisible();
  await deal(page).getByRole("link", { name: "Wear it" }).click();
  await expect(page.getByText(/^Your bopi has been saved/)).toBeVisible();
  await expect(page.getByRole("button", { name: `Take off ${hatName}`, exact: true })).toBeVisible();
  // Dressing is another stamp.
  await expect(balance(page, 15)).toBeVisible();
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  expect((await api.get<{ hat1: { id: number } }>(`/api/avatar/${user.id}/`)).hat1.id).toBe(hat);

  // Changes made elsewhere show on the open page.
  await page.goto("/transactions");
  await expect(bell(page, 2)).toBeVisible();
  await grantTestCoins(admin, seller.username, 25);
  await expect(balance(page, 40)).toBeVisible();
  const name = `Shirt ${uniqueWord()}`;
  const shirt = await makeShopItem(api, { name, price: "20" });
  await expect(balance(page, 15)).toBeVisible();
  await expect(rows(page).first()).toContainText(/ gave you coins/);
  await page.getByRole("radio", { name: "From you" }).check();
  await expect(rows(page).first()).toContainText(`You created ${name}`);
  await expect(rows(page).first()).toContainText("−25 coins");
  await page.getByRole("radio", { name: "To you" }).check();

  const theirs = await openBrowser();
  const buyer = await signUpIn(theirs, origin);
  await grantTestCoins(admin, buyer.username, 50);
  await theirs.goto(`/items/${shirt}`);
  await buyHere(theirs, 20);

  // The seller's open page updates its coins, history and bell by itself.
  await expect(balance(page, 15 + 14 + 5)).toBeVisible();
  const sale = rows(page).filter({ hasText: buyer.username });
  await expect(sale).toContainText(`${buyer.username} bought ${name} #1 from you`);
  await expect(sale).toContainText("+14 coins");
  await expect(bell(page, 4)).toBeVisible();

  // Both sides of the sale, from the API.
  const [sold] = (await ledger(api, "?transaction_type=1&source_type=user")) as [Row];
  expect(sold).toMatchObject({ coins: 14, source: { username: buyer.username } });
  expect(sold.inventories).toMatchObject([{ item: { name }, serial: 1 }]);
  const [paid] = (await ledger(buyer.api, "?incoming=0")) as [Row];
  expect(paid).toMatchObject({ coins: -20, source: { name }, inventories: [{ serial: 1 }] });
  expect(paid).toMatchObject({ seller: { username: seller.username } });
  for (const one of [api, buyer.api])
    expect(sum([...(await ledger(one)), ...(await ledger(one, "?incoming=0"))])).toBe(await ownCoins(one));

  // The copy is in the buyer's inventory with its history, and the hat in the seller's.
  await theirs.goto(`/users/${buyer.username}/inventory`);
  await theirs.getByRole("link", { name, exact: true }).first().click();
  await expect(theirs.getByText(`${buyer.username} bought this item for 20 coins`)).toBeVisible();
  await theirs.goto(`/users/${seller.username}/inventory`);
  await theirs.getByRole("link", { name: hatName, exact: true }).first().click();
  await expect(theirs.getByText(`${seller.username} bought this item for 5 coins`)).toBeVisible();

  await page.getByRole("button", { name: "Notifications, 4", exact: true }).click();
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  await expect(notifications.getByText(name)).toBeVisible();
  await expect(notifications.getByText(buyer.username)).toBeVisible();
});
