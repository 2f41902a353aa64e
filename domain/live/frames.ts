/** The frames of a page's socket other than events. See PROTOCOL.md, cited as "rule N". */

export const LIVE_PATH = "/api/live";

/** Values of `?queue=`: a page that returns after a cut, and one that was given a turn before (rule 17). */
const NO_TURN = "1";
export const HAS_TURN = "2";

/** How a page connects: at once, or in its turn (rule 17). */
export type Queueing = "at once" | "no turn" | "turn";

/** Returns the path and query of a page's socket. `mark` is that of the last event the page has received (rule 4). */
export function livePath(mark: string | null, queueing: Queueing): string {
  if (!mark) return LIVE_PATH;
  const path = `${LIVE_PATH}?after=${encodeURIComponent(mark)}`;
  return queueing === "at once" ? path : `${path}&queue=${queueing === "turn" ? HAS_TURN : NO_TURN}`;
}

/** Close codes (rule 9). From 4400 on, a page must not simply reconnect. */
export const CLOSE_CODES = {
  /** The session has a new secret: the page reconnects with it. */
  sessionRenewed: 4301,
  /** Too many pages return at once: the page waits for its turn (rule 17). */
  wait: 4302,
  /** The session has ended, in this browser or from another one. */
  sessionEnded: 4401,
  banned: 4403,
  tooLarge: 4413,
  /** The page sent frames faster than its credits allow. */
  tooFast: 4429,
} as const;

/** Longest frame that a page can send, in code units (rule 7). */
export const MAX_FRAME_LENGTH = 4_096;
/** How many frames a page can send at once, and how many credits it regains per second (rule 8). */
export const CREDITS = { burst: 40, perSecond: 4 } as const;
/** How many users' presence a socket can watch (rule 11). */
export const MAX_WATCHED = 200;

/** A message to that user (rule 16). A repeated `client_id` is the same message, as over HTTP. */
export interface SendFrame {
  type: "send";
  user_id: number;
  client_id: string;
  body: string;
}

/** Frames from a page (rule 6). The runtime replies to "ping" with "pong" without waking the object. */
export type ClientFrame =
  | SendFrame
  /** The users on the screen whose presence the page shows. Replaces the previous list. */
  | { type: "watch"; user_ids: number[] }
  /** The user is typing a message to that person. */
  | { type: "typing"; user_id: number };

/** A frame as received. The fields of a message are checked later, so its page gets an error. */
export type ReceivedFrame =
  | Exclude<ClientFrame, SendFrame>
  | ({ type: "send" } & Record<Exclude<keyof SendFrame, "type">, unknown>);

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Parses a page's frame. Returns null for an unknown one. */
export function parseClientFrame(text: string): ReceivedFrame | null {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof frame !== "object" || frame === null) return null;
  const { type, user_id, user_ids, client_id, body } = frame as Record<string, unknown>;
  if (type === "send") return { type, user_id, client_id, body };
  if (type === "typing" && isId(user_id)) return { type, user_id };
  if (type === "watch" && Array.isArray(user_ids) && user_ids.every(isId))
    return { type, user_ids: [...new Set(user_ids)].slice(0, MAX_WATCHED) };
  return null;
}
