import type { HoldReason } from "#domain/spam/rules.ts";
import type { WordAction } from "#domain/spam/words.ts";
import { counted } from "#web/lib/format.ts";

/** Words of what keeps floods and unwanted words away. */
export const heldText = {
  title: "Held posts",
  intro:
    "Written by members and seen by nobody yet: floods of links, the same again and again, and words from the list.",
  states: { waiting: "Waiting", approved: "Let through", declined: "Declined" },
  nav: "Which posts",
  loading: "Loading held posts",
  total: {
    waiting: (total: number) => `${counted(total, "post")} waiting. The oldest comes first.`,
    approved: (total: number) => `${counted(total, "post")} let through, the newest first.`,
    declined: (total: number) => `${counted(total, "post")} declined, the newest first.`,
  },
  kinds: { comment: "Comment", thread: "Thread", reply: "Reply" },
  on: (kind: string, place: string) => `${kind} on ${place}`,
  in: (kind: string, place: string) => `${kind} in ${place}`,
  why: {
    repeated: () => "The same was written before",
    links: (found) => `${found} links`,
    words: (found) => `Words: ${found}`,
  } satisfies Record<HoldReason, (found: string) => string>,
  newcomer: "New here",
  approve: "Let it through",
  approveOf: (username: string) => `Let it through: what ${username} wrote`,
  decline: "Decline",
  declineOf: (username: string) => `Decline what ${username} wrote`,
  declineTitle: (username: string) => `Decline what ${username} wrote?`,
  declineText: "Nobody will see it. Its author is told why.",
  reason: "Reason",
  reasonHint: "One or two sentences for the author.",
  by: (username: string) => `Decided by ${username}`,
  none: "Nothing is held",
  noneText: "Everything that was written could go straight out.",
  nonePage: "Nothing on this page",
  nonePageText: "There are not that many posts.",
  firstPage: "First page",
} as const;

export const wordsText = {
  title: "Word list",
  intro:
    "Words that are not wanted in texts and names. Case, accents, drawn-out letters and look-alikes (h3llo) make no difference.",
  loading: "Loading words",
  total: (total: number) => `${counted(total, "word")}, by the alphabet.`,
  word: "Word",
  action: "What happens",
  actions: { refuse: "Refuse it", hold: "Hold it for staff" } satisfies Record<WordAction, string>,
  did: { refuse: "Refused", hold: "Held" } satisfies Record<WordAction, string>,
  whole: "Only as a word of its own",
  wholeHint: "“ass” is then not found in “class”.",
  part: "Also within words",
  add: "Add word",
  added: (word: string) => `“${word}” is on the list.`,
  remove: (word: string) => `Take “${word}” off the list`,
  by: "Added by",
  try: "Try a text",
  tryHint: "See what the list finds in it. Nothing is stored.",
  tryIt: "Try it",
  tried: {
    clean: "Nothing found: this would go straight out.",
    refuse: (words: string) => `Refused because of ${words}.`,
    hold: (words: string) => `Held because of ${words}.`,
  },
  none: "No words yet",
  noneText: "Add the first one above.",
  nonePage: "Nothing on this page",
  nonePageText: "There are not that many words.",
  firstPage: "First page",
} as const;
