import * as z from "zod/mini";
import { message, nothing, page, userCard } from "../api/answers.ts";
import { oneOf, pageNumber, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";

/** One person's rating of one level; `clear` is null when they have none (any more). */
export const rating = z.object({
  id: z.int(),
  rating: z.int(),
  difficulty: z.int(),
  user: userCard,
  level: z.object({ id: z.int(), title: z.string(), url: z.string() }),
  clear: z.nullable(z.object({ time_formatted: z.string() })),
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type Rating = z.infer<typeof rating>;

/** A number to filter by; an empty box means none, as 0 does. */
const filterNumber = (label: string, max: number) =>
  z._default(
    z.pipe(
      z.transform((value: unknown) => (value === "" ? 0 : value)),
      whole(label, { min: 0, max }),
    ),
    0,
  );

export const RATING_SORTS = ["rating", "difficulty"] as const;
export const SORT_DIRECTIONS = ["desc", "asc"] as const;

export const ratingSearchRoute = route("GET", "/api/ratings", {
  summary: "Everybody's ratings of public levels, filtered and sorted.",
  access: "public",
  keep: 5,
  limit: "search",
  input: z.object({
    username: z._default(
      z
        .string({ error: "Username must be text." })
        .check(z.maxLength(100, "Username is too long."), z.trim()),
      "",
    ),
    level_id: filterNumber("Level id", 1_000_000_000_000),
    rating: filterNumber("Rating", 10),
    difficulty: filterNumber("Difficulty", 10),
    sort: z._default(oneOf("Sort", RATING_SORTS), "rating"),
    order: z._default(oneOf("Order", SORT_DIRECTIONS), "desc"),
    page: pageNumber,
  }),
  output: page(rating),
});

const step = (label: string) => whole(label, { min: 1, max: 10 });

export const recordRatingRoute = route("POST", "/api/levels/{levelId}/ratings", {
  summary: "Records one's rating of a level, replacing an earlier one.",
  access: "member",
  status: 201,
  input: z.object({ rating: step("Rating"), difficulty: step("Difficulty") }),
  output: z.object({ rating }),
});

export const deleteRatingRoute = route("POST", "/api/ratings/{ratingId}/delete", {
  summary: "Deletes one's own rating; admins any.",
  access: "member",
  input: nothing,
  output: message,
});
