/** Words of the search palette. */
export const searchText = {
  title: "Search",
  placeholder: "Search levels, items and users",
  hint: "Type a name to find levels, items and people.",
  levels: "Levels",
  items: "Items",
  users: "Users",
  by: (username: string) => `By ${username}`,
  allLevels: (query: string) => `All levels for “${query}”`,
  allItems: (query: string) => `All items for “${query}”`,
  none: (query: string) => `Nothing found for “${query}”`,
  found: (count: number) => `${count} ${count === 1 ? "result" : "results"}`,
  spirit: (level: number) => `Spirit level ${level}`,
} as const;
