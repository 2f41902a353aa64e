/** Closed outlines; each is a flat list of x and y. */
export type Path = readonly (readonly number[])[];

/** Steps of a quarter circle: smooth at the size of these pictures. */
const QUARTER_STEPS = 12;

function arc(cx: number, cy: number, rx: number, ry: number, from: number, turns: number): number[] {
  const steps = Math.max(1, Math.round(QUARTER_STEPS * 4 * turns));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = 2 * Math.PI * (from + (turns * i) / steps);
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  }).flat();
}

export const polygon = (...points: number[]): Path => [points];

export const ellipse = (cx: number, cy: number, rx: number, ry = rx): Path => [arc(cx, cy, rx, ry, 0, 1)];

export function roundedRect(x: number, y: number, w: number, h: number, radius: number): Path {
  const r = Math.min(radius, w / 2, h / 2);
  return [
    [
      ...arc(x + w - r, y + r, r, r, 0.75, 0.25),
      ...arc(x + w - r, y + h - r, r, r, 0, 0.25),
      ...arc(x + r, y + h - r, r, r, 0.25, 0.25),
      ...arc(x + r, y + r, r, r, 0.5, 0.25),
    ],
  ];
}

/** A five-pointed star around a center. */
export function star(cx: number, cy: number, radius: number): Path {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = Math.PI * (i / 5 - 0.5);
    const r = i % 2 ? radius * 0.48 : radius;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
  });
  return [points.flat()];
}
