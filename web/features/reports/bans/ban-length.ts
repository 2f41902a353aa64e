import { moderationText } from "../text/moderation.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Ban lengths in milliseconds; null for `date` and `ever` (permanent). */
const BAN_LENGTHS = {
  day: DAY,
  days: 3 * DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  date: null,
  ever: null,
} as const;
export type BanLength = keyof typeof BAN_LENGTHS;

export const BAN_LENGTH_OPTIONS = (Object.keys(BAN_LENGTHS) as BanLength[]).map((value) => ({
  value,
  label: moderationText.ban.lengths[value],
}));

export function banEnd(length: BanLength, day: string, now: number): string | null {
  if (length === "ever") return null;
  if (length === "date") return day && `${day}T23:59:59Z`;
  return new Date(now + (BAN_LENGTHS[length] ?? 0)).toISOString();
}

/** Returns whether a ban's end is in the future. Permanent bans count. */
export const isFuture = (until: string | null | undefined, now: number): boolean =>
  until === null || until === undefined || Date.parse(until) > now;
