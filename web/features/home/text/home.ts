import { SITE } from "#domain/site.ts";

export { HERO as heroText } from "#domain/home/hero.ts";

export const homeText = {
  title: SITE.description,
  counts: "The city right now",
  users: "players",
  levels: "levels to play",
  clears: "levels cleared",
  playing: "playing now",
  featured: "Featured",
  popular: "Popular right now",
  newest: "Brand new",
  allFeatured: "All featured",
  allPopular: "All levels",
  allNewest: "All new",
  events: "On now",
  allEvents: "All events",
} as const;
