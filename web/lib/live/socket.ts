import { WebSocket as Socket } from "partysocket";
import { sessionRoute } from "#domain/auth/api.ts";
import { parseLiveEvent } from "#domain/live/events.ts";
import { CLOSE_CODES, type ClientFrame, LIVE_PATH, MAX_FRAME_LENGTH } from "#domain/live/frames.ts";
import { call } from "../api.ts";
import { dispatchLiveEvent, setConnection, setTransport, socketEnabled } from "./live-events.ts";
import { closePageSocket, socketOrigin } from "./page-socket.ts";

/** Ping interval: some networks drop connections that are silent for a minute. */
const PING_MS = 30_000;
/** A socket without a pong within this time is considered dead. */
const PONG_MS = 10_000;
/** The pong timeout when the connection is suspect: the page was hidden or the machine asleep. */
const SUSPECT_PONG_MS = 3_000;
/** Wait before reconnecting after the server closed the socket on purpose. */
const CLOSED_WAIT_MS = 60_000;
/** Failed attempts until the page checks whether its user is still signed in. */
const ATTEMPTS_BEFORE_CHECK = 3;
/** Pages younger than this aren't reloaded, because that would only repeat. */
const MIN_RELOAD_AGE_MS = 10_000;
/** Time for a navigation that is under way (such as signing out) to unload the page. */
const LEAVING_MS = 1_500;

/** Reloads the page for a visitor, unless it is already being unloaded. */
function reloadPage(): void {
  if (performance.now() < MIN_RELOAD_AGE_MS) return;
  const timer = setTimeout(() => window.location.reload(), LEAVING_MS);
  window.addEventListener("beforeunload", () => clearTimeout(timer), { once: true });
}

/**
 * Keeps the signed-in user's socket open and dispatches its events. It reconnects by itself and sends the mark of the last
 * event, so none is missed. Returns a function that closes it.
 */
export function openSocket(): () => void {
  const base = socketOrigin() + LIVE_PATH;
  let mark: string | null = null;
  let socket: Socket | null = null;
  let attempts = 0;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;
  let isBanned = false;

  const isOpen = () => socket?.readyState === Socket.OPEN;

  const drop = () => {
    clearTimeout(pongTimer);
    clearTimeout(restartTimer);
    setTransport(null);
    const old = socket;
    socket = null;
    if (old) closePageSocket(old);
  };

  const markAway = () => {
    clearTimeout(pongTimer);
    setTransport(null);
    setConnection("away");
  };

  const ping = (timeout: number) => {
    if (!isOpen()) return;
    socket?.send("ping");
    clearTimeout(pongTimer);
    pongTimer = setTimeout(start, timeout);
  };

  /** After many failed attempts, checks whether the session has ended. */
  const checkSession = async () => {
    const session = await call(sessionRoute, {}).catch(() => null);
    if (session && (!session.user || session.user.banned)) reloadPage();
  };

  function onClose(code: number) {
    markAway();
    // After the reload, the page shows the ban and opens no socket.
    if (code === CLOSE_CODES.banned) {
      isBanned = true;
      window.location.reload();
    }
    if (code === CLOSE_CODES.sessionEnded) reloadPage();
    if (code >= CLOSE_CODES.sessionEnded) {
      drop();
      restartTimer = setTimeout(start, CLOSED_WAIT_MS);
    } else if (++attempts % ATTEMPTS_BEFORE_CHECK === 0) void checkSession();
  }

  function sendIfOpen(frame: ClientFrame): boolean {
    const text = JSON.stringify(frame);
    if (!socket || !isOpen() || text.length > MAX_FRAME_LENGTH) return false;
    socket.send(text);
    return true;
  }

  /** The server can still close an open socket (rule 1), so it counts as connected only after its Hello. */
  function onHello() {
    attempts = 0;
    setTransport(sendIfOpen);
    setConnection("open");
  }

  function onMessage(text: string) {
    if (text === "pong") return clearTimeout(pongTimer);
    const read = parseLiveEvent(text);
    // A newer server can send events that this page doesn't know.
    if (!read) return;
    mark = read.mark ?? mark;
    if (read.event.event === "Hello") onHello();
    if (read.event.event === "Closing" && read.event.code >= CLOSE_CODES.sessionEnded)
      onClose(read.event.code);
    dispatchLiveEvent(read.event);
  }

  /** Opens a new socket in place of the current one, whose next attempt could be far off. */
  function start() {
    if (socket) markAway();
    drop();
    if (!socketEnabled.get()) return;
    const fresh = new Socket(() => (mark ? `${base}?after=${encodeURIComponent(mark)}` : base), [], {
      // Random, so clients that lost their connections together don't reconnect together.
      minReconnectionDelay: 500 + Math.random() * 1_500,
      maxReconnectionDelay: 20_000,
      reconnectionDelayGrowFactor: 1.6,
      connectionTimeout: 8_000,
      maxEnqueuedMessages: 0,
    });
    socket = fresh;
    const on = <T extends Event>(type: "open" | "close" | "message", listener: (event: T) => void) =>
      fresh.addEventListener(type, (event) => socket === fresh && listener(event as unknown as T));
    on<CloseEvent>("close", ({ code }) => onClose(code));
    on<MessageEvent>("message", ({ data }) => onMessage(String(data)));
  }

  // A banned user's unsaved work can't be saved: skip the `beforeunload` listeners that would ask about it.
  const onLeave = (event: Event) => isBanned && event.stopImmediatePropagation();
  // The network may have changed, which leaves the old connection dead without an error.
  const onOnline = () => start();
  const onOffline = () => ping(SUSPECT_PONG_MS);
  const onVisible = () => {
    if (document.visibilityState !== "visible") return;
    if (isOpen()) ping(SUSPECT_PONG_MS);
    else start();
  };

  start();
  const unsubscribe = socketEnabled.subscribe(start);
  const pingTimer = setInterval(() => ping(PONG_MS), PING_MS);
  window.addEventListener("beforeunload", onLeave);
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    unsubscribe();
    clearInterval(pingTimer);
    window.removeEventListener("beforeunload", onLeave);
    window.removeEventListener("online", onOnline);
    window.removeEventListener("offline", onOffline);
    document.removeEventListener("visibilitychange", onVisible);
    drop();
  };
}
