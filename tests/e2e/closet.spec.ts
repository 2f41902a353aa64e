import type { Page } from "@playwright/test";
import { expectAccessible, expectFingerSized, expectFits } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

// States of the closet: tests/ui/avatar.test.ts.

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, as: "bobby" });

  test("the closet scrolls under the bopi, and fingers and arrow keys reach everything", async ({ page }) => {
    await page.goto("/avatar");
    await expectFits(page);
    const preview = page.locator("[data-preview]");
    const last = page.locator("[data-tile]").last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await expect(preview).toBeInViewport({ ratio: 0.9 });
    await expectFingerSized(page);
    await expectAccessible(page);
    await last.click();
    await expect(last).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
    const label = await last.getByText("Trying on").boundingBox();
    for (const part of [await last.getAttribute("title"), /coins$/] as [string, RegExp]) {
      const box = await last.getByText(part).last().boundingBox();
      expect((label?.y ?? 0) + (label?.height ?? 0), "covers neither name nor price").toBeLessThanOrEqual(
        box?.y ?? 0,
      );
    }
    await button(page, "Buy and wear").click();
    await page.getByRole("dialog", { name: "Buy and wear?" }).getByRole("button", { name: "Cancel" }).click();
    const above = await preview.boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(844 * 0.5);

    const tiles = page.locator("[data-tile]");
    await tiles.first().focus();
    await page.keyboard.press("ArrowRight");
    await expect(tiles.nth(1)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(tiles.nth(1)).not.toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(tiles.nth(1)).toBeFocused();
    await page.keyboard.press("End");
    await expect(last).toBeFocused();
    await page.keyboard.press("Space");
    await expect(last).toHaveAttribute("aria-pressed", "false");

    await page.goto("/avatar?tab=colors");
    await expect(button(page, "Left hand")).toBeVisible();
    await expectFits(page);
    await expectFingerSized(page);
    await button(page, "Take a photo").click();
    const modal = page.getByRole("dialog", { name: "Photo of your bopi" });
    await expect(modal.getByRole("img", { name: "Your bopi, waving" })).toHaveAttribute("data-shown", "true");
    await expectFingerSized(page);
    await expectAccessible(page);
    await expect(modal.getByRole("link", { name: "Download" })).toBeInViewport({ ratio: 1 });
  });
});
