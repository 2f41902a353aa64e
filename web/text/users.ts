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
  inventory: "Inventory",
  bopiOf: (username: string) => `${username}'s bopi`,
  more: "More actions",
  report: "Report user",
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
