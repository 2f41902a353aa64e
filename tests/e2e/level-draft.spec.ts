import type { Page } from "@playwright/test";
import { worldUpload } from "./api.ts";
import { pictureFile } from "./picture-file.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

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

test("the form for a level frees each picture it showed, and only after it shows another one", async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.addInitScript(() => {
    const revoked: { isShown: boolean }[] = [];
    const revoke = URL.revokeObjectURL;
    URL.revokeObjectURL = (url) => {
      revoked.push({ isShown: [...document.images].some(({ src }) => src === url) });
      revoke(url);
    };
    Object.assign(window, { revoked });
  });
  await page.goto("/level/create");
  const preview = page.locator("[aria-hidden] img[src^='blob:']").first();
  const picture = page.getByLabel("Picture", { exact: true });
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

test.describe("a draft", () => {
  test("survives a reload with its files, can be discarded and restored, and is removed when it is saved", async ({
    page,
    signUp,
  }) => {
    await signUp();
    const title = `Half a House ${uniqueWord()}`;
    await page.goto("/level/create");
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Description").fill("Line one\nLine two");
    await page.getByRole("radio", { name: /Your own file/ }).check();
    await page
      .getByLabel("Drop a .json file here, or choose one")
      .setInputFiles(worldUpload("island") as never);
    await expect(page.getByText("island.json")).toBeVisible();
    await page.getByLabel("Picture", { exact: true }).setInputFiles(pictureFile());
    await expect(page.getByText("stripes.png")).toBeVisible();
    // The browser writes files asynchronously, but sooner than a person reloads a page.
    await expect.poll(() => storedDraftFiles(page)).toBe(2);

    await page.reload();
    await expect(page.getByText("Draft restored")).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByLabel("Description")).toHaveValue("Line one\nLine two");
    await expect(page.getByText("island.json")).toBeVisible();
    await expect(page.getByText("stripes.png")).toBeVisible();

    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(page.getByText("stripes.png")).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByText("island.json")).toBeVisible();

    await page.getByRole("button", { name: "Create level" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.goto("/level/create");
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(page.getByText("Draft restored")).toBeHidden();
  });

  test("stays away once it is discarded", NIGHTLY, async ({ page, signUp }) => {
    await signUp();
    await page.goto("/level/create");
    await page.getByLabel("Title").fill("Not this one");
    await page.reload();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.reload();
    await expect(page.getByLabel("Title")).toHaveValue("");
    await expect(page.getByText("Draft restored")).toBeHidden();
  });

  test("that can't be saved says why at the field and focuses it", NIGHTLY, async ({ page, signUp }) => {
    await signUp();
    await page.goto("/level/create");
    await page.getByLabel("Title").fill("x".repeat(61));
    await page.getByRole("button", { name: "Create level" }).click();
    await expect(page.getByText("Title must be at most 60 characters.")).toBeVisible();
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.getByLabel("Title").fill("Fine");
    await page.getByRole("radio", { name: /Your own file/ }).check();
    await page.getByRole("button", { name: "Create level" }).click();
    await expect(page.getByText("Choose a .json file, or pick one of the other worlds.")).toBeVisible();
    await page.getByLabel("Picture", { exact: true }).setInputFiles({
      name: "fake.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture at all"),
    });
    await expect(page.getByText("This picture can't be read. Try a PNG, JPEG or WebP.")).toBeVisible();
  });
});
