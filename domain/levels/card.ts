import * as z from "zod/mini";
import { userCard } from "../api/response.ts";
import { LEVEL_CATEGORIES, VISIBILITIES } from "./level-category.ts";

export const levelEvent = z.object({ short_name: z.string(), highlight_color: z.string() });
export const levelChallenge = z.object({ name: z.string() });

/** A level as a card in any list. `players_count` is absent if no one is playing. */
export const levelCard = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  thumbnail_url: z.string(),
  category: z.enum(LEVEL_CATEGORIES),
  visibility: z.enum(VISIBILITIES),
  user: userCard,
  players_count: z.optional(z.int()),
  /** Mean of its ratings from 0 to 10; 0 means not rated yet. */
  rating: z.number(),
  /** How long a clear usually takes: the mean of everyone's best time. Null until someone clears it. */
  clear_ms: z.nullable(z.int()),
  event: z.nullable(levelEvent),
  challenge: z.nullable(levelChallenge),
});
export type LevelCardData = z.infer<typeof levelCard>;
