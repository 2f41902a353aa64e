import type { Locator, Page } from "@playwright/test";
import { SITE } from "#domain/site.ts";

/**
 * Stands in for the machine's own programs: a headless browser would ask about the link in an invisible
 * dialog, and wait. Call it before opening the page. The result returns the links launched so far.
 */
export async function watchLaunches(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((scheme) => {
    const launched: string[] = [];
    Object.assign(window, { launched });
    const { navigation } = window as unknown as { navigation: EventTarget };
    navigation.addEventListener("navigate", (event) => {
      const { url } = (event as Event & { destination: { url: string } }).destination;
      if (!url.startsWith(scheme)) return;
      launched.push(url);
      event.preventDefault();
    });
  }, `${SITE.protocol}:`);
  return () => page.evaluate(() => (window as unknown as { launched: string[] }).launched);
}

/** The Play button of a page's level, once this device opens levels in the desktop client. */
export const desktopPlay = (page: Page): Locator =>
  page.getByRole("main").getByRole("button", { name: new RegExp(`^Play .* in ${SITE.client}$`) });

/** Opens a page's level in the desktop client, by the menu beside Play. */
export async function openInClient(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More ways to play" }).click();
  await page.getByRole("menuitem", { name: `Open in ${SITE.client}` }).click();
}

/** Acts as if the client had taken the focus from the page. */
export const blurPage = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event("blur")));
