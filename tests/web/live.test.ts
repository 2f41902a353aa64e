import type { LiveEvent } from "#domain/live/events.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import type * as Bus from "#web/lib/live/live-events.ts";
import { FakeSocket } from "./fake-socket.ts";

/** A page's state is held by its modules, and each test has its own page. */
let bus: typeof Bus;

beforeEach(async () => {
  vi.resetModules();
  // A young page: one that connects late refetches.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  bus = await import("#web/lib/live/live-events.ts");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const hello = (
  resume: "new" | "silence" | "replay" | "resync",
  messages = 3,
  notifications = 5,
): LiveEvent => ({
  event: "Hello",
  resume,
  unread_messages: messages,
  unread_notifications: notifications,
});
const read = (messages: number): LiveEvent => ({
  event: "ConversationRead",
  user_id: 2,
  read_id: "1_2_3",
  unread: 0,
  unread_messages: messages,
});

test("counts are unknown until the site sends them, then the latest ones, and notify only when they change", () => {
  expect(bus.unreadCounts.get()).toEqual({ messages: null, notifications: null });
  bus.dispatchLiveEvent(hello("new"));
  expect(bus.unreadCounts.get()).toEqual({ messages: 3, notifications: 5 });
  bus.dispatchLiveEvent(read(1));
  bus.dispatchLiveEvent({ event: "NotificationsRead", unread_notifications: 0 });
  bus.dispatchLiveEvent({ event: "Typed", user_id: 2 });
  expect(bus.unreadCounts.get()).toEqual({ messages: 1, notifications: 0 });
  bus.dispatchLiveEvent(hello("new"));
  const changed = vi.fn();
  bus.unreadCounts.subscribe(changed);
  bus.dispatchLiveEvent(hello("silence"));
  expect(changed).not.toHaveBeenCalled();
});

test("a response updates the counts only while the socket is away", () => {
  bus.updateUnreadCounts({ messages: 7 });
  expect(bus.unreadCounts.get()).toEqual({ messages: 7, notifications: null });
  bus.setConnection("open");
  bus.dispatchLiveEvent(hello("new", 2));
  bus.updateUnreadCounts({ messages: 9 });
  expect(bus.unreadCounts.get().messages).toBe(2);
  bus.setConnection("away");
  bus.updateUnreadCounts({ messages: 9 });
  expect(bus.unreadCounts.get().messages).toBe(9);
});

test("every listener receives every event until it stops, and a broken one blocks no other", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const [first, last] = [vi.fn(), vi.fn()];
  const stop = bus.onLiveEvent(first);
  bus.onLiveEvent(() => {
    throw new Error("broken");
  });
  bus.onLiveEvent(last);
  bus.dispatchLiveEvent(read(1));
  stop();
  bus.dispatchLiveEvent(read(2));
  expect(first).toHaveBeenCalledTimes(1);
  expect(last).toHaveBeenCalledTimes(2);
  expect(reported).toHaveBeenCalledTimes(2);
});

test("events missed for good are reported after the counts that came with the report", () => {
  const returned = vi.fn(() => bus.unreadCounts.get().messages);
  bus.onEventsMissed(returned);
  for (const resume of ["new", "silence", "replay"] as const) bus.dispatchLiveEvent(hello(resume));
  expect(returned).not.toHaveBeenCalled();
  bus.dispatchLiveEvent(hello("resync", 4));
  expect(returned).toHaveReturnedWith(4);
});

test("a page that opens its first socket late refetches, because earlier events are not sent again", () => {
  const returned = vi.fn();
  bus.onEventsMissed(returned);
  vi.spyOn(performance, "now").mockReturnValue(26_000);
  bus.dispatchLiveEvent(hello("silence"));
  expect(returned).not.toHaveBeenCalled();
  bus.dispatchLiveEvent(hello("new"));
  expect(returned).toHaveBeenCalledTimes(1);
});

test("frames are dropped while the socket is away", () => {
  const sent = vi.fn();
  bus.sendFrame({ type: "typing", user_id: 2 });
  bus.setTransport(sent);
  bus.sendFrame({ type: "typing", user_id: 3 });
  bus.setTransport(null);
  bus.sendFrame({ type: "typing", user_id: 4 });
  expect(sent.mock.calls).toEqual([[{ type: "typing", user_id: 3 }]]);
});

