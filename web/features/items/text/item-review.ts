import type { ItemState, ReviewCause, ReviewDecision } from "#domain/items/reviews/rules.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

type Queued = Exclude<ItemState, "shown">;

export const itemReviewText = {
  title: "Items to review",
  loading: "Loading items",
  stateNav: "Filter items",
  states: { pending: "Waiting", rejected: "Declined", hidden: "Hidden" } satisfies Record<Queued, string>,
  total: {
    pending: (total: number) => `${formatCount(total, "item")} to review`,
    rejected: (total: number) => `${formatNumber(total)} declined`,
    hidden: (total: number) => `${formatNumber(total)} hidden`,
  } satisfies Record<Queued, (total: number) => string>,
  none: "Nothing here",
  noneText: "Everyone paints their own. Have some grapes.",
  nonePageText: "There aren't that many items.",
  why: {
    likeness: (percent: number) => `${percent}% like someone else's`,
    history: "Creator was declined recently",
    staff: "Found by staff",
  } satisfies Record<ReviewCause, unknown>,
  types: { hat: "Hat", toy: "Toy", face: "Face", shirt: "Shirt", pants: "Pants", shoes: "Shoes" } as Record<
    string,
    string
  >,
  upload: "The upload",
  original: "What it looks like",
  originalAway: "The item it looked like no longer exists.",
  alone: "Nothing else here looks like it.",
  others: "Also like",
  other: (id: number, percent: number) => `item ${id} (${percent}%)`,
  by: "by",
  picture: (name: string) => `Picture of ${name}`,
  texture: (name: string) => `Texture of ${name}`,
  zoom: (name: string) => `Zoom in on the textures of ${name}`,
  zoomShort: "Zoom",
  zoomTitle: "Textures side by side",
  close: "Close",
  decided: (staff: string) => `Decided by ${staff}`,
  quotedReason: (reason: string) => `“${reason}”`,
  own: "This is yours, so someone else decides.",
  actions: { approve: "Approve", reject: "Reject", hide: "Hide", show: "Show again" } satisfies Record<
    ReviewDecision,
    string
  >,
  actionOn: (action: string, name: string) => `${action} “${name}”`,
  rejectTitle: (name: string) => `Reject “${name}”?`,
  rejectText:
    "Only its creator and staff will see it, and its texture comes off every bopi. Its creator gets the reason, and a refund if it was still waiting.",
  hideTitle: (name: string) => `Hide “${name}”?`,
  hideText: "Only its creator and staff will see it until it's shown again. Its creator gets the reason.",
  template: "Start from",
  noTemplate: "Your own words",
  reasonHint: "One or two sentences for its creator.",
  templates: [
    {
      value: "copy",
      label: "A copy",
      text: "This is a copy of someone else's design. Only upload what you painted yourself.",
    },
    {
      value: "close",
      label: "Too close to another",
      text: "This is too close to someone else's design. Take the idea and paint it your own way.",
    },
    {
      value: "brand",
      label: "Someone's brand",
      text: "This shows a brand or a character that belongs to someone else.",
    },
    {
      value: "unfit",
      label: "Not for children",
      text: "This isn't suitable for everyone who plays here. Many of them are young.",
    },
    {
      value: "hate",
      label: "Hate",
      text: "This shows a hateful sign or words. That has no place here.",
    },
  ],
} as const;
