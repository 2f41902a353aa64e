/** Chats of the demo users, as sender and text. Some end with unread messages. */
export interface SeedChat {
  between: readonly [string, string];
  /** The user of the pair who has not read the last message. */
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
      ["PixelPanda", "called it :smug:"],
    ],
  },
  {
    between: ["bobby", "goldie"],
    unreadBy: "bobby",
    lines: [
      ["goldie", "hey Bobby! want to build something together this weekend?"],
      ["bobby", "sure! a harbor? with a lighthouse"],
      ["goldie", "love it. I'll do the boats, you do the jumping :duck:"],
      ["goldie", "here's a sketch for when you have time: https://example.com/harbor"],
    ],
  },
  {
    between: ["bobby", "duckwizard"],
    unreadBy: "bobby",
    lines: [["duckwizard", "hi, we haven't met! your library level is great :heart:"]],
  },
  {
    between: ["admin", "moderator"],
    unreadBy: "admin",
    lines: [
      ["moderator", "the queue is empty for the first time this week"],
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
