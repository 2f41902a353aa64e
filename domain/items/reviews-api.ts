import * as z from "zod/mini";
import { page } from "../api/answers.ts";
import { oneOf, pageNumber, text } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { itemCard } from "./entity.ts";
import { ITEM_STATES, REVIEW_CAUSES, REVIEW_DECISIONS } from "./review-rules.ts";

/** An item as staff compare it; its texture is at /assets/{uuid}.png. */
const compared = z.extend(itemCard, {
  state: z.enum(ITEM_STATES),
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type ComparedItem = z.infer<typeof compared>;

export const itemReview = z.object({
  /** The item's. */
  id: z.int(),
  item: compared,
  why: z.enum(REVIEW_CAUSES),
  /** What it looks like most, and of a hundred how much. */
  resembles: z.nullable(z.object({ item: compared, percent: z.int() })),
  /** Further items that it looks like. */
  others: z.array(z.object({ id: z.int(), percent: z.int() })),
  /** What staff said when they decided; empty before. */
  reason: z.string(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** What the one who asks can decide: nothing about their own. */
  decisions: z.array(z.enum(REVIEW_DECISIONS)),
});
export type ItemReview = z.infer<typeof itemReview>;

export const itemReviewsRoute = route("GET", "/api/staff/items", {
  summary:
    "Items that wait for staff, or that they have taken out of sight, those that were made first come first.",
  access: "moderator",
  input: z.object({
    state: z._default(oneOf("State", ["pending", "rejected", "hidden"]), "pending"),
    page: pageNumber,
  }),
  output: page(itemReview),
});

export const reviewItemRoute = route("POST", "/api/staff/items/{id}/review", {
  summary: "Decides about an item, and tells its creator.",
  access: "moderator",
  input: z.object({
    decision: oneOf("Decision", REVIEW_DECISIONS),
    /** For its creator; needed to reject and to hide. */
    reason: z._default(text("Reason", { min: 0, max: LIMITS.banReason, multiline: true }), ""),
    /** How the item stood when it was looked at: 409 where somebody has decided meanwhile. */
    state: z.optional(oneOf("State", ITEM_STATES)),
  }),
  output: z.object({ message: z.string(), state: z.enum(ITEM_STATES) }),
});
