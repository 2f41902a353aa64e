import { formatNumber } from "#web/lib/format.ts";

/** Strings of the frame that only members see, kept out of a visitor's first screen. */
export const memberShellText = {
  signOut: "Sign out",
  signOutFailed: "You couldn't be signed out. Try again.",
  account: "Your account",
  accountOf: (username: string) => `Account menu of ${username}`,
  yourProfile: "Your Profile",
  yourBopi: "Dress your bopi",
  yourInventory: "Inventory",
  yourWishlist: "Wishlist",
  yourLevels: "Your Levels",
  yourTransactions: "Transactions",
  yourAchievements: "Achievements",
  createLevel: "Create Level",
  createItem: "Create item",
  chat: "Chat",
  notifications: "Notifications",
  yourBuddies: "Buddies",
  yourBlocks: "Blocked users",
  yourReports: "Reports and warnings",
  yourSettings: "Settings",
  appearOffline: "Appear offline",
  hidden: "You appear offline to everyone.",
  seen: "Your buddies can see when you're online.",
  earned: (title: string) => `You earned the achievement “${title}”!`,
  seeAchievements: "See it",
  spiritReached: (level: number) => `Spirit level ${formatNumber(level)}! +${formatNumber(10 * level)} coins`,
  spirit: (level: number, missing: number) =>
    `Spirit level ${level}: ${formatNumber(missing)} XP to the next`,
  reconnecting: "Reconnecting…",
} as const;
