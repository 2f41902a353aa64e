import type { SubforumId } from "#domain/forums/rules.ts";

/** What came of a post: what it said before an edit, or who took it away. */
export interface Fate {
  before?: string;
  deleted?: "author" | "staff";
}

/**
 * A name and what they wrote; the first line of a thread begins it. In a text stand for others: `{quote:2}` the second answer,
 * quoted; `{level:3}` the card, `{title:3}` the title and `{maker:3}` the maker of the fourth most popular level;
 * `{item:Star Hoodie}` an item's card.
 */
export type Line = readonly [who: string, text: string, fate?: Fate];

export interface SeedThread {
  in: SubforumId;
  title: string;
  /** How long ago it was begun, at most: everybody in it had joined by then. */
  daysAgo: number;
  /** How many days people wrote in it; all until today where it is not told. */
  span?: number;
  /** People write in it as soon as they have joined. */
  arrivals?: boolean;
  pinned?: boolean;
  locked?: boolean;
  /** Staff have taken it away. */
  removed?: boolean;
  lines: readonly Line[];
}
