const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The whole seconds until `end`, or null when less than 1 remains (spec 1 §4). In milliseconds since 1970. */
export function timeLeft(end: number, now: number) {
  const remaining = end - now;
  if (remaining < SECOND) return null;
  return {
    days: Math.floor(remaining / DAY),
    hours: Math.floor((remaining % DAY) / HOUR),
    minutes: Math.floor((remaining % HOUR) / MINUTE),
    seconds: Math.floor((remaining % MINUTE) / SECOND),
  };
}

export type TimeLeft = NonNullable<ReturnType<typeof timeLeft>>;

export function untilNextTick(end: number, now: number): number {
  const rest = (end - now) % SECOND;
  return rest > 0 ? rest : SECOND + rest;
}
