/** Strings of the admin page for grants. */
export const grantsText = {
  title: "Grants",
  intro:
    "Give someone coins, XP or items, or take coins away. Each grant needs a reason and is in the audit log.",
  who: "User",
  give: (username: string) => `Grant to ${username}`,
  latest: "Latest grants",
  loading: "Loading the latest grants",
  none: "No grants yet",
  noneText: "Search for a user above to start.",
} as const;
