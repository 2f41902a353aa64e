import { SITE } from "#domain/site.ts";

/** Words of the Discord link. */
export const discordText = {
  title: "Discord",
  about: `Servers on Discord can give you roles for what you have on ${SITE.name}: Gold, your spirit level, your levels and how long you have been here.`,
  none: "No Discord account is linked.",
  link: "Link Discord",
  newTab: "(opens in a new tab)",
  waiting: "Go on in the tab that has opened.",
  linking: "Linking account information",
  linkedAs: "Linked account",
  id: (id: string) => `ID ${id}`,
  sync: "Sync",
  unlink: "Unlink",
  ask: (name: string) => `Unlink ${name}?`,
  askText: `Servers on Discord will no longer see your ${SITE.name} account, and roles that came of it may go.`,
  again: "If you have taken away access in Discord, unlink the account here and link it again.",
} as const;
