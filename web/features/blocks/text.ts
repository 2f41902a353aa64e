import { formatNumber } from "#web/lib/format.ts";

export const blocksText = {
  title: "Blocked users",
  intro:
    "You and they can't message each other, comment on each other's profiles, be buddies or join each other.",
  search: "Search blocked users",
  people: "People",
  loading: "Loading blocked users",
  spirit: (level: number) => `Spirit level ${formatNumber(level)}`,
  block: "Block",
  unblockUser: "Unblock user",
  unblock: "Unblock",
  unblockOf: (username: string) => `Unblock ${username}`,
  confirmTitle: (username: string) => `Block ${username}?`,
  confirmText: (username: string) =>
    `You and ${username} won't be able to message each other, comment on each other's profiles, be buddies or join each other. ${username} won't be notified.`,
  blocked: "You've blocked this user",
  unblocked: (username: string) => `${username} is unblocked.`,
  undo: "Undo",
  noUsers: "No users found",
  noneBlocked: "You haven't blocked anyone. Block someone from the menu on their profile.",
  noResults: "No results found",
  noneCalled: (search: string) => `You haven't blocked anyone called “${search}”.`,
  showAll: "Show everyone",
} as const;
