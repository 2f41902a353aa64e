import { newestSeen } from "#db/database.ts";
import { formatBookmarks } from "#domain/api/bookmarks.ts";
import { ApiError } from "#domain/errors.ts";
import type { LiveEvent } from "#domain/live/events.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { ClaimsChanged } from "../http/session-gate.ts";

/** Reasons sent with a close code (rule 9). */
const REASONS: Record<number, string> = {
  [CLOSE_CODES.sessionRenewed]: "session renewed",
  [CLOSE_CODES.wait]: "wait",
  [CLOSE_CODES.sessionEnded]: "session ended",
  [CLOSE_CODES.banned]: "banned",
};

/** Returns the close code for an error that prevents a connection; null for other errors. */
export function closeCodeOf(error: unknown): number | null {
  if (error instanceof ClaimsChanged)
    return error.replaced ? CLOSE_CODES.sessionRenewed : CLOSE_CODES.sessionEnded;
  if (!(error instanceof ApiError)) return null;
  if (error.code === "banned") return CLOSE_CODES.banned;
  return error.code === "unauthenticated" ? CLOSE_CODES.sessionEnded : null;
}

interface ClosingDetails {
  wait_ms?: number;
  /** The states of the databases that show why (rule 18). */
  bookmark?: string | undefined;
}

/** Closes a socket. Sends a Closing event first, because browsers report the close up to 2 s late. */
export function closeSocket(
  socket: Pick<WebSocket, "send" | "close">,
  code: number,
  details: ClosingDetails = {},
): void {
  try {
    const frame = { event: "Closing", code, ...details } satisfies LiveEvent & ClosingDetails;
    socket.send(JSON.stringify(frame));
  } catch {
    // The socket has closed concurrently.
  }
  socket.close(code, REASONS[code]);
}

/** Accepts a socket and closes it at once, because browsers hide HTTP errors on a WebSocket upgrade. */
export function closedSocketResponse(code: number, details: { wait_ms?: number } = {}): Response {
  const { 0: webSocket, 1: ours } = new WebSocketPair();
  ours.accept();
  closeSocket(ours, code, { ...details, bookmark: formatBookmarks(newestSeen()) });
  return new Response(null, { status: 101, webSocket });
}
