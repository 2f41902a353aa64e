import { once } from "./once.ts";

/** Every limit a user can run into. Text limits count graphemes, sizes are bytes. */
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
  /** Profile themes that a Gold member can create. */
  themesPerUser: 20,
  /** Titles of threads, and the texts of threads and replies. */
  threadTitle: 100,
  post: 10_000,
  reportDetails: 1_000,
  banReason: 500,
  appeal: 2_000,
  /** A blocked word, and the number of blocked words. */
  word: 40,
  words: 500,
  bookmarks: 1_000,
  message: 500,
  wishes: 1_000,
  /** A user's buddies, incoming and outgoing requests, each. */
  buddies: 1_000,
  follows: 1_000,
  searchText: 100,
  email: 254,
  outfits: 35,
  price: 1_000_000,
  stock: 100_000,
  levelsPerUser: { member: 100, gold: 250 },
  pictureBytes: 8 * 1024 * 1024,
  /** Files that an account can store in 24 hours: documents of levels and drafts, pictures, items, recorded runs. */
  storedBytesPerDay: 100 * 1024 * 1024,
  /** Documents of levels that are read or drawn for an account in a minute: a few of the largest, hundreds of usual ones. */
  documentBytesPerMinute: 12 * 1024 * 1024,
  jsonBytes: 64 * 1024,
  pageSize: {
    levels: 20,
    featured: 10,
    ratings: 25,
    comments: 10,
    users: 24,
    revisions: 20,
    inventory: 24,
    closet: 24,
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
    flaggedRuns: 25,
  },
  /** Results further than this from either end of a list can't be paged to; users have to narrow the list. */
  pageDepth: 10_000,
  /** A search reads at most this many best matches, because the database bills rows read. */
  searchMatches: 500,
  /** A search for a single character in names covers this many of the newest accounts. */
  newestSearched: 1_000,
  /** A search in your own inventory covers this many of the newest copies. */
  inventorySearched: 900,
  /** A search in your buddies, requests or blocks covers this many of the newest. */
  peopleSearched: 900,
} as const;

/** Splits text into user-perceived characters: a family emoji is 1. */
const graphemes = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** The first `max` graphemes of `text`. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of graphemes().segment(text)) if (count++ === max) return text.slice(0, index);
  return text;
}

/** Shortens `text` to whole words of at most `max` graphemes, the closing "…" included. Cuts a single long word. */
export function firstWords(text: string, max: number): string {
  const line = text.trim().replace(/\s+/g, " ");
  if (countCharacters(line) <= max) return line;
  // Takes 1 character more than fits: a space there ends a whole word.
  const start = firstCharacters(line, max);
  const end = start.lastIndexOf(" ");
  return `${end > 0 ? start.slice(0, end) : firstCharacters(line, max - 1)}…`;
}

/** Text in which every code unit is a character of its own. */
const ASCII = /^[\n\x20-\x7e]*$/;

export function countCharacters(text: string): number {
  if (ASCII.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes().segment(text)) count++;
  return count;
}
