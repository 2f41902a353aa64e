/** Strings of the human check. */
export const humanText = {
  down: "The human check can't be loaded. Something may be blocking challenges.cloudflare.com.",
  reload: "Try again",
} as const;
