/** Words of the front page that only members see. */
export const memberHomeText = {
  own: "Your Levels",
  recent: "Continue playing",
  allOwn: "All yours",
  create: "Create Level",
  buddies: "Buddies online",
  allBuddies: "All buddies",
  away: "Just left",
  noBuddies: "Nobody you know is here right now.",
  findBuddies: "Find people",
  welcome: (username: string) => `Hello, ${username}!`,
  dashboard: "Home",
  noOwn: "You have no levels yet",
  noOwnText: "Lay your first block: a level is a title, a picture and a world of blocks.",
} as const;
