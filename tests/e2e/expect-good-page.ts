import type { Page } from "@playwright/test";
import { expectAccessible, expectFingerSized, expectFits } from "./expect-accessible.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect } from "./test.ts";

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;

/** Expects a page with this as its only h1 that has loaded, fits and is accessible. */
export async function expectGoodPage(page: Page, heading: string | RegExp): Promise<void> {
  // Read at once: a page that redirects has loaded, or has its heading, only in between.
  const state = () =>
    page.evaluate(() => ({
      headings: [...document.querySelectorAll("h1")].map(({ textContent }) => textContent?.trim()),
      loading: document.querySelectorAll("[aria-busy=true]").length,
    }));
  const expected = typeof heading === "string" ? heading : expect.stringMatching(heading);
  await expect.poll(state).toEqual({ headings: [expected], loading: 0 });
  await expect(page).toHaveTitle(/(^|.+ · )Bopolis$/);
  await expectPicturesLoaded(page);
  await expectFits(page);
  if (isPhone(page)) await expectFingerSized(page);
  await expectAccessible(page);
}
