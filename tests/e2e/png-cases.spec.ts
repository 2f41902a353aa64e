import { expect, test } from "@playwright/test";
import { bundle } from "#scripts/bench/bundle.ts";
import { PNG_CASES } from "#tests/support/png-cases.ts";
import type * as pixels from "#web/scene/pixels.ts";
import { decodePng } from "#worker/render/png.ts";

declare const program: typeof pixels;

/** The preview's pixels and those of its `<img>` as base64. Null if the preview refuses the file. */
async function preview(base64: string): Promise<string[] | null> {
  const file = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
  const upload = await program.readUpload(file).catch(() => null);
  if (!upload) return null;
  const { width, height, data } = upload.pixels;
  const image = new Image(width, height);
  image.src = URL.createObjectURL(upload.shown);
  await image.decode();
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context?.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  const drawn = context?.getImageData(0, 0, width, height).data ?? [];
  return Promise.all(
    [data, drawn].map(async (values) => {
      const url = await new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as string);
        reader.readAsDataURL(new Blob([new Uint8Array(values)]));
      });
      return url.slice(url.indexOf(",") + 1);
    }),
  );
}

/** The largest difference of two pictures as they look on black, and of their alphas. */
function difference(a: Uint8Array, b: Uint8Array): number {
  let most = a.length === b.length ? 0 : Infinity;
  for (let i = 0; i < a.length; i++) {
    const seen = (data: Uint8Array) =>
      (data[i] as number) * (i % 4 === 3 ? 1 : (data[i | 3] as number) / 255);
    most = Math.max(most, Math.abs(seen(a) - seen(b)));
  }
  return most;
}

test("the preview of a texture shows and refuses what the server does", async ({ page }) => {
  await page.addScriptTag({ content: await bundle("web/scene/pixels.ts", "iife") });
  for (const { name, file, colorAt } of PNG_CASES) {
    const pictures = await page.evaluate(preview, Buffer.from(file).toString("base64"));
    expect(pictures === null, `a PNG with ${name} is refused`).toBe(colorAt === null);
    // A canvas stores premultiplied colors, so they are rounded.
    for (const picture of pictures ?? [])
      expect(difference(Buffer.from(picture, "base64"), decodePng(file).data), name).toBeLessThanOrEqual(1);
  }
});