describe("a page", () => {
  const sockets = FakeSocket.opened;
  const newest = () => sockets.at(-1) as FakeSocket;
  const greet = (reconnect_ms?: number, more = { mark: "a.1", resume: "silence" }) =>
    newest().event({ event: "Hello", ...more, unread_messages: 0, unread_notifications: 0, reconnect_ms });
  const pass = (ms: number) => vi.advanceTimersByTime(ms);

  /** Greets the page, and loses its socket. */
  function helloAndCut(reconnect_ms: number, code?: number): void {
    greet(reconnect_ms);
    newest().cut(code);
  }

  let closePage: () => void;
  beforeEach(async () => {
    vi.useFakeTimers();
    sockets.length = 0;
    const location = { protocol: "https:", host: "bopolis.test" };
    vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
    vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { openSocket } = await import("#web/lib/live/socket.ts");
    closePage = openSocket();
  });
  afterEach(() => {
    closePage();
    vi.useRealTimers();
  });

  test("with a socket that was cut returns with its mark at its moment of the spread (rule 17)", () => {
    helloAndCut(60_000);
    expect(bus.connectionState.get()).toBe("away");
    pass(30_499);
    expect(sockets).toHaveLength(1);
    pass(1);
    expect(newest().url).toBe("wss://bopolis.test/api/live?after=a.1&queue=1");
    greet();
    expect(bus.connectionState.get()).toBe("open");
  });

  test("that is cut again before it has received what it missed sends its old mark", () => {
    helloAndCut(0);
    pass(2_000);
    greet(undefined, { mark: "a.3", resume: "replay" });
    newest().event({ event: "FollowChanged", mark: "a.2", user_id: 2, following: true, followers_count: 1 });
    newest().cut();
    pass(2_000);
    expect(newest().url).toContain("?after=a.2&");
  });

  test("that fails to return tries once per spread", () => {
    helloAndCut(60_000);
    pass(30_500);
    newest().cut();
    pass(59_999);
    expect(sockets).toHaveLength(2);
    pass(1);
    expect(sockets).toHaveLength(3);
  });

  test("of a small site returns within two seconds, and at growing intervals while the site is down", () => {
    helloAndCut(0);
    const times: number[] = [];
    for (let ms = 0; ms < 60_000; ms += 50) {
      pass(50);
      if (sockets.length > times.length + 1) {
        times.push(ms);
        newest().cut();
      }
    }
    expect(times[0]).toBeLessThan(2_000);
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(20_050);
  });

  test("that is given a turn connects at its time and has it from then on", () => {
    helloAndCut(0);
    pass(2_000);
    newest().event({ event: "Closing", code: CLOSE_CODES.wait, wait_ms: 7_000 });
    newest().cut(CLOSE_CODES.wait);
    pass(6_999);
    expect(sockets).toHaveLength(2);
    pass(1);
    expect(newest().url).toBe("wss://bopolis.test/api/live?after=a.1&queue=2");
  });

  test("returns at once when the browser is back online or its user writes", () => {
    helloAndCut(60_000);
    window.dispatchEvent(new Event("online"));
    expect(sockets).toHaveLength(2);
    helloAndCut(60_000);
    expect(bus.sendFrame({ type: "watch", user_ids: [1] })).toBe(false);
    expect(sockets).toHaveLength(2);
    expect(bus.sendFrame({ type: "typing", user_id: 1 })).toBe(false);
    expect(newest().url).toBe("wss://bopolis.test/api/live?after=a.1");
    expect(sockets).toHaveLength(3);
    bus.sendFrame({ type: "typing", user_id: 1 });
    expect(sockets).toHaveLength(3);
  });

  test("with a renewed session doesn't wait for its moment of the spread", () => {
    helloAndCut(60_000, CLOSE_CODES.sessionRenewed);
    pass(2_000);
    expect(sockets).toHaveLength(2);
  });

  test("that sent too fast waits a minute, even if its user writes", () => {
    helloAndCut(0, CLOSE_CODES.tooFast);
    bus.sendFrame({ type: "typing", user_id: 1 });
    pass(59_999);
    expect(sockets).toHaveLength(1);
    pass(1);
    expect(sockets).toHaveLength(2);
  });

  test("replaces a socket that doesn't open within 8 seconds", () => {
    newest().readyState = FakeSocket.CONNECTING;
    pass(8_000);
    expect(bus.connectionState.get()).toBe("away");
    pass(2_000);
    expect(sockets).toHaveLength(2);
  });
});
