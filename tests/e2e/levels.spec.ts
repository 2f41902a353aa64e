import { expectFits } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

test("the level browser has all controls in view at 360 pixels, 2 featured levels below 480 and 5 from 768, stars only beside its column, and searches on Enter", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/levels");
  await expect(page.getByText(/^Fetched [\d,]+ results?$/)).toBeVisible();
  for (const name of ["Category", "Order", "Filter", "Show private levels"])
    await expect(page.getByLabel(name)).toBeInViewport({ ratio: 1 });
  await expectFits(page);

  const featured = page.getByRole("region", { name: "Featured" });
  const strip = featured.getByRole("list");
  const visibleCount = () =>
    strip.evaluate((list) => {
      const { left, right } = list.getBoundingClientRect();
      return [...list.children].filter((item) => {
        const box = item.getBoundingClientRect();
        return box.left >= left - 1 && box.right <= right + 1;
      }).length;
    });
  for (const [width, count] of [
    [360, 2],
    [479, 2],
    [768, 5],
    [1280, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(visibleCount, `at ${width}`).toBe(count);
  }
  const sixth = strip.getByRole("listitem").nth(5);
  await expect(sixth).not.toBeInViewport();
  await expect(featured.getByRole("button", { name: "Previous" })).toBeHidden();
  await featured.getByRole("button", { name: "Next" }).click();
  await expect(sixth).toBeInViewport();
  await featured.getByRole("button", { name: "Previous" }).click();
  await expect(strip.getByRole("listitem").first()).toBeInViewport();

  await page.setViewportSize({ width: 1600, height: 900 });
  const { behind, beside, mask, fieldset } = await page.evaluate(() => {
    const root = document.documentElement;
    const stars = getComputedStyle(root, "::before");
    const own = getComputedStyle(document.body.appendChild(document.createElement("fieldset")));
    return {
      behind: getComputedStyle(root).backgroundImage,
      beside: stars.backgroundImage,
      mask: stars.maskImage,
      fieldset: [own.borderTopWidth, own.paddingTop, own.marginLeft],
    };
  });
  expect(behind).not.toContain("radial-gradient");
  expect(beside).toContain("radial-gradient");
  expect(mask).toContain("linear-gradient");
  // The browser's own border is gone, whatever its class.
  expect(fieldset).toEqual(["0px", "0px", "0px"]);

  await page.getByRole("searchbox", { name: "Search levels" }).fill("tower");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/levels?search=tower");
  await expect(page.getByText("Tower").first()).toBeVisible();
});
