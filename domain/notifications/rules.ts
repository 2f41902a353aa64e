import type { NoticeType } from "./notice.ts";

/** What staff decided always arrives. */
export const canMute = (type: NoticeType): boolean => type !== "moderation";
