import type { ItemState } from "#domain/items/reviews/rules.ts";
import { formatCount } from "#web/lib/format.ts";

/** Strings for the creator and staff of an item that others can't see. */
export const ownReviewText = {
  states: {
    pending: "Only you and our staff can see this until it's reviewed.",
    rejected: "Our staff declined this. Only you and they can see it.",
    hidden: "Our staff hid this. Only you and they can see it.",
  } satisfies Record<Exclude<ItemState, "shown">, string>,
  looksLike: "It looks like",
  another: "something that another creator made",
  history: "Another item of yours was declined in the last 30 days, so our staff review new ones first.",
  ahead: (count: number) =>
    count === 0
      ? "It's next in line."
      : count >= 100
        ? "At least 100 items are ahead of it."
        : `${formatCount(count, "item")} ${count === 1 ? "is" : "are"} ahead of it.`,
  refund: "If it's declined, you get your coins back.",
  reason: (reason: string) => `Reason: ${reason}`,
  queue: "Open the queue",
} as const;
