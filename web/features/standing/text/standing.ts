import { MAX_COUNTED_AHEAD } from "#domain/moderation/rules.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

/** Position in a queue; the count is exact up to a limit. */
function place(ahead: number): string {
  if (ahead === 0) return "It's next in line.";
  if (ahead >= MAX_COUNTED_AHEAD)
    return `More than ${formatNumber(MAX_COUNTED_AHEAD - 1)} others are ahead of it.`;
  return `${formatCount(ahead, "other")} ${ahead === 1 ? "is" : "are"} ahead of it.`;
}

export const standingText = {
  title: "Your standing",
  loading: "Loading your standing",
  reports: "Your reports",
  goodTitle: "All good",
  home: "Back home",
  good: "No warnings, no ban, nothing under review. Keep building!",
  appeal: {
    heading: "Your appeal",
    intro:
      "Think this is wrong, or want to make it right? You can appeal once. A moderator who didn't ban you will decide.",
    field: "What do you want to say?",
    hint: "Explain what happened and what you'll do differently. You can send this once.",
    submit: "Send appeal",
    states: { waiting: "Waiting", accepted: "Accepted", declined: "Declined" },
    place,
    reply: "Reply from our staff",
    sent: "Sent",
  },
  warnings: {
    heading: "Warnings",
    intro: "Our staff asked you not to do this again. Repeating it can lead to a ban.",
    seen: "I have read this",
    wasSeen: "Read",
    unread: "New",
    markSeen: (reason: string) => `I have read this: ${reason}`,
  },
  held: {
    heading: "Under review",
    intro: "Some posts are reviewed before others see them. You don't need to write them again.",
    kinds: { comment: "Comment", thread: "Thread", reply: "Reply" },
    states: { waiting: "Waiting", approved: "Published", declined: "Declined" },
    place,
    approved: "Everyone can see it now.",
    because: (reason: string) => `It wasn't published: ${reason}`,
    declined: "It wasn't published.",
  },
} as const;
