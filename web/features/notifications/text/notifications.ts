import type { Notification } from "#domain/notifications/api.ts";
import type { NoticeType } from "#domain/notifications/notice.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { lookUp } from "#web/lib/look-up.ts";

/** A notification's sentence. `who` and `title` stand out. */
export interface Sentence {
  who?: string;
  does?: string;
  title?: string;
  end?: string;
}

function people({ actors, actors_count }: Notification): string {
  const [first, second] = actors.map(({ username }) => username);
  if (!first) return "Someone";
  if (actors_count <= 1) return first;
  if (actors_count === 2 && second) return `${first} and ${second}`;
  const others = actors_count - 1;
  return `${first} and ${formatCount(others, "other")}`;
}

/** How often one person did it, or null for once. */
const times = ({ count, actors_count }: Notification) => (actors_count <= 1 && count > 1 ? count : null);

const SENTENCES: Record<NoticeType, (notification: Notification) => Sentence> = {
  comment: (notification) => {
    const often = times(notification);
    const does = often ? `left ${formatNumber(often)} comments on` : "commented on";
    return { who: people(notification), does, title: notification.title };
  },
  mention: (notification) => {
    const often = times(notification);
    const does = often ? `mentioned you ${formatNumber(often)} times on` : "mentioned you on";
    return { who: people(notification), does, title: notification.title };
  },
  reply: (notification) => ({ who: people(notification), does: "replied in", title: notification.title }),
  buddy_request: (notification) => ({
    who: people(notification),
    does: notification.actors_count > 1 ? "want to be your buddies" : "wants to be your buddy",
  }),
  buddy_accept: (notification) => ({
    who: people(notification),
    does: notification.actors_count > 1 ? "are your buddies now" : "is your buddy now",
  }),
  sale: (notification) => ({ who: people(notification), does: "bought", title: notification.title }),
  achievement: ({ title }) => ({ does: "You earned", title }),
  reward: ({ title }) => ({ does: "Challenge complete! You earned the reward of", title }),
  outfit: ({ title, count }) => ({
    does: "Your outfit",
    title,
    end: count > 1 ? `and ${formatNumber(count - 1)} more are ready to wear` : "is ready to wear",
  }),
  build: (notification) => ({
    who: people(notification),
    does: "invited you to build",
    title: notification.title,
  }),
  level: (notification) => ({
    who: people(notification),
    does: "built a new level:",
    title: notification.title,
  }),
  account: ({ title }) => ({ does: title }),
  moderation: ({ title }) => ({ does: title }),
};

/** A sentence for a type that this page is too old to know. */
const otherSentence = (notification: Notification): Sentence => {
  const { actors, title } = notification;
  if (actors.length > 0) return { who: people(notification), does: "did something new:", title };
  return title ? { does: "Something new:", title } : { does: "Something new happened" };
};

export const notificationsText = {
  title: "Notifications",
  settings: "Settings",
  tabs: "Notifications and their settings",
  sentence: (notification: Notification): Sentence =>
    lookUp(SENTENCES, notification.type, otherSentence)(notification),
  unread: "Unread",
  loading: "Loading notifications",
  none: "Nothing here yet",
  noneText: "Comments, mentions, buddy requests and more show up here.",
  findPeople: "Find people",
  more: "Show More",
  readAll: "Mark all as read",
  seeAll: "See all notifications",
  notRead: "That couldn't be marked as read. Try again.",
  settingsIntro: "Choose which notifications you get.",
  types: {
    comment: ["Comments", "Someone comments on your levels, items or profile."],
    mention: ["Mentions", "Someone writes your name with an @ in a comment."],
    reply: ["Replies", "Someone replies to your threads in the forums."],
    buddy_request: ["Buddy requests", "Someone wants to be your buddy."],
    buddy_accept: ["New buddies", "Someone accepts your buddy request."],
    sale: ["Sales", "Someone buys what you made."],
    achievement: ["Achievements", "You earn an achievement."],
    reward: ["Rewards", "An event or challenge pays you."],
    outfit: ["Outfits", "A new outfit is ready to wear."],
    build: ["Building together", "A buddy invites you to build a level with them."],
    level: ["New levels", "Someone you follow builds a level. At most one a day for each of them."],
    account: ["Your account", "Something you requested in your settings is done. Always on."],
    moderation: ["From our staff", "Decisions about your account and your reports. Always on."],
  } satisfies Record<NoticeType, readonly [name: string, hint: string]>,
} as const;
