import { mix, type Paint, type Rgba, rgba } from "./paint.ts";

/** A knitting chart: each line is a row of stitches, repeated around. */
const CHART = [
  "GGGGGGGG",
  "WGGGWGGG",
  "GGGGGGGG",
  "GGGGGGGG",
  "RRRRRRRR",
  "WWWWWWWW",
  "RWWWRWWW",
  "RRWRRRWR",
  "WRRRWRRR",
  "WWRWWWRW",
  "WWWWWWWW",
  "RRRRRRRR",
  "GGGGGGGG",
  "GRRGRRGG",
  "RRRRRRRG",
  "RRRRRRRG",
  "GRRRRRGG",
  "GGRRRGGG",
  "GGGRGGGG",
  "GGGGGGGG",
  "WWWWWWWW",
  "GWGWGWGW",
  "WWWWWWWW",
  "GGGGGGGG",
  "GGGGGGGG",
  "GGGGGGGG",
  "GGGGGGGG",
];

const YARN: Record<string, Rgba> = { G: rgba("#1f7a54"), W: rgba("#fff6e4"), R: rgba("#d8283c") };

/** Height of a row of stitches in pixels. */
const ROW = 8;

/** Returns the color at a point. Each stitch is a V, so rows shift down toward the middle of a stitch. */
function stitchAt(x: number, y: number, stitch: number): Rgba {
  const column = Math.floor(x / stitch);
  const across = Math.abs(x / stitch - column - 0.5) * 2;
  const row = y / ROW + across * 0.55;
  const line = CHART[((Math.floor(row) % CHART.length) + CHART.length) % CHART.length] ?? "G";
  const yarn = YARN[line[((column % 8) + 8) % 8] ?? "G"] as Rgba;
  const edge = Math.min(1, Math.abs(row - Math.floor(row) - 0.5) * 2);
  const dark = 0.3 * Math.max(edge ** 4, (1 - across) ** 5, across ** 8);
  return mix(yarn, [42, 16, 64, 1], dark);
}

/** Returns knitted fabric for a wrap of `width` pixels with `stitches` around. Multiples of 8 have no seam. */
export function knit(width: number, stitches: number): Paint {
  const size = width / stitches;
  return (x, y) => {
    // Two samples on the diagonal smooth the slanted edges of the stitches.
    return mix(stitchAt(x - 0.25, y - 0.25, size), stitchAt(x + 0.25, y + 0.25, size), 0.5);
  };
}
