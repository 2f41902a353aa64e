/** Strings of the levels to play after a level. */
export const relatedLevelsText = {
  byCreator: (username: string) => `More by ${username}`,
  allByCreator: "All of theirs",
  similar: "More like this",
  allLevels: "All levels",
} as const;
