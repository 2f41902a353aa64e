import { SITE } from "#domain/site.ts";

/** Words that the design system's own controls say. */
export const uiText = {
  busy: "Working…",
  close: "Close",
  cancel: "Cancel",
  ok: "Ok",
  error: "Error",
  dismiss: "Dismiss",
  retry: "Retry",
  failedTitle: "That didn't work",
  failed: "An error occurred",
  notSaved: "That could not be saved. Try again.",
  notLoaded: {
    offline: `${SITE.name} can't be reached. Check your connection.`,
    failed: "That couldn't be loaded. Try again.",
    stuck: "That couldn't be loaded. Reload the page to try again.",
    updated: `${SITE.name} was updated. Reload the page to go on.`,
  },
  reload: "Reload the page",
  notifications: "Notifications",
  starsOf: (stars: number, of: number) => `${stars} of ${of} stars`,
  noStars: "Not rated",
  previous: "Previous",
  next: "Next",
  headshotOf: (username: string) => `${username}'s bopi`,
  gold: "Gold member",
  online: "Online",
  playing: (title: string) => `Playing ${title}`,
  playingBefore: "Playing ",
} as const;
