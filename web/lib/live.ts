import { WebSocket as Socket } from "partysocket";
import { LIVE_PATH } from "#domain/live/path.ts";
import type { RenderEvent } from "#domain/renders/events.ts";
import { readRenderEvent } from "#domain/renders/events.ts";

type Listener = (event: RenderEvent) => void;

/** How often a silent socket is looked after: some networks drop what says nothing for a minute. */
const PING_MS = 30_000;

/**
 * Opens the signed-in user's socket and hands on what it says; it comes back by itself after a lost connection.
 * `onReturn` is called then, as something may have been said in between. Answers how to close it.
 */
export function openSocket(onEvent: Listener, onReturn: () => void): () => void {
  const { protocol, host } = window.location;
  const socket = new Socket(`${protocol === "https:" ? "wss" : "ws"}://${host}${LIVE_PATH}`, [], {
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 30_000,
  });
  let opened = false;
  socket.addEventListener("open", () => {
    if (opened) onReturn();
    opened = true;
  });
  socket.addEventListener("message", ({ data }: MessageEvent) => {
    if (data === "pong") return;
    const event = readRenderEvent(JSON.parse(String(data)));
    // A newer site may say what this page's code doesn't know yet.
    if (event) onEvent(event);
  });
  const ping = setInterval(() => socket.readyState === Socket.OPEN && socket.send("ping"), PING_MS);
  return () => {
    clearInterval(ping);
    socket.close();
  };
}
