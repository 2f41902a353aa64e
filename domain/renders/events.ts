import * as z from "zod/mini";
import { bopiPicture } from "../api/answers.ts";

const picture = z.object({ id: z.int(), thumbnail_url: z.string() });

/**
 * What a user's socket says when a picture of theirs has been drawn, by the name in `event`. One object with what each of
 * them may carry, rather than a union: the browser's part of zod is a quarter smaller without.
 */
const shape = z.object({
  event: z.enum(["AvatarRendered", "OutfitRendered", "ItemRendered"]),
  bopi: z.optional(bopiPicture),
  outfit: z.optional(picture),
  item: z.optional(picture),
});

type Picture = z.infer<typeof picture>;
export type RenderEvent =
  | { event: "AvatarRendered"; bopi: z.infer<typeof bopiPicture> }
  | { event: "OutfitRendered"; outfit: Picture }
  | { event: "ItemRendered"; item: Picture };

/** What a message from the socket says; null for what this code doesn't know. */
export function readRenderEvent(message: unknown): RenderEvent | null {
  const parsed = shape.safeParse(message);
  if (!parsed.success) return null;
  const { event, bopi, outfit, item } = parsed.data;
  if (event === "AvatarRendered") return bopi ? { event, bopi } : null;
  if (event === "OutfitRendered") return outfit ? { event, outfit } : null;
  return item ? { event, item } : null;
}
