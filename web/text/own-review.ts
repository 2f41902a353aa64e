import type { ItemState } from "#domain/items/review-rules.ts";
import { counted } from "#web/lib/format.ts";

/** Words of an item that not everybody sees, for its creator and staff. */
export const ownReviewText = {
  states: {
    pending: "Only you and staff see this. It waits for staff to look at it.",
    rejected: "Staff have declined this. Only you and they see it.",
    hidden: "Staff have taken this out of sight. Only you and they see it.",
  } satisfies Record<Exclude<ItemState, "shown">, string>,
  looksLike: "It looks like",
  another: "something that another creator has made",
  history: "Another item of yours was declined in the last 30 days, so staff look at new ones first.",
  ahead: (count: number) =>
    count === 0
      ? "It is next in line."
      : count >= 100
        ? "A hundred or more wait before it."
        : `${counted(count, "item")} ${count === 1 ? "waits" : "wait"} before it.`,
  refund: "The coins that making it cost are given back when it is declined.",
  reason: (reason: string) => `They say: ${reason}`,
  queue: "Open the queue",
} as const;
