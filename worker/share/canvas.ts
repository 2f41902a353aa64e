import type { Picture } from "../render/png.ts";
import { coverResize } from "../render/resize.ts";
import type { Path } from "./path.ts";

/** Red, green, blue from 0 to 255 and alpha from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha?: number];
/** Writes the color of a pixel into `out`: red, green, blue, and alpha from 0 to 1. */
export type Paint = (x: number, y: number, out: Float64Array) => void;

export const parseHex = (hex: string): Color => {
  const value = Number.parseInt(hex.replace("#", ""), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

export const mix = (a: Color, b: Color, share: number): Color => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
  (a[3] ?? 1) + ((b[3] ?? 1) - (a[3] ?? 1)) * share,
];

const write = (out: Float64Array, [red, green, blue, alpha = 1]: Color) => {
  out[0] = red;
  out[1] = green;
  out[2] = blue;
  out[3] = alpha;
};

/** A gradient along a line from (x0, y0) to (x1, y1). */
export function linearGradient(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  from: Color,
  to: Color,
): Paint {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  return (x, y, out) => {
    const share = ((x - x0) * dx + (y - y0) * dy) / length;
    write(out, mix(from, to, Math.min(1, Math.max(0, share))));
  };
}

/** A gradient from the center of an ellipse to its rim. */
export function radialGradient(
  [cx, cy, rx, ry]: readonly [number, number, number, number],
  from: Color,
  to: Color,
): Paint {
  return (x, y, out) => {
    const share = Math.min(1, Math.hypot((x - cx) / rx, (y - cy) / ry));
    // Eases out, so the rim is soft.
    write(out, mix(from, to, share * share * (3 - 2 * share)));
  };
}

/** A picture scaled to cover a rectangle. */
export function picturePaint(picture: Picture, x: number, y: number, w: number, h: number): Paint {
  const isSmaller = picture.width >= w && picture.height >= h;
  const [width, height] = isSmaller ? [Math.round(w), Math.round(h)] : [picture.width, picture.height];
  const data = isSmaller
    ? coverResize(picture.data, picture.width, picture.height, width, height)
    : picture.data;
  const scale = isSmaller ? 1 : Math.min(width / w, height / h);
  const [left, top] = [(width - w * scale) / 2, (height - h * scale) / 2];
  return (px, py, out) => sample(data, width, height, left + (px - x) * scale, top + (py - y) * scale, out);
}

/** The color between four pixels, weighted by alpha so transparent ones don't darken it. */
function sample(
  data: Picture["data"],
  width: number,
  height: number,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [fx, fy] = [x - 0.5 - left, y - 0.5 - top];
  out.fill(0);
  for (let corner = 0; corner < 4; corner++) {
    const px = Math.min(width - 1, Math.max(0, left + (corner & 1)));
    const py = Math.min(height - 1, Math.max(0, top + (corner >> 1)));
    const at = (py * width + px) * 4;
    const part = (corner & 1 ? fx : 1 - fx) * (corner >> 1 ? fy : 1 - fy);
    const alpha = (part * (data[at + 3] as number)) / 255;
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) + alpha * (data[at + c] as number);
    out[3] = (out[3] as number) + alpha;
  }
  const alpha = out[3] as number;
  if (alpha > 0) for (let c = 0; c < 3; c++) out[c] = (out[c] as number) / alpha;
}

