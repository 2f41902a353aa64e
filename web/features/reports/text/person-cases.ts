import { formatCount } from "#web/lib/format.ts";

export const personCasesText = {
  heading: "Open",
  nothing: "Nothing open: no reports, held posts, appeals or items to review.",
  more: "There is more. Decide some of these first.",
  choose: (name: string) => `Choose ${name}`,
  all: (count: number) => `Choose all ${count}`,
  none: "Choose none",
  decide: (count: number) => (count === 0 ? "Decide together" : `Decide ${count} together`),
  items: "Items to review",
  itemWaits: "Item to review, since",
  toItems: "Open the queue",
  title: (count: number) => `Decide ${formatCount(count, "report")} together`,
  text: "Each gets the same decision and its own entry in the audit log. Everyone who reported is notified.",
  actions: {
    remove: "Remove what was reported",
    warn: "Warn them, once",
    ban: "Ban them, once",
  },
  removeHint: "Levels become private, items are hidden, bios are cleared. It can be undone for a day.",
  dismissHint: "Without an action, the reports are dismissed.",
  untouchable: "You can't warn or ban this person.",
  reasonHint: (username: string) => `${username} will see it. Required to warn or ban.`,
  submit: "Decide",
  failed: (id: number, message: string) => `Report ${id}: ${message}`,
} as const;
