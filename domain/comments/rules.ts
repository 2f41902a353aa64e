export const COMMENT_TARGETS = ["level", "item", "user"] as const;
export type CommentTarget = (typeof COMMENT_TARGETS)[number];

export const EMOTICONS = [
  "angry",
  "block",
  "bopibody",
  "coin",
  "duck",
  "ghost_sword",
  "grapes",
  "happy",
  "heart",
  "shades",
  "shadescry",
  "smug",
  "sparkle",
  "star",
  "sword",
  "unamused",
] as const;
