import { CLOSE_CODES } from "#domain/live/frames.ts";
import type * as Bus from "#web/lib/live/live-events.ts";
import { FakeSocket } from "./fake-socket.ts";

const sockets = FakeSocket.opened;
const newest = () => sockets.at(-1) as FakeSocket;
const hello = (reconnect_ms?: number, more = { mark: "a.1", resume: "silence" }) =>
  newest().event({ event: "Hello", ...more, unread_messages: 0, unread_notifications: 0, reconnect_ms });
const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** Greets the page, and loses its socket. */
function helloAndCut(reconnect_ms: number, code?: number): void {
  hello(reconnect_ms);
  newest().cut(code);
}

/** A page's state is held by its modules, and each test has its own page. */
let bus: typeof Bus;
let closePage: () => void;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  sockets.length = 0;
  const location = { protocol: "https:", host: "bopolis.test" };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  bus = await import("#web/lib/live/live-events.ts");
  const { openSocket } = await import("#web/lib/live/socket.ts");
  closePage = openSocket();
});
afterEach(() => {
  closePage();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page whose socket was cut returns with its mark at its moment of the spread (rule 17)", () => {
  helloAndCut(60_000);
  expect(bus.connectionState.get()).toBe("away");
  pass(30_499);
  expect(sockets).toHaveLength(1);
  pass(1);
  expect(newest().url).toBe("wss://bopolis.test/api/live?after=a.1&queue=1");
  hello();
  expect(bus.connectionState.get()).toBe("open");
});

test("a page that is cut again before it has received what it missed sends its old mark", () => {
  helloAndCut(0);
  pass(2_000);
  hello(undefined, { mark: "a.3", resume: "replay" });
  newest().event({ event: "FollowChanged", mark: "a.2", user_id: 2, following: true, followers_count: 1 });
  newest().cut();
  pass(2_000);
  expect(newest().url).toContain("?after=a.2&");
});

test("a page that fails to return tries once per spread", () => {
  helloAndCut(60_000);
  pass(30_500);
  newest().cut();
  pass(59_999);
  expect(sockets).toHaveLength(2);
  pass(1);
  expect(sockets).toHaveLength(3);
});

test("a page of a small site returns within two seconds, and at growing intervals while the site is down", () => {
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

test("a page that is given a turn connects at its time and has it from then on", () => {
  helloAndCut(0);
  pass(2_000);
  newest().event({ event: "Closing", code: CLOSE_CODES.wait, wait_ms: 7_000 });
  newest().cut(CLOSE_CODES.wait);
  pass(6_999);
  expect(sockets).toHaveLength(2);
  pass(1);
  expect(newest().url).toBe("wss://bopolis.test/api/live?after=a.1&queue=2");
});

test("a page returns at once when the browser is back online or its user writes", () => {
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

test("a page whose session was renewed doesn't wait for its moment of the spread", () => {
  helloAndCut(60_000, CLOSE_CODES.sessionRenewed);
  pass(2_000);
  expect(sockets).toHaveLength(2);
});

test("a page that sent too fast waits a minute, even if its user writes", () => {
  helloAndCut(0, CLOSE_CODES.tooFast);
  bus.sendFrame({ type: "typing", user_id: 1 });
  pass(59_999);
  expect(sockets).toHaveLength(1);
  pass(1);
  expect(sockets).toHaveLength(2);
});

test("a socket that doesn't open within 8 seconds is replaced", () => {
  newest().readyState = FakeSocket.CONNECTING;
  pass(8_000);
  expect(bus.connectionState.get()).toBe("away");
  pass(2_000);
  expect(sockets).toHaveLength(2);
});
