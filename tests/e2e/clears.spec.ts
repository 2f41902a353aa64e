import type { ApiLevel, ListPage } from "./api.ts";
import { expect, test, uniqueWord } from "./test.ts";

test("a level's fastest clears load at 1280 × 800 without scrolling, and move nothing, so a comment box stays under the pointer, on a desktop and on a phone", async ({
  page,
  signUp,
  api,
}) => {
  await signUp();
  const [cleared] = (await api.get<ListPage<ApiLevel>>("/api/levels?order=clears")).data;
  const uncleared = await api.makeLevel({ title: `New ${uniqueWord()}` });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const id of [cleared?.id, uncleared.id]) {
      const held = Promise.withResolvers<void>();
      await page.route("**/api/levels/*/clears*", async (route) => {
        await held.promise;
        await route.continue();
      });
      const requested = page.waitForRequest("**/clears*");
      await page.goto(`/levels/${id}`);
      if (width === 1280) {
        await requested;
        expect(await page.evaluate(() => scrollY)).toBe(0);
      }
      const box = page.getByLabel("Write a comment");
      await box.fill("A comment");
      await requested;
      const top = async () => Math.round((await box.boundingBox())?.y ?? 0);
      const before = await top();
      const responded = page.waitForResponse("**/clears*");
      held.resolve();
      await responded;
      await expect(page.locator("#clears [aria-busy]")).toHaveCount(0);
      await expect(page.locator("#clears li").or(page.getByText("No one has cleared")).first()).toBeVisible();
      expect(await top()).toBe(before);
      await page.unrouteAll();
    }
  }
});
