import type { SubforumId } from "#domain/forums/rules.ts";

/** A post's text before an edit, or who deleted it. */
export interface PostState {
  before?: string;
  deleted?: "author" | "staff";
}

/**
 * An author and their text; the first line of a thread opens it. Placeholders: `{quote:2}` quotes the second reply;
 * `{level:3}`, `{title:3}` and `{maker:3}` are the card, title and creator of the fourth most popular level;
 * `{item:Star Hoodie}` is an item's card.
 */
export type ThreadLine = readonly [author: string, text: string, state?: PostState];

export interface SeedThread {
  subforum: SubforumId;
  title: string;
  /** Maximum age. The thread is newer if one of its authors joined later. */
  daysAgo: number;
  /** Days until the last reply. Without it, replies continue until today. */
  spanDays?: number;
  /** Users post in it as soon as they join. */
  arrivals?: boolean;
  pinned?: boolean;
  locked?: boolean;
  /** Removed by staff. */
  removed?: boolean;
  lines: readonly ThreadLine[];
}
