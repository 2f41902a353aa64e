import { expect, test } from "./test.ts";

/** Lines of text in a toast at most. */
const MAX_LINES = 3;

test("a toast with a title of 60 characters stays within its width", async ({ page, api, signUp }) => {
  await signUp();
  const title = "W".repeat(60);
  const { url } = await api.makeLevel({ title });
  await page.goto(url);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete level" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete level" }).click();
  const text = page.getByText(`“${title}” was deleted.`);
  for (const viewport of [1280, 390]) {
    await page.setViewportSize({ width: viewport, height: 844 });
    await expect(text).toBeVisible();
    const size = await text.evaluate((node) => {
      const { left, right, width } = (node.parentElement as Element).getBoundingClientRect();
      const lines = node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight);
      return { left, right, width, overflow: node.scrollWidth - node.clientWidth, lines };
    });
    expect(size.width).toBeLessThanOrEqual(520);
    expect(size.left).toBeGreaterThanOrEqual(0);
    expect(size.right).toBeLessThanOrEqual(viewport);
    expect(size.overflow).toBeLessThanOrEqual(0);
    expect(size.lines).toBeLessThanOrEqual(MAX_LINES + 0.1);
  }
});
