import { SITE } from "#domain/site.ts";

export const bannedText = {
  title: "Your account is banned",
  loading: "Loading the details of your ban",
  until: (date: string) => `Banned until ${date}. You'll be able to sign in again then.`,
  permanent: "Banned permanently.",
  reason: "Reason",
  noReason: "No reason was given.",
  since: "Banned",
  security: "Password and security",
  securityText: "Change your password, set up two-factor authentication, or sign out other devices.",
  securityLink: "Open security settings",
  billing: "Billing",
  billingText: "See your invoices, update your card, or cancel Gold.",
  billingLink: "Open billing",
  settingsHint: `You can still manage these settings while you're banned from ${SITE.name}.`,
  back: "About your ban",
} as const;
