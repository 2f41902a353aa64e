import type { NoticeType } from "./notice.ts";

/** Whether a type can be turned off. Moderation decisions and requested account notices always arrive. */
export const canMute = (type: NoticeType): boolean => type !== "moderation" && type !== "account";
