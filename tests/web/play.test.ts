import { detectSystem } from "#domain/play/downloads.ts";
import { joinLink } from "#domain/play/join-link.ts";
import { playUpdatesText } from "#web/app/text/play-updates.ts";
import { type LaunchEvent, nextLaunchState } from "#web/components/play/launch-state.ts";
import { type LaunchState, type LaunchTarget, levelTarget } from "#web/components/play/start-launch.ts";

const LEVEL = levelTarget(7);
const OTHER: LaunchTarget = { destination: { destination_type: "User", id: 8 }, level: 9 };
const LINK = "bopolis://join?host=a&token=t";
const at = { run: 3, target: LEVEL };

const STATES = {
  idle: { at: "idle", run: 3 },
  loading: { at: "loading", ...at },
  launching: { at: "launching", ...at, link: LINK },
  launchingLate: { at: "launching", ...at, link: null },
  opened: { at: "opened", ...at, link: LINK },
  noResponse: { at: "noResponse", ...at, link: LINK },
  noResponseLate: { at: "noResponse", ...at, link: null },
  refused: { at: "refused", ...at, code: "hosts_full", message: "Full." },
} satisfies Record<string, LaunchState>;

const EVENTS = {
  pressed: { type: "pressed", target: OTHER },
  granted: { type: "granted", run: 3, link: LINK },
  refused: { type: "refused", run: 3, code: "hosts_full", message: "Full." },
  blurred: { type: "blurred" },
  timedOut: { type: "timedOut" },
  linkExpired: { type: "linkExpired", run: 3 },
  linkClicked: { type: "linkClicked" },
  retried: { type: "retried" },
  closed: { type: "closed" },
} satisfies Record<string, LaunchEvent>;

/** Another launch begins. */
const newLaunch = { at: "loading", run: 4, target: OTHER };
const retry = { at: "loading", run: 4, target: LEVEL };
const idleAgain = { at: "idle", run: 4 };

/** The state after an event. An event that isn't listed changes nothing. */
const TABLE: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, object>>> = {
  idle: { pressed: newLaunch },
  loading: { granted: STATES.launching, refused: STATES.refused },
  launching: {
    blurred: STATES.opened,
    timedOut: STATES.noResponse,
    linkExpired: STATES.launchingLate,
    closed: idleAgain,
  },
  launchingLate: {
    blurred: idleAgain,
    timedOut: STATES.noResponseLate,
    linkExpired: STATES.launchingLate,
    closed: idleAgain,
  },
  opened: { pressed: newLaunch, linkExpired: idleAgain, linkClicked: STATES.launching, closed: idleAgain },
  noResponse: {
    pressed: newLaunch,
    linkExpired: STATES.noResponseLate,
    linkClicked: STATES.launching,
    retried: retry,
    closed: idleAgain,
  },
  noResponseLate: {
    pressed: newLaunch,
    linkExpired: STATES.noResponseLate,
    linkClicked: STATES.launchingLate,
    retried: retry,
    closed: idleAgain,
  },
  refused: { pressed: newLaunch, closed: idleAgain },
};

describe.each(Object.entries(STATES))("a launch that is %s", (name, state) => {
  test.each(Object.entries(EVENTS))("handles %s as in the table", (type, event) => {
    const expected = TABLE[name as keyof typeof STATES][type as keyof typeof EVENTS];
    if (expected) expect(nextLaunchState(state, event)).toEqual(expected);
    else expect(nextLaunchState(state, event)).toBe(state);
  });

  test("ignores events of a canceled launch", () => {
    for (const { type } of [EVENTS.granted, EVENTS.refused, EVENTS.linkExpired]) {
      const late = { type, run: 2, link: LINK, code: "hosts_full", message: "Full." } as LaunchEvent;
      expect(nextLaunchState(state, late)).toBe(state);
    }
  });
});

test("the link contains the whole host and token", () => {
  const link = new URL(joinLink("[::1]:7777", "a.b-c_d&e=f"));
  expect(link.protocol).toBe("bopolis:");
  expect(link.searchParams.get("host")).toBe("[::1]:7777");
  expect(link.searchParams.get("token")).toBe("a.b-c_d&e=f");
});

const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15";
const CHROME = "AppleWebKit/537.36 Chrome/140.0";
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 10, "windows"],
  [MAC, 0, "macos"],
  [MAC, 5, "phone"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", 5, "phone"],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 7) ${CHROME} Mobile Safari/537.36`, 5, "phone"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0, "linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 0, null],
  ["", 0, null],
])("the browser %s with %d touch points is detected as %s", (agent, touches, system) => {
  expect(detectSystem(agent, touches)).toBe(system);
});

test("a clear is shown with its time, and with what is special about it", () => {
  const clearedText = (first: boolean, best: boolean) =>
    playUpdatesText.cleared("Sky Maze", "0:45.123", { first, best });
  expect(clearedText(false, false)).toBe("You cleared Sky Maze in 0:45.123.");
  expect(clearedText(false, true)).toBe("You cleared Sky Maze in 0:45.123: a new best time!");
  expect(clearedText(true, true)).toBe("You cleared Sky Maze in 0:45.123: your first clear!");
});
