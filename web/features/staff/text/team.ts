import { formatCount } from "#web/lib/format.ts";

/** Strings of the page about the site's staff. */
export const teamText = {
  title: "Team",
  intro: "Everyone with a staff role. Their rights need two-factor authentication.",
  loading: "Loading the team",
  groups: {
    admin: (count: number) => formatCount(count, "admin"),
    moderator: (count: number) => formatCount(count, "moderator"),
  },
  onlyAdmin:
    "You're the only admin with two-factor authentication. Appoint another, in case you lose access.",
  noModerators: "No moderators yet. Find a member and change their role.",
  find: "Find a member",
  since: "Since",
  by: "by",
  unknownSince: "Set up with the site",
  twoFactorOn: "Two-factor on",
  twoFactorOff: "Two-factor off: no staff rights",
  banned: "Banned",
  online: "Online now",
  seen: "Last seen",
  never: "Not signed in anywhere",
  change: "Change role",
  changeOf: (username: string) => `Change role of ${username}`,
} as const;
