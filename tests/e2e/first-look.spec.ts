import { expect, test } from "./test.ts";

test("a level's best times load at 1280 × 800 without scrolling, as their edge is in view", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/levels/1");
  const times = page.locator("#clears");
  await expect(times).toBeInViewport();
  await expect(times.getByRole("listitem").first()).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("stars are drawn beside the column of the pages, never behind its letters", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto("/levels");
  const sky = await page.evaluate(() => {
    const [behind, beside] = [
      getComputedStyle(document.documentElement),
      getComputedStyle(document.documentElement, "::before"),
    ];
    return { behind: behind.backgroundImage, beside: beside.backgroundImage, mask: beside.maskImage };
  });
  expect(sky.behind).not.toContain("radial-gradient");
  expect(sky.beside).toContain("radial-gradient");
  expect(sky.mask).toContain("linear-gradient");
});

test("a fieldset has no border of the browser's, whatever its class", async ({ page }) => {
  await page.goto("/levels");
  const style = await page.evaluate(() => {
    const { borderTopWidth, paddingTop, marginLeft } = getComputedStyle(
      document.body.appendChild(document.createElement("fieldset")),
    );
    return { borderTopWidth, paddingTop, marginLeft };
  });
  expect(style).toEqual({ borderTopWidth: "0px", paddingTop: "0px", marginLeft: "0px" });
});
