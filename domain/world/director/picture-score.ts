/** How a picture is composed, each from 0 to 1. */
export interface PictureScore {
  /** Dark and bright parts. */
  contrast: number;
  /** Detail: edges, but not so many that they become noise. */
  detail: number;
  /** Variety of colors. */
  colors: number;
  /** A sky that is neither missing nor most of the picture. */
  sky: number;
}

const HUES = 12;
const clamp = (value: number): number => (value > 0 ? Math.min(1, value) : 0);
/** 1 between two values, falling to 0 at `fade` outside of them. */
const between = (value: number, low: number, high: number, fade: number): number =>
  clamp(1 - Math.max(0, low - value, value - high) / fade);

/** Scores an opaque RGBA picture of which `sky` is the share that shows only sky. */
export function pictureScore(
  data: Uint8ClampedArray | Uint8Array,
  width: number,
  height: number,
  sky: number,
): PictureScore {
  const luma = new Float64Array(width * height);
  const hues = new Float64Array(HUES + 1);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < luma.length; i++) {
    const [r, g, b] = [data[i * 4] as number, data[i * 4 + 1] as number, data[i * 4 + 2] as number];
    const value = 0.3 * r + 0.59 * g + 0.11 * b;
    luma[i] = value;
    sum += value;
    squares += value * value;
    addHue(hues, r, g, b);
  }
  const mean = sum / luma.length;
  const deviation = Math.sqrt(Math.max(0, squares / luma.length - mean * mean));
  return {
    contrast: clamp(deviation / 62),
    detail: between(meanStep(luma, width, height), 9, 22, 12),
    colors: clamp(entropy(hues) / Math.log(HUES * 0.6)),
    sky: between(sky, 0.12, 0.5, 0.4),
  };
}

/** The score as one number, from 0 to 1. */
export const scoreTotal = ({ contrast, detail, colors, sky }: PictureScore): number =>
  0.22 * contrast + 0.28 * detail + 0.22 * colors + 0.28 * sky;

function addHue(hues: Float64Array, r: number, g: number, b: number): void {
  const high = Math.max(r, g, b);
  const chroma = high - Math.min(r, g, b);
  // Grays share a bin.
  if (chroma < 24) {
    hues[HUES] = (hues[HUES] as number) + 0.3;
    return;
  }
  const turn = high === r ? (g - b) / chroma + 6 : high === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  const bin = Math.floor((turn % 6) * (HUES / 6)) % HUES;
  hues[bin] = (hues[bin] as number) + chroma / 128;
}

function entropy(bins: Float64Array): number {
  const total = bins.reduce((sum, value) => sum + value, 0);
  if (total === 0) return 0;
  return bins.reduce((sum, value) => (value > 0 ? sum - (value / total) * Math.log(value / total) : sum), 0);
}

function meanStep(luma: Float64Array, width: number, height: number): number {
  let sum = 0;
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const at = y * width + x;
      const here = luma[at] as number;
      sum += Math.abs(here - (luma[at + 1] as number)) + Math.abs(here - (luma[at + width] as number));
    }
  }
  return sum / (Math.max(1, width - 1) * Math.max(1, height - 1));
}
