/** Strings of the share button. */
export const shareText = {
  share: "Share",
  copied: "Link copied.",
  copyFailed: (url: string) => `The link couldn't be copied. It's ${url}`,
} as const;
