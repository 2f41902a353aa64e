import type { HoldReason } from "#domain/spam/rules.ts";
import { formatCount } from "#web/lib/format.ts";

export const heldPostsText = {
  title: "Held posts",
  intro: "Posts that no one can see yet: link floods, repeated texts, and words from the list.",
  states: { waiting: "Waiting", approved: "Approved", declined: "Declined" },
  nav: "Filter posts",
  loading: "Loading held posts",
  total: {
    waiting: (total: number) => `${formatCount(total, "post")} to review, oldest first.`,
    approved: (total: number) => `${formatCount(total, "post")} approved, newest first.`,
    declined: (total: number) => `${formatCount(total, "post")} declined, newest first.`,
  },
  kinds: { comment: "Comment", thread: "Thread", reply: "Reply" },
  on: (kind: string, place: string) => `${kind} on ${place}`,
  in: (kind: string, place: string) => `${kind} in ${place}`,
  why: {
    repeated: () => "Repeated text",
    links: (found) => `${found} links`,
    words: (found) => `Words: ${found}`,
  } satisfies Record<HoldReason, (found: string) => string>,
  newcomer: "New account",
  approve: "Approve",
  approveOf: (username: string) => `Approve what ${username} wrote`,
  decline: "Decline",
  declineOf: (username: string) => `Decline what ${username} wrote`,
  declineTitle: (username: string) => `Decline what ${username} wrote?`,
  declineText: "No one will see it. Its author gets the reason.",
  reasonHint: "One or two sentences for the author.",
  by: (username: string) => `Decided by ${username}`,
  none: "Nothing is held",
  noneText: "Every post went straight through.",
  nonePageText: "There aren't that many posts.",
} as const;
