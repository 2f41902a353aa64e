import { vi } from "vitest";
import {
  type Avatar,
  avatarRoute,
  type ClosetItem,
  closetRoute,
  updateAvatarRoute,
} from "#domain/avatar/api.ts";
import { decodeLook } from "#domain/avatar/bopi-look.ts";
import { COLOR_KEYS } from "#domain/avatar/color-keys.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import { inventoryRoute } from "#domain/inventory/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { type ItemTypeName, itemTypeByName } from "#domain/items/item-types.ts";
import {
  createOutfitRoute,
  deleteOutfitRoute,
  editOutfitRoute,
  outfitListRoute,
  wearOutfitRoute,
} from "#domain/outfits/api.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, pageOf, type Site } from "./support/site.ts";
import { test as base, describe, expect } from "./support/test.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const tiles = (page: Page) => page.locator("[data-tile]");
const color = (page: Page, hex: string) => button(page, `Color #${hex}`).click();
const checkout = (page: Page) => page.getByRole("dialog", { name: "Buy and wear?" });
const photo = (page: Page) => page.getByRole("dialog", { name: "Photo of your bopi" });
const saved = (page: Page) => page.getByText(/^Your bopi has been saved/);
const sent = (site: Site) => site.inputs(updateAvatarRoute);

/** An owned item unless it has a price. */
function item(id: number, name: string, type: ItemTypeName = "hat", price: number | null = null) {
  return { id, name, price, type: { id: itemTypeByName(type) ?? 1, name: type } };
}
const OWN = [item(1, "Cone"), item(2, "Tower"), item(3, "Cap"), item(4, "Crown"), item(5, "Cactus")];
const FACES = [item(6, "Classic", "face"), item(7, "Monday", "face")];
const SHIRT = item(8, "Vest", "shirt", 30);
const PANTS = item(9, "Jeans", "pants", 20);
const FREE = item(10, "Saucer", "hat", 0);

class Wardrobe {
  avatar: Given<Avatar> = Object.fromEntries(COLOR_KEYS.map((key) => [key, "F5CD30"]));
  items: Given<ClosetItem>[] = [...OWN, ...FACES, SHIRT, PANTS];
}

/** A member's bopi, and what there is to wear. */
const test = base.extend<{ closet: Wardrobe }>({
  closet: [
    async ({ site }, use) => {
      const closet = new Wardrobe();
      site.signIn({ coins: 100 });
      site.respond(avatarRoute, () => closet.avatar);
      site.respond(closetRoute, ({ params, input }) => ({
        data: closet.items.filter(
          ({ type, name = "" }) =>
            type?.name === params.category && name.toLowerCase().includes(input.search),
        ),
      }));
      site.respond(updateAvatarRoute, ({ input }) => {
        const equipped = SLOTS.filter((slot) => slot in input).map((slot) => [
          slot,
          closet.items.find(({ id }) => id === input[slot]) ?? null,
        ]);
        closet.avatar = { ...closet.avatar, ...input, ...Object.fromEntries(equipped) };
        return closet.avatar;
      });
      await use(closet);
    },
    { auto: true },
  ],
});

