import type { WordAction } from "#domain/spam/word-list.ts";
import { formatCount } from "#web/lib/format.ts";

export const wordListText = {
  title: "Word list",
  intro:
    "Words that aren't allowed in texts and names. Case, accents, stretched letters and look-alikes (h3llo) make no difference.",
  loading: "Loading words",
  total: (total: number) => `${formatCount(total, "word")}, A–Z`,
  word: "Word",
  action: "What happens",
  actions: { refuse: "Reject it", hold: "Hold it for review" } satisfies Record<WordAction, string>,
  did: { refuse: "Rejected", hold: "Held" } satisfies Record<WordAction, string>,
  whole: "Only as a whole word",
  wholeHint: "“ass” then doesn't match “class”.",
  part: "Also inside words",
  add: "Add word",
  added: (word: string) => `“${word}” is on the list.`,
  remove: (word: string) => `Remove “${word}” from the list`,
  by: "Added by",
  try: "Try a text",
  tryHint: "See what the list finds in it. Nothing is stored.",
  tryIt: "Try it",
  tried: {
    clean: "Nothing found. This would go straight through.",
    refuse: (words: string) => `Rejected because of ${words}.`,
    hold: (words: string) => `Held because of ${words}.`,
  },
  none: "No words yet",
  noneText: "Add the first one above.",
  nonePageText: "There aren't that many words.",
} as const;
