import { paintBlocks } from "#tests/support/paint-blocks.ts";
import { encodePng } from "#worker/render/png.ts";
import { grantTestCoins, makeShopItem } from "./make-shop-item.ts";
import { expect, test, uniqueWord } from "./test.ts";

const painting = (n: number) => ({
  name: "painting.png",
  mimeType: "image/png",
  buffer: Buffer.from(encodePng(paintBlocks(n))),
});

test("a copied design is held, staff compare both and reject it, and its creator reads why", async ({
  page,
  signUp: joinUp,
  otherUser,
  openBrowser,
}) => {
  const art = Date.now() % 1_000_000;
  const [maker, admin] = [await otherUser(), await otherUser("admin")];
  const { username } = await joinUp();
  for (const name of [username, maker.account.username]) await grantTestCoins(admin, name, 25);
  const [original, copy] = [`Maze ${uniqueWord()}`, `My own ${uniqueWord()}`];
  const first = { name: original, texture: painting(art) as unknown as string };
  await makeShopItem(maker, first);

  await page.goto("/shop/create/?type=shirt");
  await page.getByLabel("Texture", { exact: true }).setInputFiles(painting(art));
  await page.getByLabel("Name", { exact: true }).fill(copy);
  await page.getByRole("button", { name: "Create item" }).click();
  await expect(page).toHaveURL(/\/items\/\d+$/);
  const note = page.getByRole("status").filter({ hasText: "until it's reviewed" });
  await expect(note.getByRole("link", { name: original })).toBeVisible();

  const staff = await openBrowser("admin");
  await staff.goto("/staff/items");
  const entry = staff.getByRole("article").filter({ hasText: copy });
  await expect(entry.getByRole("region", { name: "What it looks like" })).toContainText(original);
  await entry.getByRole("button", { name: `Zoom in on the textures of ${copy}` }).click();
  await expect(staff.getByRole("dialog").getByRole("img")).toHaveCount(2);
  await staff.keyboard.press("Escape");
  await entry.getByRole("button", { name: `Reject “${copy}”` }).click();
  await staff.getByLabel("Start from").selectOption("A copy");
  await staff.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  // Behind an open dialog no entry has a role, so that its absence says nothing.
  await expect(staff.getByRole("dialog")).toHaveCount(0);
  await expect(entry).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("Reason: This is a copy of someone else's design.")).toBeVisible();
});
