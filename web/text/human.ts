/** Words of the check for people. */
export const humanText = {
  down: "The check for people can't be loaded. Something may block challenges.cloudflare.com.",
  reload: "Try again",
} as const;
