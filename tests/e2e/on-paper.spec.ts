import { expect, test, uniqueWord } from "./test.ts";

test("pages print all content as dark text on white, without bar or buttons", async ({ page, otherUser }) => {
  const api = await otherUser();
  const lines = Array.from({ length: 12 }, (_, i) => `Line ${i} of what this level is about.`);
  const { url } = await api.makeLevel({ title: `Long ${uniqueWord()}`, description: lines.join("\n") });
  const heading = page.getByRole("heading", { level: 1 });
  const main = page.getByRole("main");
  await page.route(/\/api\/levels\/\d+\/clears/, () => {});
  for (const path of ["/users/goldie", "/events", url]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(path);
    await expect(heading).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(main.getByRole("button")).toHaveCount(0);
    await expect(heading).toBeVisible();
    // Colors can follow a moment after what is hidden.
    const inkOf = () =>
      heading.evaluate((node) => getComputedStyle(node).color.match(/\d+/g)?.map(Number) ?? []);
    await expect.poll(async () => Math.max(...(await inkOf()).slice(0, 3))).toBeLessThan(80);
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  }

  const visibleHeight = () =>
    page.getByText("Line 11 of").evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = element.parentElement?.getBoundingClientRect().bottom ?? 0;
      return box - range.getBoundingClientRect().bottom;
    });
  await expect.poll(visibleHeight).toBeGreaterThanOrEqual(0);
  await expect(main.getByRole("link", { name: /^Play / })).toHaveCount(0);
  await expect(main.locator("[class*=skeleton], [class*=Skeleton]").filter({ visible: true })).toHaveCount(0);
  const bestTimes = page.getByRole("heading", { name: "Best times" });
  await expect(bestTimes).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect.poll(visibleHeight).toBeLessThan(0);
  // The heading is another one once the list's code has loaded.
  await page.locator("#clears").scrollIntoViewIfNeeded();
  await expect(main.locator("section > [aria-busy]")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bestTimes).toBeHidden();
});
