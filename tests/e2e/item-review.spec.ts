import { paint } from "#tests/support/art.ts";
import { encodePng } from "#worker/render/png.ts";
import { expect, test, unique } from "./fixtures.ts";
import { giveCoins, makeItem } from "./item.ts";

const painting = (n: number) => ({
  name: "painting.png",
  mimeType: "image/png",
  buffer: Buffer.from(encodePng(paint(n))),
});

test("a copied design waits, staff see both and decline it, and its creator reads why", async ({
  page,
  join: joinUp,
  somebody,
  openBrowser,
}) => {
  const art = Date.now() % 1_000_000;
  const [maker, admin] = [await somebody(), await somebody("admin")];
  const { username } = await joinUp();
  for (const name of [username, maker.person.username]) await giveCoins(admin, name, 25);
  const [original, copy] = [`Maze ${unique()}`, `My own ${unique()}`];
  const first = { name: original, texture: painting(art) as unknown as string };
  await makeItem(maker, first);

  await page.goto("/shop/create/?type=shirt");
  await page.getByLabel("Texture", { exact: true }).setInputFiles(painting(art));
  await page.getByLabel("Name", { exact: true }).fill(copy);
  await page.getByRole("button", { name: "Create item" }).click();
  await expect(page).toHaveURL(/\/items\/\d+$/);
  const note = page.getByRole("status").filter({ hasText: "It waits for staff" });
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
  await expect(entry).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("They say: This is a copy of somebody else's design.")).toBeVisible();
});
