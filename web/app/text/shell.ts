import { SITE } from "#domain/site.ts";

/** Strings of the frame around every page. */
export const shellText = {
  skip: "Skip to content",
  main: "Main",
  home: "Home",
  levels: "Levels",
  shop: "Shop",
  forums: "Forums",
  ratings: "Ratings",
  users: "Users",
  create: "Create",
  search: "Search",
  signIn: "Sign in",
  signUp: "Sign up",
  getClient: `Download ${SITE.client}`,
  gold: "Gold",
  offline: "You're offline. What you see may be old.",
  online: "You're back online.",
  footer: `${SITE.name} is a toy city built by its players.`,
  loading: "Loading the page",
  brokenTitle: "Something fell over",
  broken: "This page tripped over its own shoes. Nothing of yours is lost.",
  reload: "Reload the page",
  backHome: "Back home",
} as const;
