const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a countdown shows. */
export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** What remains until `end`, in whole seconds; null once under one of them remains (spec 1 §4). Both in milliseconds since 1970. */
export function timeLeft(end: number, now: number): TimeLeft | null {
  const left = end - now;
  if (left < SECOND) return null;
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  };
}

/** Milliseconds until the next whole second of what remains: when a countdown has to be drawn anew. */
export function untilNextTick(end: number, now: number): number {
  const rest = (end - now) % SECOND;
  return rest > 0 ? rest : SECOND + rest;
}
