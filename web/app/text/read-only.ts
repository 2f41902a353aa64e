/** Strings of read-only mode. */
export const readOnlyText = {
  banner: "We're working on the site. You can look around and play, but nothing can be saved right now.",
} as const;
