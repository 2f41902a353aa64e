/** What goes over a page's socket besides events: see PROTOCOL.md, whose rules are cited as "rule N". */

/** Where a signed-in page opens its socket; `?after=` is the last mark it has heard (rule 4). */
export const LIVE_PATH = "/api/live";

/** Why a socket was closed (rule 9). From 4400 on a page must not simply come back. */
export const CLOSE = {
  /** The session has got another secret: the page comes back with it. */
  sessionRenewed: 4301,
  /** The session has ended: signed out here or elsewhere. */
  sessionEnded: 4401,
  /** The user is banned. */
  banned: 4403,
  /** A frame was too long. */
  tooLarge: 4413,
  /** Frames came faster than credits. */
  tooFast: 4429,
} as const;

/** The most bytes of a frame that a page sends (rule 7). */
export const FRAME_BYTES = 4_096;
/** Frames a page may send at once, and how many come back a second (rule 8). */
export const CREDITS = { most: 40, perSecond: 4 } as const;
/** The most people whose presence a socket watches (rule 11). */
export const MOST_WATCHED = 200;

/** What a page says (rule 6): nothing of it is ever stored. "ping" is answered "pong" without waking anybody. */
export type UpFrame =
  /** Whose bubbles are on the screen; replaces what was said before. */
  | { type: "watch"; user_ids: number[] }
  /** Something is being typed to that person. */
  | { type: "typing"; user_id: number };

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** A page's frame; null for what this code doesn't know. */
export function readUpFrame(text: string): UpFrame | null {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof said !== "object" || said === null) return null;
  const { type, user_id, user_ids } = said as Record<string, unknown>;
  if (type === "typing" && isId(user_id)) return { type, user_id };
  if (type === "watch" && Array.isArray(user_ids) && user_ids.every(isId))
    return { type, user_ids: [...new Set(user_ids)].slice(0, MOST_WATCHED) };
  return null;
}
