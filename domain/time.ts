import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";

export { formatDuration } from "./duration.ts";
// A separate module, for pages that count down to the end of a day and need nothing else.
export { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "./new-york.ts";

dayjs.extend(utc);

/** The newest result of `formatTime`: messages are often of the same minute, and formatting costs some 15 µs. */
let newest = { minute: Number.NaN, text: "" };

/** Formats `time` (milliseconds since 1970) as MM/DD/YYYY hh:mm A in UTC, as in all 3 specifications. */
export function formatTime(time: number): string {
  const minute = Math.floor(time / 60_000);
  if (minute !== newest.minute) newest = { minute, text: dayjs.utc(time).format("MM/DD/YYYY hh:mm A") };
  return newest.text;
}

/** ISO 8601 in UTC. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** The `created_at` fields of a response. */
export const createdTimes = (time: number) => ({
  created_at: isoTime(time),
  created_at_formatted: formatTime(time),
});
