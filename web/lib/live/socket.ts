import { WebSocket as Socket } from "partysocket";
import { sessionRoute } from "#domain/auth/api.ts";
import { readLiveEvent } from "#domain/live/events.ts";
import { CLOSE, LIVE_PATH, type UpFrame } from "#domain/live/frames.ts";
import { call } from "../api.ts";
import { hear, hearing, setConnection, setVoice } from "./bus.ts";

/** How often a silent socket is looked after: some networks drop what says nothing for a minute. */
const PING_MS = 30_000;
/** A socket that takes longer to answer is dead, whatever the browser thinks. */
const PONG_MS = 10_000;
/** The same when there is a reason for doubt: the page was hidden or the machine asleep. */
const DOUBT_MS = 3_000;
/** How long a socket stays away that was told to. */
const REST_MS = 60_000;
/** After so many vain attempts the page asks whether its user is still signed in. */
const ATTEMPTS = 3;
/** A page this young would only come back to the same end. */
const YOUNG_MS = 10_000;
/** Time for a page that is being left (by signing out) to be gone. */
const LEAVING_MS = 1_500;

/** Loads the page anew, as a visitor's, unless it is being left already. */
function reloadPage(): void {
  if (performance.now() < YOUNG_MS) return;
  const timer = setTimeout(() => window.location.reload(), LEAVING_MS);
  window.addEventListener("beforeunload", () => clearTimeout(timer), { once: true });
}

/** Ends a socket. One that is still being opened ends once it is: browsers complain of one that ends before. */
function hangUp(socket: Socket): void {
  const close = () => socket.close();
  if (socket.readyState !== Socket.CONNECTING) close();
  else for (const settled of ["open", "close"] as const) socket.addEventListener(settled, close);
}

/**
 * Keeps the signed-in user's socket open: what it says is heard by the bus. After a lost connection it comes back by
 * itself and says what it has heard last, so that nothing is missed. Answers how to close it.
 */
export function openSocket(): () => void {
  const { protocol, host } = window.location;
  const base = `${protocol === "https:" ? "wss" : "ws"}://${host}${LIVE_PATH}`;
  let mark: string | null = null;
  let socket: Socket | null = null;
  let attempts = 0;
  let overdue: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let isOut = false;

  const isOpen = () => socket?.readyState === Socket.OPEN;

  const drop = () => {
    clearTimeout(overdue);
    clearTimeout(rest);
    setVoice(null);
    const old = socket;
    socket = null;
    if (old) hangUp(old);
  };

  const away = () => {
    clearTimeout(overdue);
    setVoice(null);
    setConnection("away");
  };

  const ping = (patience: number) => {
    if (!isOpen()) return;
    socket?.send("ping");
    clearTimeout(overdue);
    overdue = setTimeout(start, patience);
  };

  /** After many vain attempts: what keeps the page's socket away may be its session. */
  const askWhetherSignedIn = async () => {
    const session = await call(sessionRoute, {}).catch(() => null);
    if (session && (!session.user || session.user.banned)) reloadPage();
  };

  function onClose(code: number) {
    away();
    // A banned user's page has no socket when it comes back, and says why.
    if (code === CLOSE.banned) {
      isOut = true;
      window.location.reload();
    }
    if (code === CLOSE.sessionEnded) reloadPage();
    if (code >= CLOSE.sessionEnded) {
      drop();
      rest = setTimeout(start, REST_MS);
    } else if (++attempts % ATTEMPTS === 0) void askWhetherSignedIn();
  }

  /** A socket that opens may yet be turned away (rule 1): it serves once it has greeted. */
  function greeted() {
    attempts = 0;
    setVoice((frame: UpFrame) => isOpen() && socket?.send(JSON.stringify(frame)));
    setConnection("open");
  }

  function onMessage(text: string) {
    if (text === "pong") return clearTimeout(overdue);
    const read = readLiveEvent(text);
    // A newer site may say what this page's code doesn't know yet.
    if (!read) return;
    mark = read.mark ?? mark;
    if (read.event.event === "Hello") greeted();
    if (read.event.event === "Closing" && read.event.code >= CLOSE.sessionEnded) onClose(read.event.code);
    hear(read.event);
  }

  /** Opens a socket, in place of the one there may be: waiting for that one's next attempt could take long. */
  function start() {
    if (socket) away();
    drop();
    if (!hearing.get()) return;
    const fresh = new Socket(() => (mark ? `${base}?after=${encodeURIComponent(mark)}` : base), [], {
      // Not all at the same moment, when many have been cut at the same moment.
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

  // What a banned user has begun does not keep their page, as none of it would be taken: whoever asks comes after this.
  const onLeave = (event: Event) => isOut && event.stopImmediatePropagation();
  // The network may be another one now: an old connection would only seem to live.
  const onOnline = () => start();
  const onOffline = () => ping(DOUBT_MS);
  const onVisible = () => {
    if (document.visibilityState !== "visible") return;
    if (isOpen()) ping(DOUBT_MS);
    else start();
  };

  start();
  const forget = hearing.subscribe(start);
  const beat = setInterval(() => ping(PONG_MS), PING_MS);
  window.addEventListener("beforeunload", onLeave);
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    forget();
    clearInterval(beat);
    window.removeEventListener("beforeunload", onLeave);
    window.removeEventListener("online", onOnline);
    window.removeEventListener("offline", onOffline);
    document.removeEventListener("visibilitychange", onVisible);
    drop();
  };
}
