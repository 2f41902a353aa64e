import { glob, readFile } from "node:fs/promises";
import { createElement } from "react";
import { sessionRoute } from "#domain/auth/api.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { eventState } from "#web/features/events/days.ts";
import { call, transport } from "#web/lib/api.ts";
import { useNow } from "#web/lib/now.ts";
import { onClockChange, readingClock, serverTime, startServerClock } from "#web/lib/server-clock.ts";
import { Countdown } from "#web/ui/countdown.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { markupOf } from "./markup.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const SERVER = Date.parse("2026-11-28T12:00:00Z");

/** The response of an endpoint, which no cache may store, sent when the server's clock showed `time`. */
const responseAt = (time: number, cacheControl = "no-store") =>
  Response.json({}, { headers: { "Cache-Control": cacheControl, Date: new Date(time).toUTCString() } });

/** Sends a request whose response comes after `ms`, in the middle of which the server's clock shows `time`. */
const receive = (time: number, ms = 0, cacheControl?: string) =>
  readingClock(async () => {
    vi.setSystemTime(Date.now() + ms);
    return responseAt(time, cacheControl);
  });

const EVENT = { starts_at: "2026-11-27T05:00:00Z", ends_at: "2026-11-30T05:00:00Z" };
const StateOfEvent = () => eventState(EVENT, useNow());

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(SERVER);
});
afterEach(async () => {
  // The clock of the files that follow is right.
  await receive(Date.now());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each([400, -400])("on a device whose clock is %i days ahead", (days) => {
  beforeEach(() => void vi.setSystemTime(SERVER + days * DAY));

  test("the page's own time is the server's", () => {
    expect(startServerClock(SERVER)).toBe(false);
    expect(serverTime()).toBe(SERVER);
    vi.advanceTimersByTime(90 * MINUTE);
    expect(serverTime()).toBe(SERVER + 90 * MINUTE);
    expect(serverTime(SERVER + days * DAY)).toBe(SERVER);
  });

  test("the time of a response is the server's, whether the call succeeds or not", async () => {
    vi.stubGlobal("document", { querySelector: () => null });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { fetch } = transport;
    try {
      for (const status of [200, 503]) {
        const { headers } = responseAt(SERVER + 500);
        transport.fetch = () => Promise.resolve(Response.json({}, { status, headers }));
        await call(sessionRoute, {}).catch(() => {});
        expect(Math.abs(serverTime() - SERVER)).toBeLessThan(1_000);
        vi.setSystemTime(SERVER);
        await receive(SERVER);
        expect(serverTime()).toBe(SERVER);
        vi.setSystemTime(SERVER + days * DAY);
      }
    } finally {
      transport.fetch = fetch;
    }
  });

  test("an event is on, a countdown counts, and a comment is 3 minutes old", () => {
    startServerClock(SERVER);
    expect(markupOf(createElement(StateOfEvent))).toBe("on");
    const countdown = createElement(Countdown, { endDay: newYorkDay(SERVER), label: "Today ends in" });
    expect(markupOf(countdown)).toContain("<b>17</b>");
    const time = createElement(RelativeTime, { value: new Date(SERVER - 3 * MINUTE).toISOString() });
    expect(markupOf(time)).toContain("3 minutes ago");
  });

  test("a correction notifies subscribers, once", async () => {
    const changed = vi.fn();
    const unsubscribe = onClockChange(changed);
    await receive(SERVER);
    expect(changed).toHaveBeenCalledTimes(1);
    // Another response of the same second changes nothing.
    await receive(SERVER);
    expect(changed).toHaveBeenCalledTimes(1);
    unsubscribe();
  });
});

test.each([59, -59, 0])("a difference of %i s is none", async (seconds) => {
  vi.setSystemTime(SERVER + seconds * 1_000);
  expect(startServerClock(SERVER)).toBe(true);
  await receive(SERVER);
  expect(serverTime()).toBe(SERVER + seconds * 1_000);
});

test("a clock that was set right meanwhile counts as right", async () => {
  vi.setSystemTime(SERVER + 400 * DAY);
  await receive(SERVER);
  vi.setSystemTime(SERVER + MINUTE);
  await receive(SERVER + MINUTE);
  expect(serverTime()).toBe(SERVER + MINUTE);
});

test("a response that took 10 minutes changes no clock that fits its request", async () => {
  for (const ms of [0, 5 * MINUTE, 10 * MINUTE]) {
    vi.setSystemTime(SERVER);
    await receive(SERVER + ms, 10 * MINUTE);
    expect(serverTime()).toBe(Date.now());
  }
});

test("a response of a cache, and one without a date, change no clock", async () => {
  for (const cacheControl of ["max-age=60", "private, no-cache", "public, max-age=300"])
    await receive(SERVER - 3 * DAY, 0, cacheControl);
  await readingClock(async () => Response.json({}, { headers: { "Cache-Control": "no-store" } }));
  await readingClock(async () => Response.json({}));
  expect(serverTime()).toBe(SERVER);
});

test("a page that Back brings from a cache changes no clock and is not taken as right", () => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { type: "back_forward" } as unknown as PerformanceEntry,
  ]);
  expect(startServerClock(SERVER - 3 * DAY)).toBe(false);
  expect(serverTime()).toBe(SERVER);
});

/** Ways to read the device's clock. */
const CLOCK =
  /\bDate\.now\b|\bnew Date\b(?!\()|\bnew Date\(\s*\)|(?<!new )(?<![.\w])Date\(|\bdayjs(?:\.\w+)?\(\s*\)|\bTemporal\.Now\b|\btimeOrigin\b/;
/** A response's time by the device's clock, unless it is translated. */
const DEVICE_TIME = /(?<!serverTime\([\w.]*)(?<!useNow\([\w.]*)\bdataUpdatedAt\b/;

/** Files that may read the device's clock, each with what for. */
const ALLOWED: Record<string, string> = {
  "web/lib/server-clock.ts": "compares it with the server's",
  "web/ui/chunks.ts": "makes a URL that no cache knows",
  "web/features/play/saved-runs.ts": "drops runs that have been on this device for a month",
  "web/features/play/level-stage.tsx": "dates runs for that",
  "web/features/forums/compose/use-forum-draft.ts": "orders this device's drafts by age",
};
/** Files in which the time of a response is only compared with the device's. */
const AGES: Record<string, string> = {
  "web/lib/pages.ts": "the age of a page in the query cache",
  "web/features/users/pages/directory-page.tsx": "the age of counts in the query cache",
  "web/features/home/pages/visitor-page.tsx": "the age of counts in the query cache",
};

test("nothing else on the page reads the device's clock", async () => {
  const found = new Set<string>();
  const translated = new Set<string>();
  for await (const file of glob("web/**/*.{ts,tsx,js}")) {
    const path = file.replaceAll("\\", "/");
    const code = (await readFile(file, "utf8")).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    if (CLOCK.test(code)) found.add(path);
    if (DEVICE_TIME.test(code)) translated.add(path);
  }
  expect([...found].sort()).toEqual(Object.keys(ALLOWED).sort());
  expect([...translated].sort()).toEqual(Object.keys(AGES).sort());
});
