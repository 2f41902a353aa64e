import { formatDuration } from "#domain/duration.ts";

const TICKS_PER_SECOND = 60;

/** Milliseconds of a number of ticks, rounded like stored times. */
export const ticksToMs = (ticks: number): number => Math.round((ticks * 1000) / TICKS_PER_SECOND);

/** The running clock, with tenths of a second: "1:23.4". */
export const playClock = (ticks: number): string => formatDuration(ticksToMs(ticks)).slice(0, -2);

/** A difference of times in seconds without its sign: "0.4", "12.0". Short ones have more digits. */
export const secondsApart = (milliseconds: number): string => {
  const seconds = Math.abs(milliseconds) / 1000;
  return seconds.toFixed(seconds < 1 ? 2 : 1);
};