test("asks before a link, Back or the browser discards unsaved changes", async ({ page, site }) => {
  site.respond(inventoryRoute, { user: { username: "bobby" } });
  const isStopped = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await page.goto("/users/bobby/inventory");
  await page.getByRole("link", { name: "Dress your bopi" }).click();
  await tab(page, "Colors").click();
  await expect(button(page, "Save")).toBeDisabled();
  expect(isStopped()).toBe(false);
  await color(page, "3C8DFF");
  expect(isStopped()).toBe(true);
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await page.getByRole("banner").getByRole("link", { name: "Shop", exact: true }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL("/avatar?tab=colors");
  for (const choice of ["Cancel", "Leave"]) {
    await page.goBack();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL("/avatar?tab=colors");
    await expect(page.getByText("Not saved yet")).toBeVisible();
    await question.getByRole("button", { name: choice }).click();
  }
  await expect(page).toHaveURL("/users/bobby/inventory");
  history.forward();
  await expect(page).toHaveURL("/avatar?tab=colors");
  await expect(button(page, "Save"), "nothing is left to save").toBeDisabled();
});

test("hats take the first empty slot, faces replace each other, and undo restores them", async ({ page }) => {
  const wear = (name: string) => button(page, `Wear ${name}`).click();
  await page.goto("/avatar?tab=wearing");
  await expect(page.getByText("Not wearing anything")).toBeVisible();
  await tab(page, "Hats").click();
  for (const name of ["Cone", "Tower", "Cap"]) await wear(name);
  await button(page, "Take off Tower").click();
  await wear("Cactus");
  await tab(page, "Faces").click();
  await wear("Classic");
  await wear("Monday");
  await tab(page, "Wearing").click();
  const equipped = page.getByRole("button", { name: /^Take off / });
  await expect(equipped).toHaveText(["Cone", "Cactus", "Cap", "Monday"]);
  await button(page, "Undo").click();
  await expect(button(page, "Save")).toBeDisabled();
  await expect(equipped).toHaveCount(0);
});

test("a category is searched, and an item's page opens with Ctrl or the option", async ({ page }) => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  await page.goto("/avatar?tab=hat");
  const search = page.getByRole("searchbox", { name: "Search hats" });
  await search.fill("tow");
  await expect(page).toHaveURL("/avatar?search=tow");
  await expect(tiles(page)).toHaveText(["Tower"]);
  await search.fill("qqqzz");
  await expect(page.getByText("No hat found")).toBeVisible();
  await search.fill("");
  await button(page, "Wear Tower").click({ modifiers: ["Control"] });
  await expect(button(page, "Wear Tower")).toHaveAttribute("aria-pressed", "false");
  await button(page, "Options").click();
  await page.getByRole("menuitemcheckbox", { name: "Open item pages" }).click();
  await button(page, "Open the page of Tower").click();
  expect(open.mock.calls.map(([url]) => url)).toEqual(["/items/2", "/items/2"]);
});

test("the closet shows a member's items and then the shop's, page by page", async ({ page, site }) => {
  site.respond(closetRoute, ({ input }) =>
    input.after
      ? { data: [item(20, "Last", "hat", 500)] }
      : {
          data: [FREE, ...OWN, ...OWN.map(({ id }) => item(id + 30, `Hat ${id}`, "hat", 40))],
          next: "shop-40-31",
        },
  );
  await page.goto("/avatar?tab=hat");
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(headings).toHaveText(["Yours", "Free for everyone", "You can buy these"]);
  await button(page, "Show More").click();
  await expect(tiles(page)).toHaveCount(12);
  await expect(headings.last()).toHaveText("Worth saving up for");
  await expect(button(page, "Show More")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "See more in the shop" })).toLinkTo("/shop?category=hat");
});

test("several parts are colored at once, and all controls work with the keyboard", async ({ page, site }) => {
  await page.goto("/avatar?tab=colors");
  const part = (name: string) => button(page, name);
  await expect(part("Head")).toHaveAttribute("aria-pressed", "true");
  await part("Head").click({ modifiers: ["Control"] });
  await expect(part("Head"), "the last one stays").toHaveAttribute("aria-pressed", "true");
  await part("Torso").click({ modifiers: ["Shift"] });
  await expect(page.getByText("2 parts")).toBeVisible();
  await part("Torso").click();
  await expect(part("Head")).toHaveAttribute("aria-pressed", "false");
  await part("Torso").focus();
  await page.keyboard.press("ArrowRight");
  await expect(part("Left arm")).toBeFocused();
  await part("Left arm").click({ modifiers: ["Control"] });
  await expect(page.getByText("2 parts")).toBeVisible();
  const hex = page.getByLabel("Hex");
  await hex.fill("#12ab");
  await hex.press("Enter");
  await expect(page.getByText("Not saved yet"), "half a color is none").toHaveCount(0);
  await hex.fill("12ab34");
  await hex.press("Enter");
  await expect(hex).toHaveValue("#12AB34");
  for (const [label, value] of [
    ["Red", "255"],
    ["Green", "300"],
  ] as const) {
    await page.getByLabel(label).fill(value);
    await page.getByLabel(label).press("Enter");
    await expect(hex).toHaveValue("#FFAB34");
  }
  await button(page, "Save this color").click();
  const own = page.getByRole("group", { name: "Your colors" }).getByRole("button", { name: "Color #FFAB34" });
  await expect(own).toBeVisible();
  await button(page, "Save").click();
  await expect(saved(page)).toBeVisible();
  expect(sent(site)).toEqual([{ body_color: "FFAB34", left_arm_color: "FFAB34" }]);
  await page.reload();
  await expect(own, "the saved color is still there").toBeVisible();
});

