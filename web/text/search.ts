/** Words of the search palette. */
export const searchText = {
  title: "Search",
  placeholder: "Search levels and users",
  hint: "Type a name to find levels and people.",
  levels: "Levels",
  users: "Users",
  by: (username: string) => `By ${username}`,
  all: (query: string) => `All levels for “${query}”`,
  none: (query: string) => `Nothing found for “${query}”`,
  found: (count: number) => `${count} ${count === 1 ? "result" : "results"}`,
  spirit: (level: number) => `Spirit level ${level}`,
} as const;
