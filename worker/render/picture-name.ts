import { createHash } from "node:crypto";
import { type BopiColors, packColors } from "#domain/avatar/colors.ts";
import type { LookPose, LookSize } from "#domain/avatar/look-url.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";

/** Part of every picture's name. Raise it when the renderer's output changes. */
export const RENDERER_VERSION = 2;

/**
 * The name of a picture: a uuid derived from its content, so the same picture is only rendered and stored once. `content` must
 * include everything that the picture depends on.
 */
export function pictureName(kind: string, content: unknown): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([RENDERER_VERSION, kind, content]))
    .digest("hex");
  // RFC 9562: version 8 (custom), variant 10.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The name of a picture of a bopi: its colors and the files of its items. */
export const lookName = (
  kind: "avatar" | "headshot" | "outfit" | `look ${LookPose} ${LookSize}`,
  colors: BopiColors,
  items: Partial<Record<Slot, { uuid: string } | null>>,
): string => pictureName(kind, [packColors(colors), SLOTS.map((slot) => items[slot]?.uuid ?? null)]);
