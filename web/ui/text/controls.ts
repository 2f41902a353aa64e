import type { TimeLeft } from "#domain/time-left.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

export const controlsText = {
  close: "Close",
  firstPage: "First page",
  nothingHere: "Nothing on this page",
  noSuchPage: "This page doesn't exist.",
  reason: "Reason",
  headshotOf: (username: string) => `${username}'s bopi`,
  starsOf: (stars: number, of: number) => `${stars} of ${of} stars`,
  noStars: "Not rated",
  notSaved: "That couldn't be saved. Try again.",
  playing: (title: string) => `Playing ${title}`,
  playingBefore: "Playing ",
  online: "Online",
  dropPicture: "Drop a picture here, or choose one",
  changePicture: "Choose another",
  removePicture: "Remove",
  notPicture: "Only picture files work here.",
  emoticons: "Emoticons",
  emoticon: (name: string) => name.replaceAll("_", " "),
  charactersLeft: (left: number) =>
    left < 0
      ? `${formatNumber(-left)} ${left === -1 ? "character" : "characters"} too many`
      : `${formatCount(left, "character")} left`,
  count: (used: number, max: number) => `${formatNumber(used)} / ${formatNumber(max)}`,
  stars: (stars: number) => `${stars} ${stars === 1 ? "star" : "stars"}`,
  pages: "Pages",
  page: (page: number) => `Page ${formatNumber(page)}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  clearSearch: "Clear search",
  coins: (coins: number) => formatCount(coins, "coin"),
  xp: (xp: number) => `${formatNumber(xp)} XP`,
  noReward: "None",
  expand: "Expand",
  collapse: "Collapse",
  ended: "Ended",
  timeUnits: { days: "days", hours: "hours", minutes: "min", seconds: "sec" },
  /** A countdown for screen readers: no seconds before the last minute. */
  timeLeft: ({ days, hours, minutes, seconds }: TimeLeft): string =>
    [
      days && formatCount(days, "day"),
      hours && formatCount(hours, "hour"),
      minutes && formatCount(minutes, "minute"),
      !days && !hours && !minutes && formatCount(seconds, "second"),
    ]
      .filter(Boolean)
      .join(", "),
} as const;