/** An opaque picture that is drawn with filled outlines, smoothed at their edges. */
export class Canvas implements Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(width * height * 4).fill(255);
  }

  /** Fills a path. Overlapping outlines of the same direction count once. */
  fill(path: Path, paint: Paint | Color, opacity = 1): void {
    const bounds = boundsOf(path);
    if (!bounds) return;
    const { left, top, right, bottom } = bounds;
    const width = right - left + 2;
    const cover = new Float64Array(width * (bottom - top + 1));
    for (const outline of path) addOutline(cover, width, outline, left, top);
    const color = new Float64Array(4);
    if (typeof paint !== "function") write(color, paint);
    for (let y = Math.max(0, top); y < Math.min(this.height, bottom); y++) {
      let sum = 0;
      for (let x = left; x < Math.min(this.width, right + 1); x++) {
        sum += cover[(y - top) * width + x - left] as number;
        const share = Math.min(1, Math.abs(sum)) * opacity;
        if (x < 0 || share < 1 / 512) continue;
        if (typeof paint === "function") paint(x + 0.5, y + 0.5, color);
        this.#blend((y * this.width + x) * 4, color, share * (color[3] as number));
      }
    }
  }

  /** Fills everything. */
  fillAll(paint: Paint | Color, opacity = 1): void {
    this.fill([[0, 0, this.width, 0, this.width, this.height, 0, this.height]], paint, opacity);
  }

  /** Draws a picture into a rectangle, or into a path within it. */
  draw(picture: Picture, x: number, y: number, w: number, h: number, clip?: Path): void {
    this.fill(clip ?? [[x, y, x + w, y, x + w, y + h, x, y + h]], picturePaint(picture, x, y, w, h));
  }

  #blend(at: number, color: Float64Array, share: number): void {
    for (let c = 0; c < 3; c++) {
      const before = this.data[at + c] as number;
      this.data[at + c] = before + ((color[c] as number) - before) * share;
    }
  }
}

function boundsOf(path: Path) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const outline of path) {
    for (let i = 0; i < outline.length; i += 2) {
      left = Math.min(left, outline[i] as number);
      right = Math.max(right, outline[i] as number);
      top = Math.min(top, outline[i + 1] as number);
      bottom = Math.max(bottom, outline[i + 1] as number);
    }
  }
  if (left > right) return null;
  return {
    left: Math.floor(left),
    top: Math.floor(top),
    right: Math.ceil(right),
    bottom: Math.ceil(bottom),
  };
}

/** Adds the signed areas that an outline covers. Their running sum along a row is the coverage of each pixel. */
function addOutline(
  cover: Float64Array,
  width: number,
  outline: readonly number[],
  left: number,
  top: number,
): void {
  for (let i = 0; i < outline.length; i += 2) {
    const next = (i + 2) % outline.length;
    addLine(
      cover,
      width,
      (outline[i] as number) - left,
      (outline[i + 1] as number) - top,
      (outline[next] as number) - left,
      (outline[next + 1] as number) - top,
    );
  }
}

function addLine(cover: Float64Array, width: number, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return;
  const direction = y0 < y1 ? 1 : -1;
  const [startX, startY, endX, endY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (endX - startX) / (endY - startY);
  let x = startX;
  for (let row = Math.floor(startY); row < Math.ceil(endY); row++) {
    const height = Math.min(row + 1, endY) - Math.max(row, startY);
    const nextX = x + slope * height;
    addSpan(cover, row * width, Math.min(x, nextX), Math.max(x, nextX), direction * height);
    x = nextX;
  }
}

/** Adds the part of a line within one row: from `from` to `to`, over a signed height. */
function addSpan(cover: Float64Array, row: number, from: number, to: number, height: number): void {
  const first = Math.floor(from);
  const last = Math.ceil(to);
  const add = (x: number, area: number) => {
    cover[row + x] = (cover[row + x] as number) + area;
  };
  if (last <= first + 1) {
    const middle = (from + to) / 2 - first;
    add(first, height * (1 - middle));
    add(first + 1, height * middle);
    return;
  }
  // The covered area right of the line, pixel by pixel; differences of it are stored.
  let before = 0;
  for (let x = first; x < last; x++) {
    const [a, b] = [Math.max(from, x), Math.min(to, x + 1)];
    const done = (b - from) / (to - from);
    const entered = (a - from) / (to - from);
    // Within this pixel the line's height grows from `entered` to `done`; what it passed before covers all of it.
    const covered = entered + (done - entered) * (x + 1 - (a + b) / 2);
    add(x, height * (covered - before));
    before = covered;
  }
  add(last, height * (1 - before));
}
