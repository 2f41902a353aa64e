import { createHash } from "node:crypto";
import { type BopiColors, packColors } from "#domain/avatar/colors.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";

/** Part of every picture's name: raise it when the renderer draws anything differently. */
export const RENDERER_VERSION = 1;

/**
 * The name of a picture: a uuid made of what is on it, so that drawing the same thing again gives the same file and
 * nothing is ever drawn or kept twice. `what` must tell everything that the picture depends on.
 */
export function pictureName(kind: string, what: unknown): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([RENDERER_VERSION, kind, what]))
    .digest("hex");
  // RFC 9562: version 8 (made by our own rule), variant 10.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The name of a picture of a look: its colours and the files of what is worn. */
export const lookName = (
  kind: "avatar" | "headshot" | "outfit",
  colors: BopiColors,
  items: Partial<Record<Slot, { uuid: string } | null>>,
): string => pictureName(kind, [packColors(colors), SLOTS.map((slot) => items[slot]?.uuid ?? null)]);
