import { expect, test } from "./test.ts";

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
