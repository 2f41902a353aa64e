import { expect, test, uniqueWord } from "./test.ts";

for (const path of ["/levels/1", "/users/goldie", "/events"]) {
  test(`${path} prints its content as dark text on white, without the bar and the buttons`, async ({
    page,
  }) => {
    await page.goto(path);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await expect(heading).toBeVisible();
    // Colors can follow a moment after what is hidden.
    const inkOf = () =>
      heading.evaluate((node) => getComputedStyle(node).color.match(/\d+/g)?.map(Number) ?? []);
    await expect.poll(async () => Math.max(...(await inkOf()).slice(0, 3))).toBeLessThan(80);
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  });
}

test("a level's whole description is printed, and nothing that was still loading", async ({
  page,
  otherUser,
}) => {
  const api = await otherUser();
  const description = Array.from({ length: 12 }, (_, i) => `Line ${i} of what this level is about.`).join(
    "\n",
  );
  const { url } = await api.makeLevel({ title: `Long ${uniqueWord()}`, description });
  await page.goto(url);
  await expect(page.getByText("Line 0 of")).toBeVisible();
  const last = page.getByText("Line 11 of");
  const visibleHeight = () =>
    last.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const bottom = range.getBoundingClientRect().bottom;
      const box = element.parentElement?.getBoundingClientRect().bottom ?? 0;
      return box - bottom;
    });
  expect(await visibleHeight()).toBeLessThan(0);
  await page.emulateMedia({ media: "print" });
  await expect.poll(visibleHeight).toBeGreaterThanOrEqual(0);
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /^Play / })).toHaveCount(0);
  await expect(main.locator("[class*=skeleton], [class*=Skeleton]").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Best times" })).toBeHidden();
});
