import type { Page } from "@playwright/test";
import type { Avatar } from "#domain/avatar/api.ts";
import { decodeLook } from "#domain/avatar/bopi-look.ts";
import type { Api } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expectFingerSized } from "./expect-finger-sized.ts";
import { grantTestCoins, makeShopItem, ownCoins } from "./make-shop-item.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Buy and wear?" });
const SAVED = /^Your bopi has been saved/;

async function ownAvatar(api: Api): Promise<Avatar> {
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  return api.get<Avatar>(`/api/avatar/${user.id}/`);
}

/** A tab with a search for one item. */
const openItem = (page: Page, type: string, name: string) => page.goto(`/avatar?tab=${type}&search=${name}`);

test("a newcomer sees free items first, tries one on and wears it, with two presses", async ({
  page,
  signUp,
  api,
}) => {
  await signUp();
  await page.goto("/avatar");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Free for everyone");
  const saucer = page.locator("[data-tile]").first();
  await expect(saucer).toHaveAccessibleName(/^Try on .+, free$/);
  const name = (await saucer.getAttribute("title")) ?? "";
  await saucer.click();
  await expect(saucer).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("Trying on 1 · free")).toBeVisible();
  expect((await ownAvatar(api)).hat1, "only tried on").toBeNull();
  const place = await page.locator("[data-tile]").last().boundingBox();
  await button(page, "Get and wear").click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(button(page, `Take off ${name}, yours now`)).toBeVisible();
  await expect(button(page, "Save")).toBeDisabled();
  expect(await page.locator("[data-tile]").last().boundingBox(), "nothing has moved").toEqual(place);
  expect((await ownAvatar(api)).hat1?.name).toBe(name);

  await button(page, "Step back").click();
  await expect(page.getByText(`${name} came off. It stays yours`)).toBeVisible();
  await expect(button(page, `Wear ${name}, yours now`), "it is still owned").toBeVisible();
  await page.keyboard.press("Control+Shift+Z");
  await expect(button(page, `Take off ${name}, yours now`)).toBeVisible();
  await expect(button(page, "Save")).toBeDisabled();
});

test("items that are tried on are bought together for the total that was shown, and a changed price asks again", async ({
  page,
  signUp,
  otherUser,
  api,
  complaints,
}) => {
  complaints.expect(/^409 POST .*\/purchase/);
  const admin = await otherUser("admin");
  const { username } = await signUp();
  await grantTestCoins(admin, username, 100);
  const [shirt, pants] = [uniqueWord("Shirt"), uniqueWord("Pants")];
  await makeShopItem(admin, { name: shirt });
  const pantsId = await makeShopItem(admin, { name: pants, type_id: "5", price: "20" });
  await openItem(page, "shirt", shirt);
  await button(page, `Try on ${shirt}, 30 coins`).click();
  await tab(page, "Pants").click();
  await page.getByRole("searchbox", { name: "Search pants" }).fill(pants);
  await button(page, `Try on ${pants}, 20 coins`).click();
  await expect(page.getByText("Trying on 2 · 50 coins")).toBeVisible();

  await button(page, "Buy and wear").click();
  await expect(dialog(page).getByRole("listitem")).toHaveText([`${shirt}30 coins`, `${pants}20 coins`]);
  await expect(dialog(page).getByRole("definition")).toHaveText(["50 coins", "100", "50"]);
  expect(await ownCoins(api), "nothing is paid yet").toBe(100);
  await admin.post(`/api/items/${pantsId}`, { purchasable: "onsale", price: "25" });
  await button(page, "Buy and wear for 50 coins").click();
  await expect(dialog(page).getByText("The price changed from 20 to 25 coins.")).toBeVisible();
  await expect(dialog(page).getByText("Yours now"), "the rest is bought").toHaveCount(1);
  await button(page, "Buy and wear for 25 coins").click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  const { shirt: equippedShirt, pants: equippedPants } = await ownAvatar(api);
  expect([equippedShirt?.name, equippedPants?.name]).toEqual([shirt, pants]);
  // The first item is an achievement, which pays coins.
  expect(await ownCoins(api)).toBeLessThanOrEqual(100 - 30 - 25 + 10);
});

test(
  "too few coins and a sold-out item leave the rest of the look to be saved",
  NIGHTLY,
  async ({ page, signUp, otherUser, api, complaints }) => {
    complaints.expect(/^409 POST .*\/purchase/);
    const admin = await otherUser("admin");
    const { username } = await signUp();
    const [dear, last] = [uniqueWord("Dear"), uniqueWord("Last")];
    await makeShopItem(admin, { name: dear, price: "30" });
    await openItem(page, "shirt", dear);
    await expect(page.getByRole("heading", { level: 2, name: "Worth saving up for" })).toBeVisible();
    await button(page, `Try on ${dear}, 30 coins`).click();
    await tab(page, "Colors").click();
    await button(page, "Color #3C8DFF").click();
    await button(page, "Buy and wear").click();
    await expect(dialog(page).getByText("You need 30 coins more.")).toBeVisible();
    await expect(dialog(page).getByRole("link", { name: "Earn coins" })).toHaveAttribute("href", "/");
    await expect(button(page, "Buy and wear for 30 coins")).toHaveCount(0);
    await button(page, "Save without them").click();
    await expect(page.getByText(SAVED)).toBeVisible();
    expect(await ownAvatar(api)).toMatchObject({ shirt: null, head_color: "3C8DFF" });

    await grantTestCoins(admin, username, 50);
    const lastId = await makeShopItem(admin, { name: last, stock: "1", type_id: "6" });
    await openItem(page, "shoes", last);
    await button(page, `Try on ${last}, 30 coins`).click();
    const other = await otherUser();
    await grantTestCoins(admin, other.account.username, 30);
    await other.post(`/api/items/${lastId}/purchase`, { price: 30 });
    await button(page, "Buy and wear").click();
    await button(page, "Buy and wear for 30 coins").click();
    await expect(dialog(page).getByRole("listitem")).toContainText("The last copy was just sold.");
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(button(page, `Take off ${last}, trying on, 30 coins`), "it is still tried on").toBeVisible();
    expect((await ownAvatar(api)).shoes).toBeNull();
  },
);

