/** What the demo community's people said to each other: sender, text. The last ones of some are not read yet. */
export interface SeedChat {
  between: readonly [string, string];
  /** The person of the pair who has not read what was said last. */
  unreadBy?: string;
  lines: readonly (readonly [string, string])[];
}

export const SEED_CHATS: readonly SeedChat[] = [
  {
    between: ["bobby", "PixelPanda"],
    lines: [
      ["PixelPanda", "did you see the new castle level?? :sparkle:"],
      ["bobby", "YES. I fell into the moat four times"],
      ["PixelPanda", "the moat has a secret, swim left"],
      ["bobby", "no way"],
      ["bobby", "ok I found it :star: :star:"],
      ["PixelPanda", "told you :smug:"],
    ],
  },
  {
    between: ["bobby", "goldie"],
    unreadBy: "bobby",
    lines: [
      ["goldie", "hey Bobby! want to build something together this weekend?"],
      ["bobby", "sure! a harbour? with a lighthouse"],
      ["goldie", "love it. I do the boats, you do the jumping :duck:"],
      ["goldie", "sketch is here when you have time: https://example.com/harbour"],
    ],
  },
  {
    between: ["bobby", "duckwizard"],
    unreadBy: "bobby",
    lines: [["duckwizard", "hi, we have not met! your level about the library is great :heart:"]],
  },
  {
    between: ["admin", "moderator"],
    unreadBy: "admin",
    lines: [
      ["moderator", "the queue is empty, first time this week"],
      ["admin", "frame it"],
      ["moderator", "done :shades:"],
    ],
  },
  {
    between: ["goldie", "MossBoss"],
    lines: [
      ["MossBoss", "is the golden crown coming back?"],
      ["goldie", "not this month, I asked"],
      ["MossBoss", ":shadescry:"],
    ],
  },
];
