import type { ItemState, ReviewCause, ReviewDecision } from "#domain/items/review-rules.ts";
import { counted, exact } from "#web/lib/format.ts";

type Queued = Exclude<ItemState, "shown">;

/** Words of the queue of items that staff look at. */
export const itemReviewText = {
  title: "Items to review",
  loading: "Loading items",
  stateNav: "Which items",
  states: { pending: "Waiting", rejected: "Declined", hidden: "Hidden" } satisfies Record<Queued, string>,
  total: {
    pending: (total: number) => `${counted(total, "item")} ${total === 1 ? "waits" : "wait"} for staff`,
    rejected: (total: number) => `${exact(total)} declined`,
    hidden: (total: number) => `${exact(total)} out of sight`,
  } satisfies Record<Queued, (total: number) => string>,
  none: "Nothing here",
  noneText: "Everybody paints something of their own. Have some grapes.",
  nonePage: "Nothing on this page",
  nonePageText: "There are not that many items.",
  firstPage: "First page",
  why: {
    likeness: (percent: number) => `${percent}% like somebody else's`,
    history: "Creator was declined lately",
    staff: "Found by staff",
  } satisfies Record<ReviewCause, unknown>,
  types: { hat: "Hat", toy: "Toy", face: "Face", shirt: "Shirt", pants: "Pants", shoes: "Shoes" } as Record<
    string,
    string
  >,
  upload: "The upload",
  original: "What it looks like",
  originalAway: "What it looked like is not there any more.",
  alone: "It looks like nothing else here.",
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
  said: (reason: string) => `“${reason}”`,
  own: "This is your own: somebody else decides.",
  acts: { approve: "Approve", reject: "Reject", hide: "Hide", show: "Show again" } satisfies Record<
    ReviewDecision,
    string
  >,
  actOn: (act: string, name: string) => `${act} “${name}”`,
  rejectTitle: (name: string) => `Reject “${name}”?`,
  rejectText:
    "Nobody but its creator and staff sees it, its texture comes off every bopi, and its creator is told why. Where it was still waiting, the coins go back.",
  hideTitle: (name: string) => `Hide “${name}”?`,
  hideText: "Nobody but its creator and staff sees it until it is shown again. Its creator is told why.",
  template: "Start from",
  noTemplate: "Your own words",
  reason: "Reason",
  reasonHint: "One or two sentences for its creator.",
  templates: [
    {
      value: "copy",
      label: "A copy",
      text: "This is a copy of somebody else's design. Upload only what you have painted yourself.",
    },
    {
      value: "close",
      label: "Too close to another",
      text: "This is too close to somebody else's design. Take the idea, and paint it in a way of your own.",
    },
    {
      value: "brand",
      label: "Somebody's brand",
      text: "This shows a brand or a character that belongs to somebody else.",
    },
    {
      value: "unfit",
      label: "Not fit for children",
      text: "This is not fit for everybody who plays here. Many of them are young.",
    },
    {
      value: "hate",
      label: "Hate",
      text: "This shows a sign or words of hate. That has no place here.",
    },
  ],
} as const;
