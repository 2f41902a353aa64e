import { SITE } from "#domain/site.ts";

export const discordText = {
  title: "Discord",
  about: `Discord servers can give you roles for what you have on ${SITE.name}: Gold, your spirit level, your levels and how long you've been here.`,
  none: "No Discord account is linked.",
  link: "Link Discord",
  newTab: "(opens in a new tab)",
  waiting: "Continue in the new tab.",
  linking: "Linking account information",
  linkedAs: "Linked account",
  id: (id: string) => `ID ${id}`,
  sync: "Sync",
  unlink: "Unlink",
  confirmTitle: (name: string) => `Unlink ${name}?`,
  confirmText: `Discord servers will no longer see your ${SITE.name} account, and you may lose roles you got from it.`,
  again: "If you removed our access in Discord, unlink the account here and link it again.",
} as const;
