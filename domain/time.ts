import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";

export { formatDuration } from "./duration.ts";
// A separate module, for pages that count down to the end of a day and need nothing else.
export { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "./new-york.ts";

dayjs.extend(utc);

/** Formats `time` (milliseconds since 1970) as MM/DD/YYYY hh:mm A in UTC, as in all 3 specifications. */
export function formatTime(time: number): string {
  return dayjs.utc(time).format("MM/DD/YYYY hh:mm A");
}

/** ISO 8601 in UTC. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** The `created_at` fields of a response. */
export const createdTimes = (time: number) => ({
  created_at: isoTime(time),
  created_at_formatted: formatTime(time),
});
