import type { TimeLeft } from "#domain/countdown.ts";
import { counted, exact } from "#web/lib/format.ts";

/** Words of the controls that a visitor's first screen goes without. */
export const controlsText = {
  close: "Close",
  headshotOf: (username: string) => `${username}'s bopi`,
  starsOf: (stars: number, of: number) => `${stars} of ${of} stars`,
  noStars: "Not rated",
  notSaved: "That could not be saved. Try again.",
  playing: (title: string) => `Playing ${title}`,
  playingBefore: "Playing ",
  online: "Online",
  dropPicture: "Drop a picture here, or choose one",
  changePicture: "Choose another",
  removePicture: "Remove",
  notPicture: "Only picture files can be used here.",
  emoticons: "Emoticons",
  emoticon: (name: string) => name.replaceAll("_", " "),
  charactersLeft: (left: number) =>
    left < 0
      ? `${exact(-left)} ${left === -1 ? "character" : "characters"} too many`
      : `${counted(left, "character")} left`,
  count: (used: number, max: number) => `${exact(used)} / ${exact(max)}`,
  stars: (stars: number) => `${stars} ${stars === 1 ? "star" : "stars"}`,
  pages: "Pages",
  page: (page: number) => `Page ${exact(page)}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  clearSearch: "Clear the search",
  coins: (coins: number) => counted(coins, "coin"),
  xp: (xp: number) => `${exact(xp)} XP`,
  noReward: "None",
  expand: "Expand",
  collapse: "Collapse",
  ended: "Ended",
  timeUnits: { days: "days", hours: "hours", minutes: "min", seconds: "sec" },
  /** What a countdown says to screen readers: no seconds before the last minute. */
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
