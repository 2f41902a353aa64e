import type { Canvas } from "./backdrop.ts";

/** Adds bloom: blurs the glow (at a quarter of the size) twice and blends it over the picture. */
export function addBloom(canvas: Canvas, glow: Canvas, strength: number): void {
  if (!glow.pixels.some((value) => value > 0)) return;
  const soft = blur(blur(glow, 3), 5);
  const { width, height, pixels } = canvas;
  const stride = soft.width * 3;
  for (let y = 0; y < height; y++) {
    const gy = Math.min(soft.height - 1.001, Math.max(0, (y + 0.5) / 4 - 0.5));
    const fy = gy - Math.floor(gy);
    for (let x = 0; x < width; x++) {
      const gx = Math.min(soft.width - 1.001, Math.max(0, (x + 0.5) / 4 - 0.5));
      const fx = gx - Math.floor(gx);
      const corner = Math.floor(gy) * stride + Math.floor(gx) * 3;
      for (let i = 0; i < 3; i++) {
        const at = corner + i;
        const upper = (soft.pixels[at] as number) * (1 - fx) + (soft.pixels[at + 3] as number) * fx;
        const lower =
          (soft.pixels[at + stride] as number) * (1 - fx) + (soft.pixels[at + stride + 3] as number) * fx;
        const light = upper * (1 - fy) + lower * fy;
        const target = (y * width + x) * 3 + i;
        // Screen blending, so a glow over bright ground never burns out. Skips faint light, which would only
        // make the file larger.
        const value = pixels[target] as number;
        if (light > 2) pixels[target] = value + (1 - value / 255) * light * strength;
      }
    }
  }
}

/** Adds a four-pointed white glint around a point, in pixels. */
export function addGlint({ width, height, pixels }: Canvas, x: number, y: number, size: number): void {
  for (let row = Math.max(0, Math.floor(y - size)); row < Math.min(height, y + size); row++) {
    for (let column = Math.max(0, Math.floor(x - size)); column < Math.min(width, x + size); column++) {
      const dx = Math.abs(column + 0.5 - x) / size;
      const dy = Math.abs(row + 0.5 - y) / size;
      const cover = Math.min(1, Math.max(0, 1 - (Math.sqrt(dx) + Math.sqrt(dy))) * 4);
      if (cover <= 0) continue;
      for (let i = 0; i < 3; i++) {
        const target = (row * width + column) * 3 + i;
        pixels[target] = (pixels[target] as number) * (1 - cover) + 255 * cover;
      }
    }
  }
}

function blur(source: Canvas, radius: number): Canvas {
  return sweep(sweep(source, radius, true), radius, false);
}

function sweep({ width, height, pixels }: Canvas, radius: number, sideways: boolean): Canvas {
  const result = new Float32Array(pixels.length);
  const [lines, length] = sideways ? [height, width] : [width, height];
  const [lineStep, step] = sideways ? [width * 3, 3] : [3, width * 3];
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < 3; i++) {
      const start = line * lineStep + i;
      let sum = 0;
      for (let k = -radius; k < length; k++) {
        if (k + radius < length) sum += pixels[start + (k + radius) * step] as number;
        if (k - radius - 1 >= 0) sum -= pixels[start + (k - radius - 1) * step] as number;
        if (k >= 0) result[start + k * step] = sum / (radius * 2 + 1);
      }
    }
  }
  return { width, height, pixels: result };
}
