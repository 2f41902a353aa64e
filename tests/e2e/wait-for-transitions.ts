import type { Page } from "@playwright/test";

/**
 * Waits until everything that is drawn has its final size and opacity. Animations below the screen (`content-visibility`)
 * stand still, so they don't count.
 */
export async function waitForTransitions(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return (
        playState !== "running" ||
        effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY ||
        !target?.checkVisibility({ contentVisibilityAuto: true })
      );
    }),
  );
}
