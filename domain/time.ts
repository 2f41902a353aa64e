import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";

// Apart, for pages that count down to the end of a day and need no more.
export { endOfNewYorkDay, newYorkDay } from "./new-york.ts";

dayjs.extend(utc);

const two = (n: number) => String(n).padStart(2, "0");

const MINUTE = 60_000;
/** Minutes that were asked for lately; what happens now is told many times in the same one. */
const formatted = new Map<number, string>();
const MOST_KEPT = 500;

/** MM/DD/YYYY hh:mm A in UTC: the date format of all three specifications. `time` is milliseconds since 1970. */
export function formatTime(time: number): string {
  const minute = Math.floor(time / MINUTE);
  const known = formatted.get(minute);
  if (known !== undefined) return known;
  if (formatted.size >= MOST_KEPT) formatted.clear();
  const text = dayjs.utc(minute * MINUTE).format("MM/DD/YYYY hh:mm A");
  formatted.set(minute, text);
  return text;
}

/** A clear's time as m:ss.mmm, or h:mm:ss.mmm from an hour on. */
export function formatDuration(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor(milliseconds / 60_000) % 60;
  const rest = `${two(Math.floor(milliseconds / 1000) % 60)}.${String(milliseconds % 1000).padStart(3, "0")}`;
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** ISO 8601 in UTC. */
export const isoTime = (time: number): string => new Date(time).toISOString();
