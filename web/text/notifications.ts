import type { Notification } from "#domain/notifications/api.ts";
import type { NoticeType } from "#domain/notifications/notice.ts";
import { counted, exact } from "#web/lib/format.ts";

/** A notification in words; the parts that stand out are apart from those between them. */
export interface Sentence {
  who?: string;
  does?: string;
  title?: string;
  end?: string;
}

function people({ actors, actors_count }: Notification): string {
  const [first, second] = actors.map(({ username }) => username);
  if (!first) return "Somebody";
  if (actors_count <= 1) return first;
  if (actors_count === 2 && second) return `${first} and ${second}`;
  const others = actors_count - 1;
  return `${first} and ${counted(others, "other")}`;
}

/** How often, where one person did it more than once. */
const times = ({ count, actors_count }: Notification) => (actors_count <= 1 && count > 1 ? count : null);

const SENTENCES: Record<NoticeType, (told: Notification) => Sentence> = {
  comment: (told) => {
    const often = times(told);
    const does = often ? `left ${exact(often)} comments on` : "commented on";
    return { who: people(told), does, title: told.title };
  },
  mention: (told) => {
    const often = times(told);
    const does = often ? `mentioned you ${exact(often)} times on` : "mentioned you on";
    return { who: people(told), does, title: told.title };
  },
  reply: (told) => ({ who: people(told), does: "replied in", title: told.title }),
  buddy_request: (told) => ({
    who: people(told),
    does: told.actors_count > 1 ? "want to be your buddies" : "wants to be your buddy",
  }),
  buddy_accept: (told) => ({
    who: people(told),
    does: told.actors_count > 1 ? "are your buddies now" : "is your buddy now",
  }),
  sale: (told) => ({ who: people(told), does: "bought", title: told.title }),
  achievement: ({ title }) => ({ does: "You earned", title }),
  reward: ({ title }) => ({ does: "You have done it and got the reward of", title }),
  outfit: ({ title, count }) => ({
    does: "Your outfit",
    title,
    end: count > 1 ? `and ${exact(count - 1)} more are ready to wear` : "is ready to wear",
  }),
  account: ({ title }) => ({ does: title }),
  moderation: ({ title }) => ({ does: title }),
};

/** Words of what people are told of. */
export const notificationsText = {
  title: "Notifications",
  settings: "Settings",
  tabs: "Notifications and their settings",
  sentence: (told: Notification): Sentence => SENTENCES[told.type](told),
  unread: "Unread",
  loading: "Loading notifications",
  none: "Nothing here yet",
  noneText: "Comments on what you made, mentions of your name and buddy requests will show here.",
  more: "Show More",
  readAll: "Mark all as read",
  seeAll: "See all notifications",
  notRead: "That could not be marked as read. Try again.",
  settingsIntro: "Choose what the bell tells you.",
  settingsFailed: "That could not be saved. Try again.",
  types: {
    comment: ["Comments", "Somebody comments on your levels, items or profile."],
    mention: ["Mentions", "Somebody writes your name with an @ in a comment."],
    reply: ["Replies", "Somebody replies to your threads in the forums."],
    buddy_request: ["Buddy requests", "Somebody wants to be your buddy."],
    buddy_accept: ["New buddies", "Somebody accepts your buddy request."],
    sale: ["Sales", "Somebody buys what you made."],
    achievement: ["Achievements", "You earn an achievement."],
    reward: ["Rewards", "An event or a challenge pays you."],
    outfit: ["Outfits", "A new outfit of yours is ready to wear."],
    account: ["Your account", "What you asked for in your settings is done. Always on."],
    moderation: ["From our staff", "Decisions about your account and your reports. Always on."],
  } satisfies Record<NoticeType, readonly [name: string, hint: string]>,
} as const;