test("red, green and blue are typed one after the other without losing the focus", async ({ page }) => {
  await page.goto("/avatar?tab=colors");
  await page.getByLabel("Red").focus();
  for (const channel of ["12", "34", "56"]) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(channel);
    await page.keyboard.press("Tab");
  }
  await expect(page.getByLabel("Hex")).toHaveValue("#0C2238");
  await expect(button(page, "Save this color"), "Tab leads on from field to field").toBeFocused();
  await page.getByLabel("Hex").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("#aabbcc");
  await expect(page.getByLabel("Hex"), "a finished color keeps the focus").toBeFocused();
  await expect(page.getByLabel("Blue")).toHaveValue("204");
  await color(page, "3C8DFF");
  await expect(page.getByLabel("Hex"), "a color from the palette replaces what was typed").toHaveValue(
    "#3C8DFF",
  );
});

test("a look from another tab shows at once and survives the own changes", async ({ page, site, closet }) => {
  await page.goto("/avatar?tab=colors");
  await button(page, "Right arm").click();
  await color(page, "7BC950");
  closet.avatar = { ...closet.avatar, head_color: "3C8DFF" };
  await page.receive({
    event: "AvatarRendered",
    bopi: { headshot_url: "/h.png", avatar_url: "/a.png" },
    look: "a",
  });
  await button(page, "Head").click();
  await expect(page.getByLabel("Hex")).toHaveValue("#3C8DFF");
  await button(page, "Save").click();
  await expect(saved(page)).toBeVisible();
  expect(sent(site)).toEqual([{ right_arm_color: "7BC950" }]);
});

test("a failed save is reported in a banner, and the changes stay", async ({ page, site }) => {
  const message = "The paint has run out.";
  site.respond(updateAvatarRoute, errorResponse("conflict", { message }));
  await page.goto("/avatar?tab=colors");
  await color(page, "F94144");
  await button(page, "Save").click();
  await expect(page.getByRole("alert")).toContainText(message);
  await expect(button(page, "Save")).toBeEnabled();
  await page.getByRole("alert").getByRole("button").click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await tab(page, "Outfits").click();
  await page.getByRole("button", { name: /New outfit/ }).click();
  const modal = page.getByRole("dialog");
  await modal.getByLabel("Name").fill("Sunday best");
  await modal.getByRole("button", { name: "Create outfit" }).click();
  await expect(modal.getByText(message), "the outfit's name is not lost").toBeVisible();
  await expect(modal.getByLabel("Name")).toHaveValue("Sunday best");
});

