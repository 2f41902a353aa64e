import type { NoticeType } from "./notice.ts";

/** What staff decided, and what was asked for, always arrives. */
export const canMute = (type: NoticeType): boolean => type !== "moderation" && type !== "account";
