import * as z from "zod/mini";

/** How many ratings gave each value: index 0 counts the ones of value 1, index 9 those of value 10. */
export const ratingGroups = z.object({
  rating: z.array(z.int()).check(z.length(10)),
  difficulty: z.array(z.int()).check(z.length(10)),
});
export type RatingGroups = z.infer<typeof ratingGroups>;
