import { SITE } from "#domain/site.ts";

export { HERO as heroText } from "#domain/home/hero.ts";

/** Words of the front page, for visitors and for members. */
export const homeText = {
  title: SITE.description,
  counts: "The city right now",
  users: "bopis live here",
  levels: "levels to play",
  clears: "levels cleared",
  playing: "playing now",
  featured: "Featured",
  popular: "Everybody plays",
  newest: "Fresh off the bench",
  own: "Your Levels",
  recent: "Continue playing",
  allFeatured: "All featured",
  allPopular: "All levels",
  allNewest: "All new",
  allOwn: "All yours",
  create: "Create Level",
  buddies: "Buddies online",
  allBuddies: "All buddies",
  away: "Just left",
  noBuddies: "Nobody you know is here right now.",
  findBuddies: "Find people",
  welcome: (username: string) => `Hello, ${username}!`,
  dashboard: "Home",
  events: "On now",
  allEvents: "All events",
  noOwn: "You have no levels yet",
  noOwnText: "Lay your first block: a level is a title, a picture and a world of blocks.",
} as const;