test("an outfit is created, renamed, equipped and deleted", async ({ page, site, closet }) => {
  const outfits: { id: number; name: string }[] = [];
  site.respond(outfitListRoute, () => pageOf(outfits));
  site.respond(createOutfitRoute, ({ input }) => {
    outfits.push({ id: 3, name: input.name });
    return { outfit: { id: 3, name: input.name } };
  });
  site.respond(editOutfitRoute, ({ input }) => {
    outfits[0] = { id: 3, name: input.name };
    return { outfit: outfits[0] };
  });
  site.respond(wearOutfitRoute, () => ({ ...closet.avatar, head_color: "7BC950" }));
  site.respond(deleteOutfitRoute, () => {
    outfits.pop();
    return {};
  });
  await page.goto("/avatar?tab=colors");
  await color(page, "7BC950");
  await tab(page, "Outfits").click();
  await expect(page.getByText("No outfits found"), "the tile says it all").toHaveCount(0);
  await page.getByRole("button", { name: /New outfit/ }).click();
  const modal = page.getByRole("dialog");
  await modal.getByLabel("Name").fill("x".repeat(31));
  await modal.getByRole("button", { name: "Create outfit" }).click();
  await expect(modal.getByText("Name must be at most 30 characters.")).toBeVisible();
  expect(sent(site), "a wrong name saves nothing").toEqual([]);
  await modal.getByLabel("Name").fill("Sunday");
  await modal.getByRole("button", { name: "Create outfit" }).click();
  await expect(modal).toHaveCount(0);
  expect(sent(site), "the bopi was saved first").toEqual([{ head_color: "7BC950" }]);
  await button(page, "Wear 'Sunday'").click();
  await expect.poll(() => site.inputs(wearOutfitRoute)).toEqual([{ id: 3 }]);
  await button(page, "More for 'Sunday'").click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await modal.getByLabel("Name").fill("Monday");
  await modal.getByRole("button", { name: "Rename" }).click();
  await expect(button(page, "Wear 'Monday'")).toBeVisible();
  await button(page, "More for 'Monday'").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete outfit" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(button(page, "Wear 'Monday'")).toHaveCount(0);
});

test("an item's page begins with it on the own bopi, and has its picture", async ({ page, site }) => {
  site.respond(itemRoute, { item: { ...item(1, "Cone"), price: 0 } });
  await page.goto("/items/1");
  const onBopi = page.getByRole("img", { name: "Cone on your bopi" });
  expect(decodeLook((await onBopi.getAttribute("src"))?.split("/")[2] ?? "")?.items.hat1).toBe(1);
  await page.getByRole("radio", { name: "Picture" }).check();
  await expect(onBopi).toHaveCount(0);
  await expect(page.getByRole("img", { name: "Picture of Cone" })).toBeVisible();
});

