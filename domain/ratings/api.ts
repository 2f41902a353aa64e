import * as z from "zod/mini";
import { oneOf, pageNumber, wholeNumber } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { RATING_SORTS, readRatingView, SORT_DIRECTIONS } from "./view.ts";

/** A user's rating of a level; `clear` is null if they have none. */
export const rating = z.object({
  id: z.int(),
  rating: z.int(),
  difficulty: z.int(),
  user: userCard,
  level: z.object({ id: z.int(), title: z.string(), url: z.string() }),
  clear: z.nullable(z.object({ time_formatted: z.string() })),
  ...TIMES,
});
export type Rating = z.infer<typeof rating>;

/** A number to filter by. Empty or 0 means no filter. */
const filterNumber = (label: string, max: number) =>
  z._default(
    z.pipe(
      z.transform((value: unknown) => (value === "" ? 0 : value)),
      wholeNumber(label, { min: 0, max }),
    ),
    0,
  );

export const ratingSearchRoute = route("GET", "/api/ratings", {
  summary: "All ratings of public levels, filtered and sorted.",
  access: "public",
  cacheSeconds: 5,
  rateLimit: "search",
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
  output: listPage(rating),
});

const step = (label: string) => wholeNumber(label, { min: 1, max: 10 });

export const recordRatingRoute = route("POST", "/api/levels/{levelId}/ratings", {
  creates: "main",
  summary: "Rates a level, replacing your earlier rating.",
  access: "member",
  status: 201,
  input: z.object({ rating: step("Rating"), difficulty: step("Difficulty") }),
  output: z.object({ rating }),
});

export const deleteRatingRoute = route("POST", "/api/ratings/{ratingId}/delete", {
  summary: "Deletes your own rating. Admins can delete any.",
  access: "member",
});

export const ratingsPage = page("/ratings", {
  group: "rare",
  access: "public",
  module: "ratings/ratings",
  title: "Ratings",
  description: "What everyone thinks of every level.",
  preload: (_, query) => [preload(ratingSearchRoute, {}, readRatingView(query))],
  inSitemap: true,
});
