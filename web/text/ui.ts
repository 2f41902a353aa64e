import type { TimeLeft } from "#domain/countdown.ts";
import { SITE } from "#domain/site.ts";
import { counted, exact } from "#web/lib/format.ts";

/** Words that the design system's own controls say. */
export const uiText = {
  busy: "Working…",
  close: "Close",
  cancel: "Cancel",
  ok: "Ok",
  error: "Error",
  dismiss: "Dismiss",
  retry: "Retry",
  expand: "Expand",
  collapse: "Collapse",
  more: "More",
  optional: "optional",
  failedTitle: "That didn't work",
  failed: "An error occurred",
  notSaved: "That could not be saved. Try again.",
  notLoaded: {
    offline: `${SITE.name} can't be reached. Check your connection.`,
    failed: "That couldn't be loaded. Try again.",
    updated: `${SITE.name} was updated. Reload the page to go on.`,
  },
  reload: "Reload the page",
  empty: "Nothing here yet",
  notifications: "Notifications",
  charactersLeft: (left: number) =>
    left < 0
      ? `${exact(-left)} ${left === -1 ? "character" : "characters"} too many`
      : `${counted(left, "character")} left`,
  count: (used: number, max: number) => `${exact(used)} / ${exact(max)}`,
  stars: (stars: number) => `${stars} ${stars === 1 ? "star" : "stars"}`,
  starsOf: (stars: number, of: number) => `${stars} of ${of} stars`,
  noStars: "Not rated",
  pages: "Pages",
  page: (page: number) => `Page ${exact(page)}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  previous: "Previous",
  next: "Next",
  dropPicture: "Drop a picture here, or choose one",
  choosePicture: "Choose a picture",
  changePicture: "Choose another",
  removePicture: "Remove",
  clearSearch: "Clear the search",
  notPicture: "Only picture files can be used here.",
  headshotOf: (username: string) => `${username}'s bopi`,
  emoticons: "Emoticons",
  emoticon: (name: string) => name.replaceAll("_", " "),
  gold: "Gold member",
  online: "Online",
  playing: (title: string) => `Playing ${title}`,
  playingBefore: "Playing ",
  coins: (coins: number) => counted(coins, "coin"),
  xp: (xp: number) => `${exact(xp)} XP`,
  noReward: "None",
  ended: "Ended",
  timeUnits: { days: "days", hours: "hours", minutes: "min", seconds: "sec" },
  /** What a countdown says to who can't see it: no seconds before the last minute. */
  timeLeft: ({ days, hours, minutes, seconds }: TimeLeft): string =>
    [
      days && counted(days, "day"),
      hours && counted(hours, "hour"),
      minutes && counted(minutes, "minute"),
      !days && !hours && !minutes && counted(seconds, "second"),
    ]
      .filter(Boolean)
      .join(", "),
} as const;
