import type { Browser, Page } from "@playwright/test";
import { assembleBopi } from "#domain/avatar/model/assemble-bopi.ts";
import { ABOVE, type Angle, BACK, FRONT, fullCamera } from "#domain/avatar/model/camera.ts";
import { stage } from "#domain/avatar/model/stage.ts";
import { BENCH_COLORS, benchLookFiles, lookToSend } from "#scripts/bench/bench-look.ts";
import { bundle } from "#scripts/bench/bundle.ts";
import { decodeLook, type LookFiles } from "#scripts/seed/looks.ts";
import { drawScene } from "#worker/render/raster/draw.ts";
import { expect, test } from "./test.ts";

const SIDE = 512;

/** The similarity of two pictures. */
interface PictureSimilarity {
  /** Structural similarity of brightness, 1 for identical pictures: of the whole picture, and of the figure. */
  whole: number;
  figure: number;
  /** Mean channel difference (0–255) over the figure, and the share of its pixels that differ by more than 8. */
  mean: number;
  off: number;
}

interface RendererComparison {
  angle: string;
  /** Compared with WebGL at the same 2 × 2 samples per pixel, and with the browser's own antialiasing. */
  equal: PictureSimilarity;
  smoothed: PictureSimilarity;
}

const ANGLES: Record<string, Angle> = { front: FRONT, back: BACK, above: ABOVE };

/** Draws a look with WebGL in Chromium and with our renderer, and compares the pictures. */
async function compareRenderers(browser: Browser, files: LookFiles): Promise<RendererComparison[]> {
  const page = await browser.newPage();
  await page.addScriptTag({
    content: await bundle("tests/support/edge-rendering/page-look.ts", "iife"),
  });
  const look = lookToSend(files);
  const compared: RendererComparison[] = [];
  for (const [angle, view] of Object.entries(ANGLES)) {
    const ours = drawWithOurs(files, view);
    const fine = downsample(await drawWithWebGl(page, look, view, SIDE * 2, false));
    const smooth = await drawWithWebGl(page, look, view, SIDE, true);
    compared.push({ angle, equal: comparePictures(ours, fine), smoothed: comparePictures(ours, smooth) });
  }
  await page.close();
  return compared;
}

/** Our picture with premultiplied alpha, like a canvas. */
function drawWithOurs(files: LookFiles, angle: Angle): Uint8Array {
  const bopi = assembleBopi(BENCH_COLORS, decodeLook(files));
  const { data } = drawScene(stage(bopi.object), fullCamera(bopi, angle), SIDE);
  return Uint8Array.from(data, (value, i) =>
    i % 4 === 3 ? value : Math.round((value * (data[i - (i % 4) + 3] as number)) / 255),
  );
}

async function drawWithWebGl(
  page: Page,
  look: object,
  angle: Angle,
  side: number,
  antialias: boolean,
): Promise<Uint8Array> {
  const drawn = await page.evaluate(
    ([look, angle, side, antialias]) =>
      (globalThis as unknown as { drawWithWebGl: (...args: unknown[]) => string }).drawWithWebGl(
        look,
        angle,
        side,
        antialias,
      ),
    [look, angle, side, antialias] as const,
  );
  return Buffer.from(drawn, "base64");
}

/** Averages 2 × 2 pixels. */
function downsample(data: Uint8Array): Uint8Array {
  const half = new Uint8Array(SIDE * SIDE * 4);
  const at = (x: number, y: number, c: number) => data[(y * SIDE * 2 + x) * 4 + c] as number;
  for (let y = 0, to = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      for (let c = 0; c < 4; c++, to++) {
        const sum =
          at(2 * x, 2 * y, c) +
          at(2 * x + 1, 2 * y, c) +
          at(2 * x, 2 * y + 1, c) +
          at(2 * x + 1, 2 * y + 1, c);
        half[to] = Math.round(sum / 4);
      }
    }
  }
  return half;
}

const BACKGROUND = 96;
const WINDOW_SIZE = 8;

/** Brightness over a gray background (Rec. 709 weights of the encoded values). */
function brightness(data: Uint8Array): Float64Array {
  return Float64Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [r = 0, g = 0, b = 0, a = 0] = data.subarray(i * 4, i * 4 + 4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + BACKGROUND * (1 - a / 255);
  });
}

/** Compares two pictures (RGBA, premultiplied). SSIM by Wang et al. 2004 with 8 × 8 windows, every 4 pixels. */
function comparePictures(a: Uint8Array, b: Uint8Array): PictureSimilarity {
  const [x, y] = [brightness(a), brightness(b)];
  let [all, windows, covered, figures] = [0, 0, 0, 0];
  for (let top = 0; top + WINDOW_SIZE <= SIDE; top += WINDOW_SIZE / 2) {
    for (let left = 0; left + WINDOW_SIZE <= SIDE; left += WINDOW_SIZE / 2) {
      const value = ssim(x, y, left, top);
      all += value;
      windows++;
      if (a[(top * SIDE + left + (WINDOW_SIZE / 2) * (SIDE + 1)) * 4 + 3] === 0) continue;
      covered += value;
      figures++;
    }
  }
  return { whole: all / windows, figure: covered / figures, ...differences(a, b) };
}

function ssim(x: Float64Array, y: Float64Array, left: number, top: number): number {
  let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
  for (let row = top; row < top + WINDOW_SIZE; row++) {
    for (let at = row * SIDE + left; at < row * SIDE + left + WINDOW_SIZE; at++) {
      const p = x[at] as number;
      const q = y[at] as number;
      sumX += p;
      sumY += q;
      sumXX += p * p;
      sumYY += q * q;
      sumXY += p * q;
    }
  }
  const n = WINDOW_SIZE * WINDOW_SIZE;
  const [meanX, meanY] = [sumX / n, sumY / n];
  const [varX, varY] = [sumXX / n - meanX * meanX, sumYY / n - meanY * meanY];
  const covariance = sumXY / n - meanX * meanY;
  const c1 = (0.01 * 255) ** 2;
  const c2 = (0.03 * 255) ** 2;
  return (
    ((2 * meanX * meanY + c1) * (2 * covariance + c2)) /
    ((meanX * meanX + meanY * meanY + c1) * (varX + varY + c2))
  );
}

function differences(a: Uint8Array, b: Uint8Array): { mean: number; off: number } {
  let [sum, pixels, off] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 4) {
    if (!a[i + 3] && !b[i + 3]) continue;
    let largest = 0;
    for (let c = 0; c < 4; c++) {
      const difference = Math.abs((a[i + c] as number) - (b[i + c] as number));
      sum += difference / 4;
      largest = Math.max(largest, difference);
    }
    pixels++;
    if (largest > 8) off++;
  }
  return { mean: sum / pixels, off: off / pixels };
}

test("the edge draws a bopi as WebGL does, from the front, the back and above", async ({ browser }) => {
  // WebGL draws in software, which takes a third of the time limit on an idle machine.
  test.slow();
  for (const { angle, equal, smoothed } of await compareRenderers(browser, benchLookFiles())) {
    expect(equal.whole, `from the ${angle}, with as many samples`).toBeGreaterThanOrEqual(0.9995);
    expect(equal.figure, `the figure from the ${angle}`).toBeGreaterThanOrEqual(0.999);
    expect(smoothed.whole, `from the ${angle}, smoothed by the browser`).toBeGreaterThanOrEqual(0.99);
  }
});
