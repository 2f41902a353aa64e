import { once } from "../../once.ts";
import type { Pixels } from "./pixels.ts";
import { TEXTURE_SIDE } from "./surface.ts";

/** Signed distance in pixels: negative inside. */
type Shape = (x: number, y: number) => number;
type Box = readonly [left: number, top: number, right: number, bottom: number];

const INK = 0x24123f;

/** Signed distance to an ellipse, exact enough for a smooth edge of 1 pixel. */
const ellipse =
  (cx: number, cy: number, rx: number, ry: number): Shape =>
  (x, y) => {
    const px = (x - cx) / rx;
    const py = (y - cy) / ry;
    const length = Math.hypot(px, py);
    const slope = Math.hypot(px / rx, py / ry);
    return slope === 0 ? -Math.min(rx, ry) : (length * (length - 1)) / slope;
  };

/** A stroke along the lower (`bend` > 0) or upper arc of a parabola through (cx ± half, cy). */
const arc =
  (cx: number, cy: number, half: number, bend: number, width: number): Shape =>
  (x, y) => {
    const t = Math.min(1, Math.max(-1, (x - cx) / half));
    const on = cy + bend * (1 - t * t);
    const slope = (-2 * bend * t) / half;
    return Math.hypot(x - (cx + t * half), (y - on) / Math.hypot(1, slope)) - width / 2;
  };

const both =
  (a: Shape, b: Shape): Shape =>
  (x, y) =>
    Math.max(a(x, y), b(x, y));

/** The face of a bopi without an equipped one: two eyes, a smile, warm cheeks. */
export const defaultFace = once((): Pixels => {
  const face = emptyFace();
  for (const side of [-1, 1]) {
    const eye = 256 + side * 90;
    paint(face, [eye - 60, 90, eye + 60, 140], INK, 1, arc(eye + side * 4, 122, 34, -16, 13));
    paint(face, [eye - 44, 160, eye + 44, 290], INK, 1, ellipse(eye, 224, 34, 52));
    paint(face, [eye - 44, 210, eye + 44, 280], 0x5b3aa8, 0.75, ellipse(eye, 246, 23, 25));
    paint(face, [eye - 44, 170, eye + 44, 240], 0xffffff, 1, ellipse(eye - 9, 200, 12, 18));
    paint(face, [eye - 10, 235, eye + 36, 275], 0xffffff, 1, ellipse(eye + 12, 251, 6, 7));
  }
  paintSmile(face);
  return face;
});

/** The default face with closed eyes, for blinking and sleeping. */
export const sleepingFace = once((): Pixels => {
  const face = emptyFace();
  for (const side of [-1, 1]) {
    const eye = 256 + side * 90;
    paint(face, [eye - 60, 90, eye + 60, 150], INK, 1, arc(eye + side * 4, 130, 34, -14, 13));
    paint(face, [eye - 60, 215, eye + 60, 275], INK, 1, arc(eye, 230, 40, 20, 14));
  }
  paintSmile(face);
  return face;
});

const emptyFace = (): Pixels => ({
  width: TEXTURE_SIDE,
  height: TEXTURE_SIDE,
  data: new Uint8Array(TEXTURE_SIDE * TEXTURE_SIDE * 4),
});

function paintSmile(face: Pixels): void {
  for (const side of [-1, 1]) {
    const cheek = 256 + side * 152;
    paint(face, [cheek - 50, 275, cheek + 50, 345], 0xff5b6e, 0.42, ellipse(cheek, 308, 36, 22));
  }
  const mouth = both(ellipse(256, 302, 58, 74), (_x, y) => 306 - y);
  paint(face, [190, 295, 322, 385], 0x5c1029, 1, mouth);
  paint(face, [190, 320, 322, 385], 0xf0768c, 1, both(ellipse(256, 382, 38, 32), mouth));
  paint(
    face,
    [190, 295, 322, 340],
    0xffffff,
    1,
    both(mouth, (_x, y) => y - 322),
  );
}

/** Paints a shape over the picture, with an edge softened over 1 pixel. */
function paint({ data }: Pixels, box: Box, color: number, opacity: number, shape: Shape): void {
  const [left, top, right, bottom] = box;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const alpha = opacity * Math.min(1, Math.max(0, 0.5 - shape(x + 0.5, y + 0.5)));
      if (alpha <= 0) continue;
      const at = (y * TEXTURE_SIDE + x) * 4;
      const under = (data[at + 3] as number) / 255;
      const total = alpha + under * (1 - alpha);
      for (let c = 0; c < 3; c++) {
        const channel = (color >> (16 - 8 * c)) & 0xff;
        data[at + c] = Math.round((channel * alpha + (data[at + c] as number) * under * (1 - alpha)) / total);
      }
      data[at + 3] = Math.round(total * 255);
    }
  }
}