test("arrow keys move through the grid, and the dice dress at random", async ({ page, signUp }) => {
  await signUp();
  await page.goto("/avatar");
  const tiles = page.locator("[data-tile]");
  await tiles.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(tiles.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(tiles.nth(1)).not.toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(tiles.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(tiles.last()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(tiles.last()).toHaveAttribute("aria-pressed", "true");
  await button(page, "Undo").click();
  await expect(button(page, "Save")).toBeDisabled();
  await button(page, "Surprise me").click();
  await expect(page.getByText("A random look. Step back returns to the one before.")).toBeAttached();
  await expect(page.getByText(/^(?:Not saved yet|Trying on \d · free)$/)).toBeVisible();
  await button(page, "Step back").click();
  await expect(button(page, "Save")).toBeDisabled();
});

test("a bopi is photographed in a pose, with what it tries on, to download and to share", async ({
  page,
  signUp,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { username } = await signUp();
  await page.goto("/avatar");
  const tile = page.locator("[data-tile]").first();
  const id = Number(await tile.getAttribute("data-tile"));
  await tile.click();
  await button(page, "Take a photo").focus();
  await page.keyboard.press("Enter");
  const modal = page.getByRole("dialog", { name: "Photo of your bopi" });
  await expect(modal.getByRole("radio", { name: "Waving" })).toBeFocused();
  await expect(modal.getByRole("img", { name: "Your bopi, waving" })).toHaveAttribute("data-shown", "true");
  await page.keyboard.press("ArrowRight");
  const photo = modal.getByRole("img", { name: "Your bopi, cheering" });
  await expect(photo).toHaveAttribute("data-shown", "true");
  const src = (await photo.getAttribute("src")) ?? "";
  expect(src).toMatch(/^\/looks\/.+\/cheer-512\.png$/);
  expect(decodeLook(src.split("/")[2] ?? "")?.items.hat1).toBe(id);
  await expectAccessible(page);

  const downloading = page.waitForEvent("download");
  await modal.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe(`${username}-cheer.png`);
  await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await modal.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname).toBe(src);
  await page.keyboard.press("Escape");
  await expect(button(page, "Take a photo")).toBeFocused();
});

test("a photo that can't be drawn can be taken again", async ({ page, signUp, complaints }) => {
  complaints.expect(/^429 GET .*\/looks\//);
  await signUp();
  await page.goto("/avatar");
  await page.route("**/looks/*/wave-512.png", (route) => route.fulfill({ status: 429, body: "" }));
  await button(page, "Take a photo").click();
  const modal = page.getByRole("dialog", { name: "Photo of your bopi" });
  await expect(modal.getByRole("alert")).toContainText("The photo didn't turn out.");
  await page.unroute("**/looks/*/wave-512.png");
  await modal.getByRole("button", { name: "Retry" }).click();
  await expect(modal.getByRole("img", { name: "Your bopi, waving" })).toHaveAttribute("data-shown", "true");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, as: "bobby" });

  test("the closet scrolls under the bopi, which keeps the top third", async ({ page }) => {
    await page.goto("/avatar");
    await expectFits(page);
    const preview = page.locator("[data-preview]");
    const last = page.locator("[data-tile]").last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await expect(preview).toBeInViewport({ ratio: 0.9 });
    await expectFingerSized(page);
    await expectAccessible(page);
    await last.click();
    await expect(last).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
    const label = await last.getByText("Trying on").boundingBox();
    for (const part of [await last.getAttribute("title"), /coins$/] as [string, RegExp]) {
      const box = await last.getByText(part).last().boundingBox();
      expect((label?.y ?? 0) + (label?.height ?? 0), "covers neither name nor price").toBeLessThanOrEqual(
        box?.y ?? 0,
      );
    }
    await button(page, "Buy and wear").click();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    const above = await preview.boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(844 * 0.5);
  });

  test("fingers can press each part, color and pose", async ({ page }) => {
    await page.goto("/avatar?tab=colors");
    await expect(button(page, "Left hand")).toBeVisible();
    await expectFits(page);
    await expectFingerSized(page);
    await button(page, "Take a photo").click();
    const modal = page.getByRole("dialog", { name: "Photo of your bopi" });
    await expect(modal.getByRole("img", { name: "Your bopi, waving" })).toHaveAttribute("data-shown", "true");
    await expectFingerSized(page);
    await expectAccessible(page);
    await expect(modal.getByRole("link", { name: "Download" })).toBeInViewport({ ratio: 1 });
  });
});
