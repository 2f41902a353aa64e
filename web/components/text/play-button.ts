import { SITE } from "#domain/site.ts";

export const playButtonText = {
  play: "Play",
  join: "Join",
  playTitle: (title: string) => `Play ${title}`,
  playDesktop: (title: string) => `Play ${title} in ${SITE.client}`,
  watch: "Watch",
  watchUser: (username: string) => `Watch ${username} play`,
  joinUser: (username: string) => `Join ${username}`,
  ways: "More ways to play",
  browser: "Play in the browser",
  desktop: `Open in ${SITE.client}`,
  signIn: "Sign in to play",
} as const;
