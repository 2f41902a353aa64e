import { exact } from "#web/lib/format.ts";

/** Words of blocking. */
export const blocksText = {
  title: "Blocked users",
  intro:
    "You and they can't message each other, comment on each other's profile, be buddies or join each other.",
  search: "Search blocked users",
  people: "People",
  loading: "Loading blocked users",
  spirit: (level: number) => `Spirit level ${exact(level)}`,
  block: "Block",
  unblockUser: "Unblock user",
  unblock: "Unblock",
  unblockOf: (username: string) => `Unblock ${username}`,
  ask: (username: string) => `Block ${username}?`,
  askText: (username: string) =>
    `You and ${username} will not be able to message each other, comment on each other's profile, be buddies or join each other. ${username} is not told.`,
  blocked: "You have blocked this user",
  unblocked: (username: string) => `${username} is not blocked any more.`,
  undo: "Undo",
  noUsers: "No users found",
  nobody: "You have not blocked anybody. The menu on a person's page does that.",
  noResults: "No results found",
  noneCalled: (search: string) => `None of those you have blocked is called “${search}”.`,
  showAll: "Show everybody",
  nonePage: "This page is past the last one.",
  firstPage: "First page",
} as const;
