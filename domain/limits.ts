import { once } from "./once.ts";

/** Every number a person can run into. Text limits count graphemes, sizes are bytes. */
export const LIMITS = {
  username: { min: 3, max: 20 },
  password: { min: 8, max: 128 },
  levelTitle: 60,
  levelDescription: 2_000,
  comment: 500,
  bio: 1_000,
  itemName: 50,
  itemDescription: 1_000,
  outfitName: 30,
  themeName: 30,
  /** Profile themes of their own that a Gold member may have. */
  themesPerUser: 20,
  /** Titles of threads, and texts in the forums. */
  threadTitle: 100,
  post: 10_000,
  reportDetails: 1_000,
  banReason: 500,
  appeal: 2_000,
  /** A word of the list of those that are not wanted, and how many there can be. */
  word: 40,
  words: 500,
  /** Threads that a person can have bookmarked. */
  bookmarks: 1_000,
  message: 500,
  /** Items that a person's wishlist can hold. */
  wishes: 1_000,
  /** Buddies and requests a person may have, each. */
  buddies: 1_000,
  searchText: 100,
  email: 254,
  outfits: 35,
  /** The most an item can cost. */
  price: 1_000_000,
  /** Copies that a limited item can have. */
  stock: 100_000,
  levelsPerUser: { member: 100, gold: 250 },
  /** An uploaded picture before it is decoded. */
  pictureBytes: 8 * 1024 * 1024,
  /** Any JSON body. */
  jsonBytes: 64 * 1024,
  pageSize: {
    levels: 20,
    featured: 10,
    ratings: 25,
    comments: 10,
    users: 24,
    revisions: 20,
    inventory: 24,
    shop: 20,
    featuredItems: 12,
    owners: 24,
    listings: 20,
    wishlist: 20,
    transactions: 25,
    outfits: 24,
    buddies: 24,
    blocks: 24,
    messages: 50,
    conversations: 20,
    notifications: 20,
    reports: 25,
    appeals: 25,
    audit: 50,
    held: 25,
    lookUp: 25,
    itemReviews: 20,
    words: 50,
    threads: 25,
    replies: 20,
    bookmarks: 25,
    replyHistory: 20,
    forumSearch: 20,
    hosts: 25,
    events: 10,
    challenges: 20,
    clears: 25,
    asideRuns: 25,
  },
  /** Results past this distance from either end of a list are reached by narrowing it, not by turning pages. */
  pageDepth: 10_000,
  /** A search looks at this many best matches and no more (rows read are what an operator pays for). */
  searchMatches: 500,
  /** A search for single characters in names covers this many of the newest accounts. */
  newestSearched: 1_000,
  /** A search in one's own things looks at this many of the newest. */
  inventorySearched: 900,
  /** A search among one's buddies, requests or blocks looks at this many of the newest. */
  peopleSearched: 900,
} as const;

/** Characters as people count them, so that a family emoji is one. */
const graphemes = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** The first `most` graphemes of `text`. */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  let count = 0;
  for (const { index } of graphemes().segment(text)) if (count++ === most) return text.slice(0, index);
  return text;
}

/** The first words of `text`, at most `most` graphemes with the "…" of a shortened text. A single long word is cut. */
export function firstWords(text: string, most: number): string {
  const line = text.trim().replace(/\s+/g, " ");
  if (countCharacters(line) <= most) return line;
  // One more than fits: a space there ends a whole word.
  const start = firstCharacters(line, most);
  const end = start.lastIndexOf(" ");
  return `${end > 0 ? start.slice(0, end) : firstCharacters(line, most - 1)}…`;
}

/** Letters that nothing joins: each is a character of its own. */
const PLAIN = /^[\n\x20-\x7e]*$/;

/** Number of graphemes in `text`. */
export function countCharacters(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes().segment(text)) count++;
  return count;
}
