import { WORLD_LIMITS } from "#domain/world/limits.ts";

export interface NumberRange {
  min: number;
  max: number;
}

/** The numbers that each field can have. */
export const RANGES = {
  position: { min: -WORLD_LIMITS.coordinate, max: WORLD_LIMITS.coordinate },
  size: { min: WORLD_LIMITS.sizeMin, max: WORLD_LIMITS.sizeMax },
  rotation: { min: -360, max: 360 },
  yaw: { min: -360, max: 360 },
  by: { min: -WORLD_LIMITS.coordinate, max: WORLD_LIMITS.coordinate },
  seconds: { min: WORLD_LIMITS.motionSecondsMin, max: WORLD_LIMITS.motionSecondsMax },
} as const satisfies Record<string, NumberRange>;

/** A number as it's shown: at most three digits behind the point. */
export const formatField = (value: number): string => String(Math.round(value * 1000) / 1000);

/** A typed number, with a point or a comma; null for anything else. */
export function parseField(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(text)) return null;
  return Math.round(Number(text) * 1000) / 1000;
}

export const isInRange = (value: number, { min, max }: NumberRange): boolean => value >= min && value <= max;