describe("trying on", () => {
  test("a newcomer sees free items first, and wears one with two presses", async ({ page, site, closet }) => {
    closet.items = [FREE, item(11, "Helmet", "hat", 5)];
    site.respond(purchaseItemRoute, { inventory: {} });
    await page.goto("/avatar");
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText(
      "Free for everyone",
    );
    await button(page, "Try on Saucer, free").click();
    await expect(page.getByText("Trying on 1 · free")).toBeVisible();
    expect(sent(site), "only tried on").toEqual([]);
    await button(page, "Get and wear").click();
    await expect(saved(page)).toBeVisible();
    await expect(button(page, "Take off Saucer, yours now")).toBeVisible();
    await expect(button(page, "Save")).toBeDisabled();
    expect(sent(site)).toEqual([{ hat1: 10 }]);
    await button(page, "Step back").click();
    await expect(page.getByText("Saucer came off. It stays yours")).toBeVisible();
    await expect(button(page, "Wear Saucer, yours now"), "it is still owned").toBeVisible();
    await page.keyboard.press("Control+Shift+Z");
    await expect(button(page, "Take off Saucer, yours now")).toBeVisible();
    await expect(button(page, "Save")).toBeDisabled();
  });

  test("items are bought together for the total shown; a new price asks again", async ({ page, site }) => {
    await page.goto("/avatar?tab=shirt");
    await button(page, "Try on Vest, 30 coins").click();
    await tab(page, "Pants").click();
    await button(page, "Try on Jeans, 20 coins").click();
    await expect(page.getByText("Trying on 2 · 50 coins")).toBeVisible();
    await button(page, "Buy and wear").click();
    await expect(checkout(page).getByRole("listitem")).toHaveText(["Vest30 coins", "Jeans20 coins"]);
    await expect(checkout(page).getByRole("definition")).toHaveText(["50 coins", "100", "50"]);
    expect(site.calls(purchaseItemRoute), "nothing is paid yet").toEqual([]);
    site.respond(itemRoute, { item: { ...PANTS, price: 25, purchasable: "onsale", is_purchasable: true } });
    site.respond(purchaseItemRoute, ({ params, input }) =>
      params.id === "9" && input.price === 20 ? errorResponse("price_changed") : { inventory: {}, coins: 70 },
    );
    await button(page, "Buy and wear for 50 coins").click();
    await expect(checkout(page).getByText("The price changed from 20 to 25 coins.")).toBeVisible();
    await expect(checkout(page).getByText("Yours now"), "the rest is bought").toHaveCount(1);
    await button(page, "Buy and wear for 25 coins").click();
    await expect(saved(page)).toBeVisible();
    await expect(checkout(page)).toBeHidden();
    expect(sent(site)).toEqual([{ shirt: 8, pants: 9 }]);
    expect(site.calls(purchaseItemRoute).map(({ params, input }) => [params.id, input.price])).toEqual([
      ["8", 30],
      ["9", 20],
      ["9", 25],
    ]);
  });

  test("with too few coins leaves the rest of the look to be saved", async ({ page, site }) => {
    site.signIn({ coins: 0 });
    await page.goto("/avatar?tab=shirt");
    await button(page, "Try on Vest, 30 coins").click();
    await tab(page, "Colors").click();
    await color(page, "3C8DFF");
    await button(page, "Buy and wear").click();
    await expect(checkout(page).getByText("You need 30 coins more.")).toBeVisible();
    await expect(checkout(page).getByRole("link", { name: "Earn coins" })).toLinkTo("/");
    await expect(button(page, "Buy and wear for 30 coins")).toHaveCount(0);
    await button(page, "Save without them").click();
    await expect(saved(page)).toBeVisible();
    expect(sent(site)).toEqual([{ head_color: "3C8DFF" }]);
  });

  test("a sold-out item says so, and is still tried on", async ({ page, site }) => {
    site.respond(purchaseItemRoute, errorResponse("sold_out"));
    await page.goto("/avatar?tab=shirt");
    await button(page, "Try on Vest, 30 coins").click();
    await button(page, "Buy and wear").click();
    await button(page, "Buy and wear for 30 coins").click();
    await expect(checkout(page).getByRole("listitem")).toContainText(["The last copy was just sold."]);
    await checkout(page).getByRole("button", { name: "Cancel" }).click();
    await expect(button(page, "Take off Vest, trying on, 30 coins")).toBeVisible();
    expect(sent(site)).toEqual([]);
  });

  test("the dice dress at random", async ({ page }) => {
    await page.goto("/avatar");
    await button(page, "Surprise me").click();
    await expect(page.getByText("A random look. Step back returns to the one before.")).toBeAttached();
    await expect(page.getByText("Not saved yet")).toBeVisible();
    await button(page, "Step back").click();
    await expect(button(page, "Save")).toBeDisabled();
  });
});

test("a photo shows what is tried on, and can be taken again when it can't be drawn", async ({ page }) => {
  await page.goto("/avatar");
  await button(page, "Wear Cone").click();
  await button(page, "Take a photo").focus();
  await page.keyboard.press("Enter");
  const picture = photo(page).getByRole("img", { name: "Your bopi, waving" });
  expect(decodeLook((await picture.getAttribute("src"))?.split("/")[2] ?? "")?.items.hat1).toBe(1);
  await picture.dispatchEvent("error");
  await expect(photo(page).getByRole("alert")).toContainText("The photo didn't turn out.");
  await photo(page).getByRole("button", { name: "Retry" }).click();
  await picture.dispatchEvent("load");
  await expect(picture).toHaveAttribute("data-shown", "true");
  await photo(page).getByRole("radio", { name: "Waving" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(photo(page).getByRole("img", { name: "Your bopi, cheering" })).toHaveAttribute(
    "src",
    /^\/looks\/.+\/cheer-512\.png$/,
  );
  await expect(photo(page).getByRole("link", { name: "Download" })).toHaveAttribute(
    "download",
    "bobby-cheer.png",
  );
  await page.keyboard.press("Escape");
  await expect(button(page, "Take a photo")).toBeFocused();
});
