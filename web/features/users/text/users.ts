import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";
import { formatCompact, formatCount, formatNumber } from "#web/lib/format.ts";

/** Strings of a profile. */
export const usersText = {
  gold: "Gold",
  roles: { member: "", moderator: "Moderator", admin: "Admin" },
  spirit: (level: number) => `Spirit level ${formatNumber(level)}`,
  joined: "Joined",
  noBio: (username: string) => `${username} hasn't written a bio yet.`,
  noOwnBio: "You haven't written a bio yet.",
  levels: "Levels",
  plays: "Plays",
  clears: "Clears",
  buddies: "Buddies",
  allBuddies: "All buddies",
  followers: "Followers",
  countOf: (count: number, name: "followers" | "buddies") =>
    name === "followers" ? formatCount(count, "follower") : formatCount(count, "buddy", "buddies"),
  dress: "Dress",
  editBio: "Edit bio",
  background: "Background",
  achievements: "Achievements",
  inventory: "Inventory",
  bopiOf: (username: string) => `${username}'s bopi`,
  message: "Message",
  noMessages: (username: string) => `You can't message ${username}.`,
  ban: "Ban user",
  showcase: "Levels",
  allLevels: "All levels",
  viewMore: (count: number) => `View ${formatCompact(count - 3)} More`,
  noLevels: (username: string) => `${username} hasn't built a level yet.`,
  noOwnLevels: "You haven't built a level yet. It takes 2 minutes to start.",
  noLevelsTitle: "No levels yet",
  create: "Create Level",
  browse: "Browse levels",
  home: "Back home",
} as const;

/** Strings of the progress to the next spirit level. */
export const spiritText = {
  label: "Spirit",
  level: (level: number) => `Spirit level ${formatNumber(level)}`,
  total: (xp: number) => `${formatNumber(xp)} XP`,
  gained: (gained: number, needed: number) => `${formatNumber(gained)} / ${formatNumber(needed)} XP`,
  toNext: (missing: number, next: number) => `${formatNumber(missing)} XP to level ${formatNumber(next)}`,
  gold: `Gold gives you ${GOLD_XP_PERCENT}% more XP.`,
  howTo: "Clear levels and earn badges for XP. Every new level pays coins.",
  noGold: `With Gold: ${GOLD_XP_PERCENT}% more XP.`,
} as const;

/** Strings of the user directory. */
export const directoryText = {
  title: "Users",
  search: "Search users",
  active: "Here right now",
  people: "People",
  loading: "Loading users",
  playing: "In-game",
  online: "Online",
  users: "Users",
  only: { playing: "Show only people in a game", online: "Show only people online" },
  everyone: "Show everyone",
  showMore: "Show More",
  noUsers: "No users found",
  noResults: "No results found",
  noneCalled: (search: string) => `No one here is called “${search}”. Try the start of a name.`,
  emptyFilter: { "": "", playing: "No one is in a game right now.", online: "No one is online right now." },
  showAll: "Show everyone",
} as const;
