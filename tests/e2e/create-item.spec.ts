import { readFile } from "node:fs/promises";
import { pictureFile } from "./picture-file.ts";
import { expect, test, uniqueWord } from "./test.ts";

// States of the form: tests/ui/create-item.test.ts.

test.use({ as: "bobby" });

test("a member creates a shirt, for which there's a template that is a valid texture", async ({ page }) => {
  const title = `Cape ${uniqueWord()}`;
  await page.goto("/shop/create");
  for (const kind of ["Pants", "Shoes", "Shirt"]) {
    await page.getByRole("radio", { name: kind, exact: true }).check();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download template" }).click();
    const path = await (await download).path();
    const bytes = await readFile(path);
    expect([bytes.toString("latin1", 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
      "PNG",
      512,
      512,
    ]);
    await page.getByLabel("Texture", { exact: true }).setInputFiles(path);
    await expect(page.getByText(/^(Texture (must|dimensions)|The texture can't)/)).toHaveCount(0);
  }
  await page.getByLabel("Texture", { exact: true }).setInputFiles(pictureFile(512, 512));
  await page.getByLabel("Name", { exact: true }).fill(title);
  await page.getByRole("button", { name: "Create item" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goto("/users/bobby/inventory?category=shirt");
  await expect(page.getByRole("link", { name: title }).first()).toBeVisible();
});
