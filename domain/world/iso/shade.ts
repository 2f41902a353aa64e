import type { Canvas } from "./backdrop.ts";
import { cutoutColor, type PlacedCutout } from "./cutout.ts";
import type { DepthTarget } from "./depth-target.ts";
import { patternFactor, TURF } from "./pattern.ts";
import { type ShadowMap, sunlightAt } from "./shadow-map.ts";
import { STRIDE, type Surfaces } from "./surface.ts";
import type { View } from "./view.ts";

/** Directions of the samples around a pixel, each taken both ways at 2 distances. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [0.7, 0.7],
  [0.7, -0.7],
] as const;

/** A pair of samples: the offset in the depth buffer and the distance in units. */
interface SamplePair {
  offset: number;
  unit: number;
}

interface SamplePattern {
  pairs: readonly SamplePair[];
  /** Pixels at the edge of the target that count as open, because their neighbors are unknown. */
  margin: number;
}

/** The sample pattern for a target's width and scale (pixels per unit). */
function samplePattern(width: number, scale: number): SamplePattern {
  const list: SamplePair[] = [];
  let margin = 0;
  for (const step of [1, 2]) {
    const reach = Math.min(26, Math.max(4, scale * 0.8 * step));
    margin = Math.ceil(reach);
    for (const [dx, dy] of DIRECTIONS) {
      list.push({ offset: Math.round(dy * reach) * width + Math.round(dx * reach), unit: reach / scale });
    }
  }
  return { pairs: list, margin };
}

/** Ambient occlusion, from 0.6 in a corner to 1 on a plane: opposite samples nearer than a plane close the pixel. */
function openness(
  { width, height, depth }: DepthTarget,
  x: number,
  y: number,
  { pairs: list, margin }: SamplePattern,
): number {
  if (x < margin || y < margin || x >= width - margin || y >= height - margin) return 1;
  const i = y * width + x;
  const here = depth[i] as number;
  if (here === Infinity) return 1;
  let closed = 0;
  for (let k = 0; k < list.length; k++) {
    const { offset, unit } = list[k] as SamplePair;
    const there = here - (depth[i + offset] as number);
    const opposite = here - (depth[i - offset] as number);
    const far = unit * 5;
    // Samples far in front or behind belong to another object and cast no contact shadow.
    if (there > far || there < -far || opposite > far || opposite < -far) continue;
    const bend = (there + opposite) / unit;
    if (bend > 0.15) closed += bend < 2 ? bend * 0.5 : 1;
  }
  return closed > 4.7 ? 0.6 : 1 - closed * 0.085;
}

/** A picture after its faces are drawn. `view`, `opaque` and `clear` have twice its size. */
export interface Scene {
  view: View;
  faces: Surfaces;
  opaque: DepthTarget;
  /** The nearest translucent face of each pixel; null if nothing is translucent. */
  clear: DepthTarget | null;
  shadows: ShadowMap;
  /** Height of each block's upper edge, for the fringe of grass. */
  tops: Float64Array;
  /** The bopi in the picture. */
  bopi: PlacedCutout | null;
}

const sample = new Float32Array(4);

/** Shades every pixel over the backdrop with 4 samples each. Returns the glow as RGB floats at a quarter of the size. */
export function shadeScene(scene: Scene, canvas: Canvas): Canvas {
  const { width, height, pixels } = canvas;
  const glow: Canvas = {
    width: width >> 2,
    height: height >> 2,
    pixels: new Float32Array((width >> 2) * (height >> 2) * 3),
  };
  const stride = scene.opaque.width;
  const samples = samplePattern(stride, scene.view.scale);
  const faces = scene.opaque.face as Uint32Array;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const corner = y * 2 * stride + x * 2;
      const seen =
        (faces[corner] as number) |
        (faces[corner + 1] as number) |
        (faces[corner + stride] as number) |
        (faces[corner + stride + 1] as number);
      if (seen === 0 && !scene.clear) continue;
      const at = (y * width + x) * 3;
      const open = openness(scene.opaque, x * 2, y * 2, samples);
      let [r, g, b, glowing] = [0, 0, 0, 0];
      // Inside a face, 2 diagonal samples are enough; only edges need all 4.
      const isUniform = !scene.clear && isOneFace(faces, corner, stride);
      const step = isUniform ? 3 : 1;
      const count = isUniform ? 2 : 4;
      for (let s = 0; s < 4; s += step) {
        sample[0] = pixels[at] as number;
        sample[1] = pixels[at + 1] as number;
        sample[2] = pixels[at + 2] as number;
        sample[3] = 0;
        shadeSample(scene, x * 2 + (s & 1), y * 2 + (s >> 1), open);
        r += sample[0];
        g += sample[1];
        b += sample[2];
        glowing += sample[3];
      }
      pixels[at] = r / count;
      pixels[at + 1] = g / count;
      pixels[at + 2] = b / count;
      if (glowing > 0 && x >> 2 < glow.width && y >> 2 < glow.height) {
        const target = ((y >> 2) * glow.width + (x >> 2)) * 3;
        const part = glowing / (16 * count);
        glow.pixels[target] = (glow.pixels[target] as number) + (r / count) * part;
        glow.pixels[target + 1] = (glow.pixels[target + 1] as number) + (g / count) * part;
        glow.pixels[target + 2] = (glow.pixels[target + 2] as number) + (b / count) * part;
      }
    }
  }
  return glow;
}

