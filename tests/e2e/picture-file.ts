import { expect, type Page } from "@playwright/test";
import { encodePng } from "#worker/render/png.ts";

/** A picture of fine stripes as a file to choose. As a texture it is too plain to resemble another design. */
export function pictureFile(width = 320, height = 180, name = "stripes.png") {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set([(i % 8) * 32, (i % 5) * 50, 120, 255], i * 4);
  return { name, mimeType: "image/png", buffer: Buffer.from(encodePng({ width, height, data })) };
}

/** Waits until every picture on the page is loaded, including those off screen. Fails with the missing ones. */
export async function expectPicturesLoaded(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() => {
      const pictures = [...document.images].filter((image) => image.getClientRects().length > 0);
      for (const image of pictures) image.loading = "eager";
      return pictures
        .filter((image) => !image.complete || image.naturalWidth === 0)
        .map((image) => image.currentSrc || image.src);
    });
  await expect.poll(missing, { message: "pictures that are not loaded" }).toEqual([]);
}
