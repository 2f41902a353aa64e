import { MOST_AHEAD } from "#domain/moderation/rules.ts";
import { counted, exact } from "#web/lib/format.ts";

/** How many wait before something; of very many that is all there is to say. */
function place(ahead: number): string {
  if (ahead === 0) return "It is next in line.";
  if (ahead >= MOST_AHEAD) return `More than ${exact(MOST_AHEAD - 1)} others wait before it.`;
  return `${counted(ahead, "other")} ${ahead === 1 ? "waits" : "wait"} before it.`;
}

/** Words of the page on which people see how staff see them. */
export const standingText = {
  title: "Your standing",
  loading: "Loading your standing",
  reports: "Your reports",
  goodTitle: "All is well",
  good: "No warnings, no ban, nothing that waits for our staff. Keep building!",
  appeal: {
    heading: "Your appeal",
    intro:
      "You think that this is wrong, or you want to make it right? Say so once. A moderator who did not ban you decides.",
    field: "What do you want to say?",
    hint: "Tell what happened and what you will do differently. You can send this once.",
    submit: "Send appeal",
    states: { waiting: "Waiting", accepted: "Accepted", declined: "Declined" },
    place,
    answer: "What our staff answered",
    sent: "Sent",
  },
  warnings: {
    heading: "Warnings",
    intro: "Our staff asked you not to do this again. More of it can lead to a ban.",
    seen: "I have read this",
    wasSeen: "Read",
    unread: "New",
    markSeen: (reason: string) => `I have read this: ${reason}`,
  },
  held: {
    heading: "What waits for our staff",
    intro: "Some texts are looked at before others see them. You need not write them again.",
    kinds: { comment: "Comment", thread: "Thread", reply: "Reply" },
    states: { waiting: "Waiting", approved: "Published", declined: "Declined" },
    place,
    approved: "It is there for all to see now.",
    because: (reason: string) => `It was not published: ${reason}`,
    declined: "It was not published.",
  },
} as const;
