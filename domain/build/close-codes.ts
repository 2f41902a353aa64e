import { CLOSE_CODES } from "../live/frames.ts";

/** Why the socket of a level that is being built closes (BUILD.md, rule 14). Those of the live protocol mean the same here. */
export const BUILD_CLOSE_CODES = {
  ...CLOSE_CODES,
  /** A malformed message, or operations out of order. */
  invalidMessage: 4400,
  /** Not, or no longer, someone who can build this level. */
  removed: 4406,
  /** Eight people build already, or this person has too many pages open. */
  full: 4409,
  levelDeleted: 4410,
  /** Set by the page itself: the level has parts of a newer version, which it can't show. */
  newerParts: 4426,
} as const;

export type BuildCloseCode = (typeof BUILD_CLOSE_CODES)[keyof typeof BUILD_CLOSE_CODES];
