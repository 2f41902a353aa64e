import type { Page } from "@playwright/test";
import { worldUpload } from "./api.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, test, uniqueWord } from "./test.ts";

/** The number of draft files that the browser has stored. */
const storedDraftFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = "bopolis-drafts";
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const count = opening.result.transaction("files").objectStore("files").count();
      count.onsuccess = () => resolve(count.result);
      opening.result.close();
    };
    return promise;
  });

test("a draft of a level survives a reload, is discarded and restored", async ({ page, signUp }) => {
  await signUp();
  const field = page.getByLabel("Title");
  const picture = page.getByLabel("Picture", { exact: true });
  const restored = page.getByText("Draft restored");
  const title = `Half a House ${uniqueWord()}`;
  await page.goto("/level/create");
  await field.fill("x".repeat(61));
  await page.getByRole("button", { name: "Create level" }).click();
  await expect(page.getByText("Title must be at most 60 characters.")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(title);
  await page.getByLabel("Description").fill("Line one\nLine two");
  await page.getByRole("radio", { name: /Your own file/ }).check();
  await page.getByRole("button", { name: "Create level" }).click();
  await expect(page.getByText("Choose a .json file, or pick one of the other worlds.")).toBeVisible();
  const fake = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") };
  await picture.setInputFiles(fake);
  await expect(page.getByText("This picture can't be read. Try a PNG, JPEG or WebP.")).toBeVisible();
  const file = page.getByLabel("Drop a .json file here, or choose one");
  await file.setInputFiles(worldUpload("island") as never);
  await expect(page.getByText("island.json")).toBeVisible();
  await picture.setInputFiles(pictureFile());
  await expect(page.getByText("stripes.png")).toBeVisible();
  // The browser writes files asynchronously, but sooner than a person reloads a page.
  await expect.poll(() => storedDraftFiles(page)).toBe(2);

  await page.reload();
  await expect(restored).toBeVisible();
  await expect(field).toHaveValue(title);
  await expect(page.getByLabel("Description")).toHaveValue("Line one\nLine two");
  await expect(page.getByText("island.json")).toBeVisible();
  await expect(page.getByText("stripes.png")).toBeVisible();

  await page.getByRole("button", { name: "Discard" }).click();
  await expect(field).toHaveValue("");
  await expect(page.getByText("stripes.png")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(field).toHaveValue(title);
  await expect(page.getByText("island.json")).toBeVisible();
  await page.getByRole("button", { name: "Create level" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.goto("/level/create");
  await expect(field).toHaveValue("");
  await expect(restored).toBeHidden();

  await field.fill("Not this one");
  await page.reload();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.reload();
  await expect(field).toHaveValue("");
  await expect(restored).toBeHidden();

  // The form frees each picture it showed, and only after it shows another one.
  await page.evaluate(() => {
    const revoked: { isShown: boolean }[] = [];
    const revoke = URL.revokeObjectURL;
    URL.revokeObjectURL = (url) => {
      revoked.push({ isShown: [...document.images].some(({ src }) => src === url) });
      revoke(url);
    };
    Object.assign(window, { revoked });
  });
  const preview = page.locator("[aria-hidden] img[src^='blob:']").first();
  const seen = new Set<string | null>();
  for (const change of [
    () => page.getByRole("radio", { name: /Island/ }).check(),
    () => page.getByRole("radio", { name: /Race/ }).check(),
    () => picture.setInputFiles(pictureFile()),
    () => page.getByRole("button", { name: "Remove" }).click(),
  ]) {
    await change();
    await expect.poll(async () => !seen.has(await preview.getAttribute("src"))).toBe(true);
    seen.add(await preview.getAttribute("src"));
  }
  const revoked = await page.evaluate(
    () => (window as unknown as { revoked: { isShown: boolean }[] }).revoked,
  );
  expect(revoked.length).toBeGreaterThanOrEqual(seen.size - 1);
  expect(revoked.filter(({ isShown }) => isShown)).toEqual([]);
});
