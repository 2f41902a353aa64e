/** What people are told of. Each can be turned off by the one who is told, but for `account` and `moderation`. */
export const NOTICE_TYPES = [
  "comment",
  "mention",
  "reply",
  "buddy_request",
  "buddy_accept",
  "sale",
  "achievement",
  "reward",
  "outfit",
  "account",
  "moderation",
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** One thing that somebody is told of; unread ones of the same group are shown as one. */
export interface Notice {
  type: NoticeType;
  /** What belongs together: "comment:level:12". */
  group: string;
  /** Id of who did it; null where nobody did. */
  actor: number | null;
  /** Name of the thing: a level's title, an outfit's name, the site's or a moderator's words. */
  title: string;
  /** Where it leads. */
  url: string;
  /** A picture of the thing. */
  picture?: string | null;
}
