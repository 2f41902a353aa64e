/** Strings of the front page that only members see. */
export const memberHomeText = {
  own: "Your Levels",
  recent: "Continue playing",
  allOwn: "All yours",
  create: "Create Level",
  buddies: "Buddies online",
  allBuddies: "All buddies",
  away: "Just left",
  noBuddies: "None of your buddies are online.",
  findBuddies: "Find people",
  welcome: (username: string) => `Hello, ${username}!`,
  dashboard: "Home",
  noOwn: "You have no levels yet",
  noOwnText: "Build your first level. Pick a world, name it, done.",
} as const;
