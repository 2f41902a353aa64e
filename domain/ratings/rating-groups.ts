import * as z from "zod/mini";

/** Number of ratings by value: index 0 for value 1, index 9 for value 10. */
export const ratingGroups = z.object({
  rating: z.array(z.int()).check(z.length(10)),
  difficulty: z.array(z.int()).check(z.length(10)),
});
export type RatingGroups = z.infer<typeof ratingGroups>;
