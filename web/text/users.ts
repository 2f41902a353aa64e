import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";
import { compact, exact } from "#web/lib/format.ts";

/** Words of a profile. */
export const usersText = {
  gold: "Gold",
  roles: { member: "", moderator: "Moderator", admin: "Admin" },
  spirit: (level: number) => `Spirit level ${exact(level)}`,
  joined: "Joined",
  noBio: (username: string) => `${username} has not written anything about themselves.`,
  noOwnBio: "You have not written anything about yourself.",
  levels: "Levels",
  plays: "Plays",
  clears: "Clears",
  buddies: "Buddies",
  achievements: "Achievements",
  inventory: "Inventory",
  bopiOf: (username: string) => `${username}'s bopi`,
  message: "Message",
  noMessages: (username: string) => `${username} does not take messages from you.`,
  ban: "Ban user",
  showcase: "Levels",
  allLevels: "All levels",
  viewMore: (count: number) => `View ${compact(count - 3)} More`,
  noLevels: (username: string) => `${username} has not built a level yet.`,
  noOwnLevels: "You have not built a level yet. It takes two minutes to start.",
  noLevelsTitle: "No levels yet",
  create: "Create Level",
  missingTitle: "Nobody here has that name",
  missing: "The name may be misspelt, or the account is gone.",
  browse: "Browse levels",
  home: "Back home",
} as const;

/** Words of the way from one spirit level to the next. */
export const spiritText = {
  label: "Spirit",
  level: (level: number) => `Spirit level ${exact(level)}`,
  total: (xp: number) => `${exact(xp)} XP`,
  gained: (gained: number, needed: number) => `${exact(gained)} / ${exact(needed)} XP`,
  toNext: (missing: number, next: number) => `${exact(missing)} XP to level ${exact(next)}`,
  gold: `Gold brings you ${GOLD_XP_PERCENT}% more XP.`,
  noGold: `With Gold: ${GOLD_XP_PERCENT}% more XP.`,
} as const;

/** Words of the user directory. */
export const directoryText = {
  title: "Users",
  search: "Search users",
  people: "People",
  loading: "Loading users",
  playing: "In-game",
  online: "Online",
  users: "Users",
  only: { playing: "Show only who is in a game", online: "Show only who is online" },
  everybody: "Show everybody",
  showMore: "Show More",
  noUsers: "No users found",
  noResults: "No results found",
  noneCalled: (search: string) => `Nobody here is called “${search}”. Try the beginning of a name.`,
  nobodyIs: { "": "", playing: "Nobody is in a game right now.", online: "Nobody is online right now." },
  showAll: "Show everybody",
} as const;
