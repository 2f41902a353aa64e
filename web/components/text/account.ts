import { formatNumber } from "#web/lib/format.ts";

export const memberAccountText = {
  signOut: "Sign out",
  signOutFailed: "You couldn't be signed out. Try again.",
  hidden: "You appear offline to everyone.",
  seen: "Your buddies can see when you're online.",
  spirit: (level: number, missing: number) =>
    `Spirit level ${level}: ${formatNumber(missing)} XP to the next`,
} as const;
