import { moderationText } from "#web/text/moderation.ts";

const DAY = 24 * 60 * 60 * 1000;

/** How long bans are, in milliseconds; of `date` and `ever` there is no length. */
const LENGTHS = { day: DAY, days: 3 * DAY, week: 7 * DAY, month: 30 * DAY, date: null, ever: null } as const;
export type Length = keyof typeof LENGTHS;

export const LENGTH_OPTIONS = (Object.keys(LENGTHS) as Length[]).map((value) => ({
  value,
  label: moderationText.ban.lengths[value],
}));

/** When a ban from now on ends; null for never. `day`, as a date field has it, counts to its end; "" where none is chosen. */
export function untilOf(length: Length, day: string, now: number): string | null {
  if (length === "ever") return null;
  if (length === "date") return day && `${day}T23:59:59Z`;
  return new Date(now + (LENGTHS[length] ?? 0)).toISOString();
}

/** Whether a ban's end is a time to come. */
export const isToCome = (until: string | null | undefined, now: number): boolean =>
  until === null || until === undefined || Date.parse(until) > now;
