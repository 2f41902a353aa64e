import { roundNumber } from "#domain/build/limit-fields.ts";
import type { Vec3 } from "#domain/world/schema.ts";

const AXES = ["X", "Y", "Z"] as const;

const plain = (value: number): string => String(roundNumber(value)).replace("-", "−");
const signed = (value: number): string => (value > 0 ? `+${plain(value)}` : plain(value));

/** "4 × 2 × 6" */
export const sizeText = (size: Vec3): string => size.map(plain).join(" × ");

/** "X +3 Z −2" */
export function moveText(by: Vec3): string {
  const moved = AXES.flatMap((name, axis) => {
    const value = roundNumber(by[axis as 0]);
    return value === 0 ? [] : [`${name} ${signed(value)}`];
  });
  return moved.join(" ") || "0";
}

/** "15°" */
export const angleText = (degrees: number): string => `${plain(degrees)}°`;
