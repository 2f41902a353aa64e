import { exports } from "cloudflare:workers";
import { drawTemplatePicture } from "#domain/avatar/template-picture.ts";
import { Browser, ORIGIN } from "#tests/support/browser.ts";
import { expectGolden } from "#tests/support/golden.ts";
import { withOrientation } from "#tests/support/jpeg.ts";
import { encodeJpegPicture } from "#tests/support/picture-files.ts";
import { readPicture, UPLOAD_QUALITY } from "#worker/assets/picture.ts";
import { encodePicture } from "#worker/render/encode-picture.ts";
import { decodeJpeg } from "#worker/render/jpeg/decode.ts";
import { decodePng, encodePng } from "#worker/render/png.ts";

test("pictures are identical to the last byte in workerd and in Node", () => {
  expectGolden();
});

/** A picture without repetition, or of a single color. */
function picture(width: number, height: number, plain: boolean) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < data.length; i++) data[i] = plain || i % 4 === 3 ? 255 : (i * 2_654_435_761) >>> 13;
  return { width, height, data };
}

test("a PNG of any size can be decoded in the worker", () => {
  const unread: string[] = [];
  for (const plain of [true, false]) {
    for (let width = 20; width <= 1_000; width = Math.ceil(width * 1.04)) {
      const original = picture(width, Math.ceil(width * 0.7), plain);
      try {
        const read = decodePng(encodePng(original));
        expect([read.width, read.height]).toEqual([original.width, original.height]);
      } catch (error) {
        unread.push(`${width} × ${original.height}: ${error}`);
      }
    }
  }
  expect(unread).toEqual([]);
});

test.each([
  [1, "top"],
  [3, "bottom"],
  [6, "right"],
  [8, "left"],
])("a photo with EXIF orientation %i is turned so its bright edge is at the %s", async (held, edge) => {
  const width = 64;
  const data = new Uint8ClampedArray(width * width * 4);
  for (let i = 0; i < width * width; i++) data.fill(i < (width * width) / 4 ? 255 : 0, i * 4, i * 4 + 4);
  const plain = await encodeJpegPicture({ width, height: width, data });
  const photo = new File([withOrientation(plain, held) as Uint8Array<ArrayBuffer>], "photo.jpg");

  const size = { width: 32, height: 32 };
  const shown = decodeJpeg(encodePicture(await readPicture(photo, "thumbnail"), size, UPLOAD_QUALITY));

  const at = { top: [16, 4], bottom: [16, 28], left: [4, 16], right: [28, 16] };
  const bright = Object.entries(at).filter(([, [x = 0, y = 0]]) => (shown.data[(y * 32 + x) * 4] ?? 0) > 200);
  expect(bright.map(([name]) => name)).toEqual([edge]);
});

const site = (exports as unknown as { default: Fetcher }).default;

test("the templates of clothes are PNGs of 512x512 that are cached for a day; others return 404", async () => {
  for (const name of ["shirt", "pants", "shoes", "shirt"] as const) {
    const response = await site.fetch(`${ORIGIN}/static/templates/${name}.png`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=86400");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(16_000);
    const { width, height, data } = decodePng(bytes);
    expect([width, height]).toEqual([512, 512]);
    expect(data).toEqual(drawTemplatePicture(name).data);
  }
  const visitor = await Browser.visitor();
  for (const file of ["hat.png", "face.png", "shirt.jpg", "shirt", "constructor.png", "shirt.png.png"])
    expect((await visitor.fetch(`/static/templates/${file}`)).status, file).toBe(404);
});
