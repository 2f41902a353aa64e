/** Types of notices. Users can turn off each one except `account` and `moderation`. */
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
  "build",
  "level",
  "account",
  "moderation",
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** A single notice. Unread notices of the same group are shown together. */
export interface Notice {
  type: NoticeType;
  /** Key of the group: "comment:level:12". */
  group: string;
  actor: number | null;
  /** Name of the subject: a level's title, an outfit's name, a text of the site or a moderator. */
  title: string;
  url: string;
  picture?: string | null;
}