function isOneFace(faces: Uint32Array, corner: number, stride: number): boolean {
  const face = faces[corner];
  return face === faces[corner + 1] && face === faces[corner + stride] && face === faces[corner + stride + 1];
}

/** Writes the color of a sample into `sample`, which holds the backdrop's color when called. */
function shadeSample(scene: Scene, x: number, y: number, open: number): void {
  const { opaque, clear } = scene;
  const i = y * opaque.width + x;
  const face = (opaque.face as Uint32Array)[i] as number;
  const depth = opaque.depth[i] as number;
  if (scene.bopi && face === scene.bopi.face) {
    for (let c = 0; c < 3; c++) sample[c] = cutoutColor(scene.bopi, x, y, c);
  } else if (face !== 0) {
    const edge = edgeFactor(scene, i, x, y, face);
    blend(scene, face, x + 0.5, y + 0.5, depth, open * edge, 1);
  }
  if (!clear) return;
  const pane = (clear.face as Uint32Array)[i] as number;
  const near = clear.depth[i] as number;
  if (pane !== 0 && near < depth) {
    blend(scene, pane, x + 0.5, y + 0.5, near, 1, scene.faces.values[pane * STRIDE + 7] as number);
  }
}

function blend(
  scene: Scene,
  face: number,
  x: number,
  y: number,
  depth: number,
  factor: number,
  opacity: number,
): void {
  const { values } = scene.faces;
  const base = face * STRIDE;
  const glow = values[base + 6] as number;
  const sun =
    glow >= 1 ||
    (values[base] as number) + (values[base + 1] as number) ===
      (values[base + 3] as number) + (values[base + 4] as number)
      ? 0
      : sunlightAt(scene.shadows, x, y, depth);
  const soil = scene.faces.patterns[face] === 0 ? 1 : texture(scene, face, x, y, depth);
  const light = (glow > 0 ? 1 + (factor - 1) * (1 - glow) : factor) * Math.abs(soil);
  for (let c = 0; c < 3; c++) {
    const lit = values[base + c] as number;
    const shaded = values[base + 3 + c] as number;
    let value = (shaded + (lit - shaded) * sun) * light;
    if (soil < 0) value *= SOIL[c] as number;
    sample[c] = (sample[c] as number) * (1 - opacity) + Math.min(255, value) * opacity;
  }
  sample[3] = Math.max(sample[3] as number, glow);
}

/** Factors per channel that turn grass into the soil below its fringe. */
const SOIL = [1.45, 0.62, 0.72];

/** The pattern's brightness factor at a sample; negative where grass shows its soil. */
function texture({ view, faces, tops }: Scene, face: number, x: number, y: number, depth: number): number {
  const across = (x - view.originX) / view.scale;
  const upwards = (view.originY - y) / view.scale;
  const { right, up, forward } = view;
  const px = right[0] * across + up[0] * upwards + forward[0] * depth;
  const py = up[1] * upwards + forward[1] * depth;
  const pz = right[2] * across + up[2] * upwards + forward[2] * depth;
  const pattern = faces.patterns[face] as number;
  const axis = faces.axes[face] as number;
  if (pattern === TURF) {
    const top = tops[(faces.values[face * STRIDE + 8] as number) - 1] ?? 0;
    const along = Math.floor(axis === 0 ? pz : px);
    return top - py < 0.7 + ((along * 7) % 3) * 0.22 ? 1 : -1;
  }
  // At small scales a pattern is only noise.
  if (view.scale < 4) return 1;
  return patternFactor(pattern, axis === 0 ? pz : px, axis === 1 ? pz : py, axis);
}

/** Edge brightness: a bright line where two faces of a block meet, a dark one in front of something far behind. */
function edgeFactor({ opaque, faces, view }: Scene, i: number, x: number, y: number, face: number): number {
  const ids = opaque.face as Uint32Array;
  const { width, height, depth } = opaque;
  const gap = 1.5 + 6 / view.scale;
  const block = faces.values[face * STRIDE + 8] as number;
  if (block === 0) return 1;
  const here = depth[i] as number;
  let factor = 1;
  for (let k = 0; k < 2; k++) {
    const next = k === 0 ? (x + 1 < width ? i + 1 : i) : y + 1 < height ? i + width : i;
    const other = ids[next] as number;
    if (other === face) continue;
    if (other !== 0 && faces.values[other * STRIDE + 8] === block && faces.axes[other] !== faces.axes[face])
      factor = 1.1;
    else if (here - (depth[next] as number) > gap) return 0.8;
  }
  return factor;
}
