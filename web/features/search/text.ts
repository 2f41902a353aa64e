/** Strings of the search palette. */
export const searchText = {
  title: "Search",
  placeholder: "Search levels, items, users and threads",
  hint: "Type a name to find levels, items, people and threads.",
  levels: "Levels",
  items: "Items",
  users: "Users",
  threads: "Threads",
  by: (username: string) => `By ${username}`,
  byIn: (username: string, subforum: string) => `By ${username} in ${subforum}`,
  allLevels: (query: string) => `All levels for “${query}”`,
  allItems: (query: string) => `All items for “${query}”`,
  allPosts: (query: string) => `All posts with “${query}”`,
  none: (query: string) => `Nothing found for “${query}”`,
  found: (count: number) => `${count} ${count === 1 ? "result" : "results"}`,
  spirit: (level: number) => `Spirit level ${level}`,
} as const;
