import type { Page } from "@playwright/test";

/**
 * Waits until everything has its final size and opacity. It asks again for what still runs: an animation never finishes if the
 * browser stops drawing its element (`content-visibility`).
 */
export async function waitForTransitions(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document
        .getAnimations()
        .every(
          ({ effect, playState }) =>
            playState !== "running" || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
        ),
    undefined,
    // By a timer, because a test can hold the page's frames (`GameClock`).
    { polling: 50 },
  );
}
