import * as z from "zod/mini";
import { bopiPicture } from "../api/answers.ts";

/** What a user's socket says when a picture of theirs has been drawn. */
export const renderEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("AvatarRendered"), bopi: bopiPicture }),
  z.object({
    event: z.literal("OutfitRendered"),
    outfit: z.object({ id: z.int(), thumbnail_url: z.string() }),
  }),
  z.object({
    event: z.literal("ItemRendered"),
    item: z.object({ id: z.int(), thumbnail_url: z.string() }),
  }),
]);
export type RenderEvent = z.infer<typeof renderEvent>;
