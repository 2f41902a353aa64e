import type { LiveEvent } from "#domain/live/events.ts";
import type * as Bus from "#web/lib/live/live-events.ts";

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

test("counts are unknown until the site sends them, and then are the latest ones", () => {
  expect(bus.unreadCounts.get()).toEqual({ messages: null, notifications: null });
  bus.dispatchLiveEvent(hello("new"));
  expect(bus.unreadCounts.get()).toEqual({ messages: 3, notifications: 5 });
  bus.dispatchLiveEvent(read(1));
  bus.dispatchLiveEvent({ event: "NotificationsRead", unread_notifications: 0 });
  bus.dispatchLiveEvent({ event: "Typed", user_id: 2 });
  expect(bus.unreadCounts.get()).toEqual({ messages: 1, notifications: 0 });
});

test("unchanged counts notify no subscriber", () => {
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
