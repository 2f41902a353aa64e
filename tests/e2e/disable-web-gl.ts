import type { Page } from "@playwright/test";

/** Makes the pages that are loaded next unable to draw in 3D. */
export async function disableWebGl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Browsers without WebGL 2 have none outside the page either.
    Reflect.deleteProperty(globalThis, "OffscreenCanvas");
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      wanted: string,
      options?: unknown,
    ) {
      return wanted.startsWith("webgl") ? null : original.call(this, wanted as "2d", options as undefined);
    } as typeof original;
  });
}
