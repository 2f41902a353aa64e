import { describe, expect, test } from "vitest";
import type { JoinDestination } from "#domain/play/api.ts";
import { systemOf } from "#domain/play/downloads.ts";
import { joinLink } from "#domain/play/link.ts";
import { giveUp } from "#web/features/play/begin.ts";
import { IDLE, type PlayEvent, type PlayState, play } from "#web/features/play/machine.ts";
import { playNewsText } from "#web/text/play-news.ts";

const LEVEL: JoinDestination = { destination_type: "Level", id: 7 };
const OTHER: JoinDestination = { destination_type: "User", id: 8 };
const LINK = "bopolis://join?host=a&token=t";
const at = { run: 3, destination: LEVEL };

const STATES = {
  idle: { at: "idle", run: 3 },
  loading: { at: "loading", ...at },
  launching: { at: "launching", ...at, link: LINK },
  launchingLate: { at: "launching", ...at, link: null },
  answered: { at: "answered", ...at, link: LINK },
  silent: { at: "silent", ...at, link: LINK },
  silentLate: { at: "silent", ...at, link: null },
  refused: { at: "refused", ...at, message: "Full." },
} satisfies Record<string, PlayState>;

const EVENTS = {
  pressed: { type: "pressed", destination: OTHER },
  granted: { type: "granted", run: 3, link: LINK },
  refused: { type: "refused", run: 3, message: "Full." },
  lostSight: { type: "lostSight" },
  waited: { type: "waited" },
  aged: { type: "aged", run: 3 },
  pressedLink: { type: "pressedLink" },
  retried: { type: "retried" },
  closed: { type: "closed" },
} satisfies Record<string, PlayEvent>;

/** Another launch begins. */
const again = { at: "loading", run: 4, destination: OTHER };
const retry = { at: "loading", run: 4, destination: LEVEL };
const rest = { at: "idle", run: 4 };

/** What an event makes of a state; one that is not named leaves it as it is. */
const TABLE: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, object>>> = {
  idle: { pressed: again },
  loading: { granted: STATES.launching, refused: STATES.refused },
  launching: {
    lostSight: STATES.answered,
    waited: STATES.silent,
    aged: STATES.launchingLate,
    closed: rest,
  },
  launchingLate: {
    lostSight: rest,
    waited: STATES.silentLate,
    aged: STATES.launchingLate,
    closed: rest,
  },
  answered: { pressed: again, aged: rest, pressedLink: STATES.launching, closed: rest },
  silent: {
    pressed: again,
    aged: STATES.silentLate,
    pressedLink: STATES.launching,
    retried: retry,
    closed: rest,
  },
  silentLate: {
    pressed: again,
    aged: STATES.silentLate,
    pressedLink: STATES.launchingLate,
    retried: retry,
    closed: rest,
  },
  refused: { pressed: again, closed: rest },
};

describe.each(Object.entries(STATES))("a launch that is %s", (name, state) => {
  test.each(Object.entries(EVENTS))("goes on from %s as the table says", (type, event) => {
    const wanted = TABLE[name as keyof typeof STATES][type as keyof typeof EVENTS];
    if (wanted) expect(play(state, event)).toEqual(wanted);
    else expect(play(state, event)).toBe(state);
  });

  test("is not changed by what belongs to one that was given up", () => {
    for (const { type } of [EVENTS.granted, EVENTS.refused, EVENTS.aged]) {
      const late = { type, run: 2, link: LINK, message: "Full." } as PlayEvent;
      expect(play(state, late)).toBe(state);
    }
  });
});

const run = (...events: PlayEvent[]): PlayState => events.reduce(play, IDLE);

test("a launch that nobody answers can be tried again, with another token", () => {
  const first: PlayEvent[] = [
    { type: "pressed", destination: LEVEL },
    { type: "granted", run: 1, link: "bopolis://1" },
    { type: "waited" },
  ];
  expect(run(...first)).toMatchObject({ at: "silent", link: "bopolis://1" });
  const second = run(...first, { type: "retried" }, { type: "granted", run: 2, link: "bopolis://2" });
  expect(second).toMatchObject({ at: "launching", link: "bopolis://2", destination: LEVEL });
  // The first token's age is not the second one's.
  expect(play(second, { type: "aged", run: 1 })).toBe(second);
});

test("a place that comes after the page was left launches nothing", () => {
  const left = giveUp(run({ type: "pressed", destination: LEVEL }));
  expect(left).toEqual({ at: "idle", run: 2 });
  expect(play(left, { type: "granted", run: 1, link: LINK })).toBe(left);
  const other = play(left, { type: "pressed", destination: OTHER });
  expect(play(other, { type: "granted", run: 1, link: LINK })).toBe(other);
});

test("the link brings address and token through whole", () => {
  const link = new URL(joinLink("[::1]:7777", "a.b-c_d&e=f"));
  expect(link.protocol).toBe("bopolis:");
  expect(link.searchParams.get("host")).toBe("[::1]:7777");
  expect(link.searchParams.get("token")).toBe("a.b-c_d&e=f");
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", 10, "windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
    0,
    "macos",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
    5,
    "phone",
  ],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", 5, "phone"],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
    5,
    "phone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0, "linux"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", 0, null],
  ["", 0, null],
])("the browser %s with %d fingers is told as %s", (agent, touches, system) => {
  expect(systemOf(agent, touches)).toBe(system);
});

test("a clear is told with its time, and with what is special about it", () => {
  const told = (first: boolean, best: boolean) =>
    playNewsText.cleared("Sky Maze", "0:45.123", { first, best });
  expect(told(false, false)).toBe("You cleared Sky Maze in 0:45.123.");
  expect(told(false, true)).toBe("You cleared Sky Maze in 0:45.123: a new best time!");
  expect(told(true, true)).toBe("You cleared Sky Maze in 0:45.123: your first clear!");
});
