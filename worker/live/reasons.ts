import { ApiError } from "#domain/errors.ts";
import type { LiveEvent } from "#domain/live/events.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { ClaimsChanged } from "../http/gate.ts";

/** What a close code is called (rule 9). */
const REASONS: Record<number, string> = {
  [CLOSE.sessionRenewed]: "session renewed",
  [CLOSE.sessionEnded]: "session ended",
  [CLOSE.banned]: "banned",
};

/** The code that tells a page why it gets no socket; null where the error is of another kind. */
export function closeCodeOf(error: unknown): number | null {
  if (error instanceof ClaimsChanged) return error.replaced ? CLOSE.sessionRenewed : CLOSE.sessionEnded;
  if (!(error instanceof ApiError)) return null;
  if (error.code === "banned") return CLOSE.banned;
  return error.code === "unauthenticated" ? CLOSE.sessionEnded : null;
}

/** Closes a socket; the page hears why before its browser tells it. */
export function endSocket(socket: Pick<WebSocket, "send" | "close">, code: number): void {
  try {
    socket.send(JSON.stringify({ event: "Closing", code } satisfies LiveEvent));
  } catch {
    // It has gone this moment.
  }
  socket.close(code, REASONS[code]);
}

/** Opens a socket and closes it at once: a browser tells its page nothing of one that was refused. */
export function closedSocket(code: number): Response {
  const { 0: webSocket, 1: ours } = new WebSocketPair();
  ours.accept();
  endSocket(ours, code);
  return new Response(null, { status: 101, webSocket });
}
