import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Presses Tab, then Shift+Tab, more often than a dialog has stops: the focus never leaves it. */
export async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  expect(await isInside()).toBe(true);
  for (const key of [...Array(6).fill("Tab"), ...Array(6).fill("Shift+Tab")]) {
    await page.keyboard.press(key);
    expect(await isInside(), `after ${key}`).toBe(true);
  }
}
