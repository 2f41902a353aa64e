import { sessionRoute } from "#domain/auth/api.ts";
import { parseLiveFrame } from "#domain/live/events.ts";
import {
  CLOSE_CODES,
  type ClientFrame,
  livePath,
  MAX_FRAME_LENGTH,
  type Queueing,
} from "#domain/live/frames.ts";
import { reconnectDelay } from "#domain/live/reconnect.ts";
import { call } from "../api.ts";
import { addBookmarks, keepBookmarks } from "../bookmarks.ts";
import { tabStorage } from "../storage.ts";
import {
  dispatchLiveEvent,
  noteUnknownEvent,
  setConnection,
  setTransport,
  socketEnabled,
} from "./live-events.ts";
import { closePageSocket, socketOrigin } from "./page-socket.ts";

/** Ping interval: some networks drop connections that are silent for a minute. */
const PING_MS = 30_000;
/** A socket without a pong within this time is considered dead. */
const PONG_MS = 10_000;
/** The pong timeout when the connection is suspect: the page was hidden or the machine asleep. */
const SUSPECT_PONG_MS = 3_000;
/** A socket that isn't open within this time counts as failed. */
const CONNECT_MS = 8_000;
/** A socket that was open for this long was a good one: the next waits are short again. */
const GOOD_MS = 5_000;
/** Wait before reconnecting after the server closed the socket on purpose. */
const CLOSED_WAIT_MS = 60_000;
/** Failed attempts until the page checks whether its user is still signed in. */
const ATTEMPTS_BEFORE_CHECK = 3;
/** Pages younger than this aren't reloaded, because that would only repeat. */
const MIN_RELOAD_AGE_MS = 10_000;
const RELOADED_KEY = "bopolis-reloaded";
/** Time for a navigation that is under way (such as signing out) to unload the page. */
const LEAVING_MS = 1_500;

/**
 * Reloads the page for a visitor, unless it is already being unloaded. A young page is reloaded once: it can come from a copy of
 * the database that had its session still, and the bookmark of its closed socket brings a newer one.
 */
function reloadPage(): void {
  const { href } = window.location;
  const isRepeated = tabStorage.get(RELOADED_KEY) === href;
  // Where the browser stores nothing, the next page wouldn't know that it's a repetition.
  const isStored = tabStorage.set(RELOADED_KEY, href);
  if (performance.now() < MIN_RELOAD_AGE_MS && (isRepeated || !isStored)) return;
  const timer = setTimeout(() => window.location.reload(), LEAVING_MS);
  window.addEventListener("beforeunload", () => clearTimeout(timer), { once: true });
}

/**
 * Keeps the signed-in user's socket open and dispatches its events. It reconnects by itself and sends the mark of the last
 * event, so none is missed. Returns a function that closes it.
 */
export function openSocket(): () => void {
  keepBookmarks();
  let mark: string | null = null;
  let socket: WebSocket | null = null;
  let attempts = 0;
  /** The time over which pages spread their return, as the server last sent it. */
  let spread = 0;
  let openedAt = Number.POSITIVE_INFINITY;
  let connectTimer: ReturnType<typeof setTimeout> | undefined;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;
  let isBanned = false;

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  const drop = () => {
    clearTimeout(connectTimer);
    clearTimeout(pongTimer);
    clearTimeout(restartTimer);
    setTransport(null);
    const old = socket;
    socket = null;
    if (old) closePageSocket(old);
  };

  const markAway = () => {
    clearTimeout(pongTimer);
    setTransport(connectToSend);
    setConnection("away");
  };

  /** A user who writes doesn't wait for the page's turn. The frame itself isn't sent. */
  function connectToSend({ type }: ClientFrame): boolean {
    if (!socket && type !== "watch") start();
    return false;
  }

  const ping = (timeout: number) => {
    if (!isOpen()) return;
    socket?.send("ping");
    clearTimeout(pongTimer);
    pongTimer = setTimeout(() => start(), timeout);
  };

  /** After many failed attempts, checks whether the session has ended. */
  const checkSession = async () => {
    const session = await call(sessionRoute, {}).catch(() => null);
    if (session && (!session.user || session.user.banned)) reloadPage();
  };

  /** Connects again after a wait. Returns without a socket. */
  function restartIn(ms: number, queueing?: Queueing) {
    drop();
    markAway();
    restartTimer = setTimeout(start, ms, queueing);
  }

  function onClose(code: number) {
    // After the reload, the page shows the ban and opens no socket.
    if (code === CLOSE_CODES.banned) {
      isBanned = true;
      window.location.reload();
    }
    if (code === CLOSE_CODES.sessionEnded) reloadPage();
    if (code >= CLOSE_CODES.sessionEnded) {
      restartIn(CLOSED_WAIT_MS);
      // Nor can writing reopen it sooner.
      return setTransport(null);
    }
    if (performance.now() - openedAt > GOOD_MS) attempts = 0;
    openedAt = Number.POSITIVE_INFINITY;
    const isRenewed = code === CLOSE_CODES.sessionRenewed;
    restartIn(
      reconnectDelay(attempts, isRenewed ? 0 : spread, Math.random()),
      isRenewed ? "at once" : "no turn",
    );
    if (++attempts % ATTEMPTS_BEFORE_CHECK === 0) void checkSession();
  }

  function sendIfOpen(frame: ClientFrame): boolean {
    const text = JSON.stringify(frame);
    if (!socket || !isOpen() || text.length > MAX_FRAME_LENGTH) return false;
    socket.send(text);
    return true;
  }

  /** The server can still close an open socket (rule 1), so it counts as connected only after its Hello. */
  function onHello(reconnectMs = 0) {
    clearTimeout(connectTimer);
    openedAt = performance.now();
    spread = reconnectMs;
    setTransport(sendIfOpen);
    setConnection("open");
  }

  function onMessage(text: string) {
    if (text === "pong") return clearTimeout(pongTimer);
    const read = parseLiveFrame(text);
    const { event } = read;
    // The page refetches because of this event, and must see what it's about.
    addBookmarks(read.bookmark, "lasting");
    // Missed events follow. If the socket is cut before the last of them, the page still needs the others.
    if (event?.event !== "Hello" || event.resume !== "replay") mark = read.mark ?? mark;
    // A newer server can send events that this page doesn't know.
    if (!event) return noteUnknownEvent();
    if (event.event === "Hello") onHello(event.reconnect_ms);
    if (event.event === "Closing" && event.wait_ms !== undefined) restartIn(event.wait_ms, "turn");
    else if (event.event === "Closing" && event.code >= CLOSE_CODES.sessionEnded) onClose(event.code);
    dispatchLiveEvent(event);
  }

  /** Opens a new socket in place of the current one. Unless at once, the page can be given a turn (rule 17). */
  function start(queueing: Queueing = "at once") {
    if (socket) markAway();
    drop();
    if (!socketEnabled.get()) return;
    const fresh = new WebSocket(socketOrigin() + livePath(mark, queueing));
    socket = fresh;
    connectTimer = setTimeout(onClose, CONNECT_MS, 1006);
    const on = <T extends Event>(type: "close" | "message", listener: (event: T) => void) =>
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
  const unsubscribe = socketEnabled.subscribe(() => start());
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
