import { formatNumber } from "#web/lib/format.ts";

export const memberShellText = {
  account: "Your account",
  accountOf: (username: string) => `Account menu of ${username}`,
  yourProfile: "Your Profile",
  yourBopi: "Dress your bopi",
  yourLevels: "Your Levels",
  chat: "Chat",
  unread: (messages: string) => `Chat, ${messages}`,
  me: "Me",
  level: (level: number) => `Spirit level ${formatNumber(level)}`,
  yourBuddies: "Buddies",
  yourSettings: "Settings",
  achievement: "Achievement earned",
  challenge: "Challenge complete",
  seeIt: "See it",
  spiritReached: (level: number) => `Spirit level ${formatNumber(level)}! +${formatNumber(10 * level)} coins`,
  reconnecting: "Reconnecting…",
} as const;
