/** `server` is a 500 or above, `background` survived, `chunk` code and `asset` files that didn't load. */
export const ERROR_KINDS = ["server", "background", "script", "chunk", "asset", "csp"] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Groups that staff see, those that are hidden until they occur again, and those that stay hidden. */
export const ERROR_STATES = ["open", "resolved", "ignored"] as const;
export type ErrorState = (typeof ERROR_STATES)[number];

/** Limits of what is stored about errors, so that reports can't fill the database. */
export const ERROR_LIMITS = {
  message: 200,
  source: 150,
  stack: 1_500,
  /** Characters of the list of browsers, and of the newest request ids. */
  browsers: 120,
  requests: 120,
  /** Groups of each kind, and new ones within an hour. Any others are counted in one group. */
  groups: 200,
  newGroups: 30,
  /** Groups of each kind that the visitors of one network can report within an hour. A page that breaks has one or two. */
  newGroupsPerNetwork: 3,
  reportBytes: 16 * 1024,
  reports: 10,
  /** Days after which a group that doesn't occur again is deleted. */
  days: 30,
} as const;

/** The message of the group that counts errors beyond the limit of new groups. */
export const OTHER_ERRORS = "Too many different errors";

/** An error that occurred once. Errors with the same kind, message and source are one group. */
export interface ErrorReport {
  kind: ErrorKind;
  message: string;
  /** Where it occurred: a route, an event of the log, or a file with line and column. */
  source: string;
  stack?: string;
  /** The pattern of the page's path, such as `/levels/:id`. */
  page?: string;
  /** The build of the page or of the worker. */
  version: string;
  browser?: string;
  requestId?: string;
}

const EXTENSION = /\b(?:chrome|moz|safari|safari-web|ms-browser|edge)-extension:|\bwebkit-masked-url:/i;

/** Whether a text names code of a browser extension, whose errors aren't the site's. */
export const namesExtension = (text: string): boolean => EXTENSION.test(text);

const URL_IN_TEXT = /\b(?:https?|wss?|file):\/\/[^\s"'<>()]*/gi;
const QUERY = /[?#][^\s"'<>()]*?(?=:\d+:\d+|[\s"'<>()]|$)/g;
const EMAIL = /[^\s"'<>():@/]+@[^\s"'<>():@/]+\.[^\s"'<>():@/]+/g;
const ID = /\b(?=[\w-]*\d)[\w-]{16,}|\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/gi;
const NUMBER = /(?<![A-Za-z_\d])\d+/g;

/** Reduces the URLs in a text to their paths, and removes email addresses. */
const stripPrivate = (text: string): string =>
  text
    .replace(URL_IN_TEXT, (url) => url.replace(/^\w+:\/\/[^/?#]*/, "").replace(QUERY, ""))
    .replace(EMAIL, "#");

/** Shortens a text to `max` characters, the closing "…" included. */
const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);

/** The message that identifies a group: one line of at most 200 characters, without numbers, ids and addresses. */
export function normalizeMessage(message: string): string {
  const line = stripPrivate(message.slice(0, 2_000)).replace(/\s+/g, " ").trim();
  return cut(line.replace(ID, "#").replace(NUMBER, "#"), ERROR_LIMITS.message);
}

/** The first frame of a stack that names a file of a site, as `path:line:column`; empty text without one. */
export function topFrame(stack: string): string {
  const [, path = "", position = ""] =
    /https?:\/\/[^\s/?#()]+(\/[^\s?#():]*)(?:[?#][^\s():]*)?(:\d+:\d+)/.exec(stack) ?? [];
  return cut(path + position, ERROR_LIMITS.source);
}

/** The frames of a stack for staff, without its message, which can contain texts of users. */
export function stackFrames(stack: string): string {
  const frames = stack
    .slice(0, 8_000)
    .split("\n")
    .map((line) => line.trim())
    // Chromium's frames start with "at"; Firefox and Safari separate name and place by "@".
    .filter((line) => /^at\s|^[^\s@]*@.*:\d+:\d+$/.test(line))
    .map((line) => line.replace(/^([^\s@]*)@/, "at $1 "));
  return cut(stripPrivate(frames.slice(0, 12).join("\n")), ERROR_LIMITS.stack);
}

/** The path of a URL of the site at `host`; of another site its host; any other text (`inline`, `data`) as it is. */
export function placeOf(url: string, host: string): string {
  if (!URL.canParse(url)) return normalizeMessage(url);
  const parsed = new URL(url);
  if (parsed.host === host) return cut(parsed.pathname, ERROR_LIMITS.source);
  return parsed.host || parsed.protocol;
}
