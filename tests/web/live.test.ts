import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "#domain/live/events.ts";
import type * as Bus from "#web/lib/live/bus.ts";

/** What a page keeps is kept by its modules: each test has a page of its own. */
let bus: typeof Bus;

beforeEach(async () => {
  vi.resetModules();
  bus = await import("#web/lib/live/bus.ts");
});
afterEach(() => vi.unstubAllGlobals());

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

test("counts are unknown until the site says them, and then what was said last", () => {
  expect(bus.counts.get()).toEqual({ messages: null, notifications: null });
  bus.hear(hello("new"));
  expect(bus.counts.get()).toEqual({ messages: 3, notifications: 5 });
  bus.hear(read(1));
  bus.hear({ event: "NotificationsRead", unread_notifications: 0 });
  bus.hear({ event: "Typed", user_id: 2 });
  expect(bus.counts.get()).toEqual({ messages: 1, notifications: 0 });
});

test("counts that stay the same draw nothing anew", () => {
  bus.hear(hello("new"));
  const changed = vi.fn();
  bus.counts.subscribe(changed);
  bus.hear(hello("silence"));
  expect(changed).not.toHaveBeenCalled();
});

test("an answer tells of the counts only while the socket does not", () => {
  bus.learnCounts({ messages: 7 });
  expect(bus.counts.get()).toEqual({ messages: 7, notifications: null });
  bus.setConnection("open");
  bus.hear(hello("new", 2));
  bus.learnCounts({ messages: 9 });
  expect(bus.counts.get().messages).toBe(2);
  bus.setConnection("away");
  bus.learnCounts({ messages: 9 });
  expect(bus.counts.get().messages).toBe(9);
});

test("every listener hears every event until it stops, and a broken one keeps nothing from the others", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const [first, last] = [vi.fn(), vi.fn()];
  const stop = bus.onLive(first);
  bus.onLive(() => {
    throw new Error("broken");
  });
  bus.onLive(last);
  bus.hear(read(1));
  stop();
  bus.hear(read(2));
  expect(first).toHaveBeenCalledTimes(1);
  expect(last).toHaveBeenCalledTimes(2);
  expect(reported).toHaveBeenCalledTimes(2);
});

test("what was missed for good is told, after the counts that came with it", () => {
  const returned = vi.fn(() => bus.counts.get().messages);
  bus.onReturn(returned);
  for (const resume of ["new", "silence", "replay"] as const) bus.hear(hello(resume));
  expect(returned).not.toHaveBeenCalled();
  bus.hear(hello("resync", 4));
  expect(returned).toHaveReturnedWith(4);
});

test("a page that opens its first socket late asks anew: what was said before is not said again", () => {
  const returned = vi.fn();
  bus.onReturn(returned);
  vi.spyOn(performance, "now").mockReturnValue(26_000);
  bus.hear(hello("silence"));
  expect(returned).not.toHaveBeenCalled();
  bus.hear(hello("new"));
  expect(returned).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

test("what is said upwards goes nowhere while the socket is away", () => {
  const said = vi.fn();
  bus.speak({ type: "typing", user_id: 2 });
  bus.setVoice(said);
  bus.speak({ type: "typing", user_id: 3 });
  bus.setVoice(null);
  bus.speak({ type: "typing", user_id: 4 });
  expect(said.mock.calls).toEqual([[{ type: "typing", user_id: 3 }]]);
});
