import * as z from "zod/mini";
import { oneOf, pageNumber, text } from "../../api/fields.ts";
import { page } from "../../api/page.ts";
import { listPage } from "../../api/response.ts";
import { route } from "../../api/route.ts";
import { TIMES } from "../../api/times.ts";
import { LIMITS } from "../../limits.ts";
import { itemCard } from "../item-card.ts";
import { ITEM_STATES, REVIEW_CAUSES, REVIEW_DECISIONS } from "./rules.ts";

/** An item as staff compare it. Its texture is at /assets/{uuid}.png. */
const compared = z.extend(itemCard, {
  state: z.enum(ITEM_STATES),
  ...TIMES,
});
export type ComparedItem = z.infer<typeof compared>;

export const itemReview = z.object({
  id: z.int(),
  item: compared,
  why: z.enum(REVIEW_CAUSES),
  /** The most similar item, and how similar it is in percent. */
  resembles: z.nullable(z.object({ item: compared, percent: z.int() })),
  others: z.array(z.object({ id: z.int(), percent: z.int() })),
  /** The reason staff gave; empty before a decision. */
  reason: z.string(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** The decisions available to the viewer: none for their own items. */
  decisions: z.array(z.enum(REVIEW_DECISIONS)),
});
export type ItemReview = z.infer<typeof itemReview>;

export const itemReviewsRoute = route("GET", "/api/staff/items", {
  summary: "Items that are under review, rejected or hidden, oldest first.",
  access: "moderator",
  input: z.object({
    state: z._default(oneOf("State", ["pending", "rejected", "hidden"]), "pending"),
    page: pageNumber,
  }),
  output: listPage(itemReview),
});

export const reviewItemRoute = route("POST", "/api/staff/items/{id}/review", {
  summary: "Decides a review and notifies the item's creator.",
  access: "moderator",
  input: z.object({
    decision: oneOf("Decision", REVIEW_DECISIONS),
    /** For the creator; required to reject and to hide. */
    reason: z._default(text("Reason", { min: 0, max: LIMITS.banReason, multiline: true }), ""),
    /** The state that the reviewer saw: 409 if it has changed since. */
    state: z.optional(oneOf("State", ITEM_STATES)),
  }),
  output: z.object({ message: z.string(), state: z.enum(ITEM_STATES) }),
});

export const itemReviewPage = page("/staff/items", {
  access: "moderator",
  module: "staff/items",
  title: "Items to review",
});
