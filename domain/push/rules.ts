/** Kinds of push messages, which reach a member while none of their pages is open. */
export const PUSH_KINDS = ["chat", "buddy_request", "sale"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

export const PUSH_LIMITS = {
  devices: 10,
  endpointLength: 1_000,
} as const;

/** The hosts of browsers' push services. No other is sent anything, so a made-up subscription reaches nothing. */
const PUSH_HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)+notify\.windows\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
];

/** Whether a subscription's URL belongs to a known push service, or to the stand-in at `standIn`. */
export function isPushEndpoint(endpoint: string, standIn?: string): boolean {
  if (endpoint.length > PUSH_LIMITS.endpointLength || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (standIn && origin === new URL(standIn).origin) return true;
  if (protocol !== "https:" || port || username || password) return false;
  return PUSH_HOSTS.some((host) => host.test(hostname));
}

/** When no push is sent: minutes of the day in the member's time zone. They can go past midnight. */
export interface QuietHours {
  from: number;
  until: number;
  time_zone: string;
}

export const MINUTES_PER_DAY = 24 * 60;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name.length <= 60;
  } catch {
    return false;
  }
}

function minuteOfDay(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(now);
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return number("hour") * 60 + number("minute");
}

export function isQuiet({ from, until, time_zone }: QuietHours, now: number): boolean {
  const minute = minuteOfDay(now, time_zone);
  return from <= until ? minute >= from && minute < until : minute >= from || minute < until;
}
