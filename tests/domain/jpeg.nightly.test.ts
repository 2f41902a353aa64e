import { drawWorld } from "#domain/world/draw-world.ts";
import { seedLevels } from "#scripts/seed/content/levels.ts";
import {
  jpegPsnr,
  loadDecoder,
  loadEncoder,
  mozjpeg,
  paintGradient,
  paintNoise,
  paintPhoto,
  paintPicture,
} from "#tests/support/jpeg.ts";
import { encodeJpeg } from "#worker/render/jpeg/encode.ts";

beforeAll(async () => {
  await loadDecoder();
  await loadEncoder();
});

describe("our JPEG encoder", () => {
  const size = { width: 512, height: 288 };
  const levels = seedLevels(6).map(
    ({ theme, world }) => [theme, { ...size, data: drawWorld(world, size) }] as const,
  );
  const photograph = ["a picture like a photograph", paintPicture(320, 180, paintPhoto)] as const;

  test.each([...levels, photograph])(
    "is as good and as small as mozjpeg at the same quality: %s",
    async (_, picture) => {
      for (const quality of [60, 80]) {
        const ours = encodeJpeg(picture, quality);
        const theirs = await mozjpeg(picture, { quality });
        expect(await jpegPsnr(ours, picture)).toBeGreaterThan((await jpegPsnr(theirs, picture)) - 1);
        expect(ours.length).toBeLessThan(theirs.length * 1.2);
      }
    },
  );

  test.each([
    ["a gradient", paintPicture(120, 80, paintGradient)],
    ["noise", paintPicture(200, 120, paintNoise)],
    photograph,
  ] as const)("is as good as mozjpeg in the same number of bytes: %s", async (_, picture) => {
    const theirs = await mozjpeg(picture, { quality: 80 });
    const fits = Array.from({ length: 40 }, (_, i) => encodeJpeg(picture, 55 + i))
      .filter(({ length }) => length <= theirs.length)
      .at(-1);
    if (!fits) throw new Error("none is as small");
    expect(await jpegPsnr(fits, picture)).toBeGreaterThan((await jpegPsnr(theirs, picture)) - 1);
  });
});
