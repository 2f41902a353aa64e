import { formatCount, formatNumber } from "#web/lib/format.ts";

/** Strings of the staff overview. */
export const overviewText = {
  title: "Staff",
  waiting: "Waiting for you",
  nothing: "Nothing to do. The city is asleep.",
  loading: "Loading the overview",
  reports: "Reports",
  unclaimed: (count: number) => (count ? `${formatNumber(count)} unassigned` : "All assigned"),
  appeals: "Appeals",
  appealsText: "From people who are banned",
  held: "Held posts",
  heldText: "Texts that look like spam",
  items: "Items",
  itemsText: "Designs that look like someone else's",
  clears: "Clears",
  clearsText: "Faster than possible",
  none: "All done",
  own: "Assigned to you",
  ownNone: "No reports assigned to you.",
  ownPick: "Pick one",
  about: (username: string) => `About ${username}`,
  times: (count: number) => formatCount(count, "report"),
  system: (count: number) => `System: ${formatCount(count, "problem")}`,
  systemLink: "View",
  latest: "Latest activity",
  log: "Full log",
} as const;
