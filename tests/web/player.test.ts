import { conflictOf } from "#web/features/play/binding-list.tsx";
import { comparison, stateLine } from "#web/features/play/finish-panel.tsx";
import { hintText } from "#web/features/play/hints.tsx";
import { announcement } from "#web/features/play/hud.tsx";
import { bindingOf, buttonName, keyName, movementKeys } from "#web/features/play/key-names.ts";
import { playClock, secondsApart, ticksToMs } from "#web/features/play/play-clock.ts";
import { soloSettings } from "#web/features/play/solo-settings.ts";
import { finishText } from "#web/features/play/text/finish.ts";
import { levelTask } from "#web/features/play/text/player.ts";
import { VisitTimer } from "#web/features/play/use-visits.ts";
import { DEFAULT_GAME_SETTINGS, parseGameSettings } from "#web/game/game-settings.ts";
import { GAME_START, type GameState } from "#web/game/game-state.ts";
import { startWorldDownload, takeWorldDownload } from "#web/lib/world-download.ts";

const READY: GameState = { ...GAME_START, phase: "ready", starsTotal: 2, checkpointsTotal: 1 };

describe("the player's clock", () => {
  test("shows tenths of a second while it runs, rounds like stored times, and small differences with two digits", () => {
    expect(playClock(0)).toBe("0:00.0");
    expect(playClock(90)).toBe("0:01.5");
    expect(playClock(60 * 83 + 6)).toBe("1:23.1");
    expect(ticksToMs(1)).toBe(17);
    expect(ticksToMs(100)).toBe(1667);
    expect(secondsApart(-420)).toBe("0.42");
    expect(secondsApart(12_040)).toBe("12.0");
  });
});

const NO_LAYOUT = new Map<string, string>();
const AZERTY = new Map([
  ["KeyQ", "a"],
  ["KeyW", "z"],
  ["KeyA", "q"],
  ["KeyS", "s"],
  ["KeyD", "d"],
  ["KeyM", ","],
  ["Digit1", "&"],
]);

describe("names of keys and buttons", () => {
  const namesOf = (layout: typeof AZERTY, ...keys: string[]) => keys.map((key) => keyName(key, layout));

  test("are those on the keyboard", () => {
    const keys = ["KeyW", "Digit3", "Space", "ArrowUp", "Shift+KeyR", "NumpadAdd", "Escape"];
    expect(namesOf(NO_LAYOUT, ...keys)).toEqual(["W", "3", "Space", "↑", "Shift R", "Num Add", "Esc"]);
  });

  test("of the movement keys are one short word where they are letters", () => {
    const { keys } = DEFAULT_GAME_SETTINGS;
    expect(movementKeys(keys, NO_LAYOUT)).toBe("WASD");
    expect(movementKeys({ ...keys, forward: ["ArrowUp"] }, NO_LAYOUT)).toBe("↑ A S D");
  });

  test("follow the layout of the keyboard where the browser knows it", () => {
    const { keys } = DEFAULT_GAME_SETTINGS;
    expect(movementKeys(keys, AZERTY)).toBe("ZQSD");
    expect(hintText("move", "keys", DEFAULT_GAME_SETTINGS, AZERTY)).toBe("Move with ZQSD");
    expect(keyName("Shift+KeyM", AZERTY)).toBe("Shift ,");
    // Nothing else is on these keys, wherever they are.
    const names = namesOf(AZERTY, "Space", "ArrowUp", "Digit1", "NumpadAdd");
    expect(names).toEqual(["Space", "↑", "1", "Num Add"]);
    const cyrillic = new Map([
      ["KeyW", "ц"],
      ["KeyA", "ф"],
      ["KeyS", "ы"],
      ["KeyD", "в"],
    ]);
    expect(movementKeys(keys, cyrillic)).toBe("ЦФЫВ");
    const german = new Map([
      ["Equal", "="],
      ["Minus", "ß"],
    ]);
    expect(namesOf(german, "Equal", "Minus")).toEqual(["+", "ß"]);
  });

  test("of gamepad buttons are those of the standard layout, and keep Shift apart from a key pressed with it", () => {
    expect([0, 3, 9, 12, 40].map(buttonName)).toEqual(["A", "Y", "Start", "D-pad ↑", "Button 41"]);
    expect(bindingOf({ code: "KeyR", shiftKey: true })).toBe("Shift+KeyR");
    expect(bindingOf({ code: "ShiftLeft", shiftKey: true })).toBe("ShiftLeft");
  });
});

describe("the player's settings", () => {
  test("find the control that would lose a key", () => {
    const { keys } = DEFAULT_GAME_SETTINGS;
    expect(conflictOf(keys, "jump", "KeyR")).toBe("respawn");
    expect(conflictOf(keys, "respawn", "KeyR")).toBeUndefined();
  });

  test("leave Tab to the page, and Enter too for a player alone", () => {
    const { keys } = soloSettings(DEFAULT_GAME_SETTINGS);
    expect(Object.values(DEFAULT_GAME_SETTINGS.keys).flat()).not.toContain("Tab");
    expect(parseGameSettings({ keys: { players: ["Tab"], jump: ["Shift+Tab"] } }).keys).toEqual(
      DEFAULT_GAME_SETTINGS.keys,
    );
    expect(Object.values(keys).flat()).not.toContain("Enter");
  });
});

describe("hints", () => {
  test("use the words of the device in hand", () => {
    expect(hintText("move", "keys", DEFAULT_GAME_SETTINGS, NO_LAYOUT)).toBe("Move with WASD");
    expect(hintText("move", "touch", { ...DEFAULT_GAME_SETTINGS, touchSide: "left" }, NO_LAYOUT)).toBe(
      "Drag on the right side to move",
    );
    expect(hintText("jump", "pad", DEFAULT_GAME_SETTINGS, NO_LAYOUT)).toBe("A to jump");
    expect(hintText("look", "keys", { ...DEFAULT_GAME_SETTINGS, mouse: "lock" }, NO_LAYOUT)).toMatch(
      /^Move the mouse/,
    );
  });

  test.each([
    [6, true, "Collect 6 stars, then reach the goal"],
    [1, false, "Collect the star"],
    [3, false, "Collect all 3 stars"],
    [0, true, "Reach the goal"],
    [0, false, "Explore. There's no goal here"],
  ])("with %i stars and goal %s name the task", (stars, hasGoal, task) => {
    expect(levelTask(stars, hasGoal)).toBe(task);
  });
});

describe("announcements for screen readers", () => {
  const level = { title: "Sky Maze", hasGoal: true };
  const sentence = (change: Partial<GameState>, before: Partial<GameState> = {}) =>
    announcement({ ...READY, ...before }, { ...READY, ...before, ...change }, level);

  test("name the task, the start and the time", () => {
    expect(sentence({ phase: "ready" }, { phase: "loading" })).toMatch(/Sky Maze/);
    expect(announcement({ ...READY, phase: "loading" }, READY, level)).toContain("Collect 2 stars");
    expect(sentence({ phase: "running" })).toBe("Go!");
    expect(sentence({ phase: "finished", ticks: 90 })).toBe("Finished in 0:01.500");
  });

  test("count stars, checkpoints and deaths, and are silent while only time passes", () => {
    expect(sentence({ starsCollected: 1 })).toBe("Star 1 of 2");
    expect(sentence({ starsCollected: 2 }, { starsCollected: 1 })).toBe(
      "You have every star. Reach the goal.",
    );
    expect(sentence({ checkpoint: 0 })).toBe("Checkpoint 1 of 1");
    expect(sentence({ deaths: 2 }, { deaths: 1 })).toBe("You fell. 2 deaths so far.");
    expect(sentence({ ticks: 10 }, { phase: "running" })).toBeNull();
  });
});

describe("the screen after a run", () => {
  test("compares the time with the best one before, and says what the server does with the run", () => {
    expect(comparison(9_000, null)).toEqual({ text: finishText.firstClear, isBest: true });
    expect(comparison(9_000, 9_500)).toEqual({ text: "0.50 s faster than before", isBest: true });
    expect(comparison(12_000, 9_500)).toEqual({ text: "2.5 s off your best", isBest: false });
    expect(comparison(9_500, 9_500)).toEqual({ text: finishText.same, isBest: false });
    expect(stateLine({ at: "visitor", key: "k", isStored: true })).toBeNull();
    expect(stateLine({ at: "unsent" })?.text).toBe(finishText.unsent);
    expect(stateLine({ at: "rejected", message: "Sign in first." })).toMatchObject({
      tone: "refused",
      hint: "Sign in first.",
    });
  });
});

test("the timer of visits counts only while it runs, in whole seconds, and loses no rest", () => {
  let now = 0;
  const timer = new VisitTimer(() => now);
  timer.start();
  now = 2_600;
  expect(timer.take()).toBe(2);
  now = 3_100;
  timer.stop();
  now = 60_000;
  expect(timer.take()).toBe(1);
  expect(timer.take()).toBe(0);
});

describe("a download of a world", () => {
  const world = { version: 1, spawn: { position: [0, 0, 0] }, stars: [], blocks: [] };
  const requests: string[] = [];
  const respond = (body: string, init: ResponseInit = {}) =>
    vi.stubGlobal("fetch", async (url: string) => {
      requests.push(url);
      return new Response(body, init);
    });

  beforeEach(() => {
    requests.splice(0);
    vi.stubGlobal("document", { querySelector: () => ({ content: "token" }) });
  });
  afterEach(() => vi.unstubAllGlobals());

  test("counts bytes and knows the revision", async () => {
    const text = JSON.stringify(world);
    respond(text, { headers: { "X-Level-Bytes": String(text.length), "X-Level-Revision": "4" } });
    const { document, progress } = takeWorldDownload(1);
    expect(await document).toEqual({ world, revision: 4 });
    expect(progress.get()).toEqual({ loaded: text.length, total: text.length });
  });

  test("is shared by all that need it at the moment, and stops with the last of them", async () => {
    const signals: AbortSignal[] = [];
    vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
      requests.push(url);
      signals.push(signal);
      return new Promise<Response>(() => {});
    });
    const first = takeWorldDownload(2);
    const second = takeWorldDownload(2);
    first.abort();
    first.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    second.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    takeWorldDownload(2).abort();
    expect(requests).toEqual(["/api/levels/2/world", "/api/levels/2/world"]);
  });

  test("that was started when Play was pressed goes on while screens change", async () => {
    respond(JSON.stringify(world));
    startWorldDownload(4);
    takeWorldDownload(4).abort();
    expect(await takeWorldDownload(4).document).toMatchObject({ world });
    expect(requests).toEqual(["/api/levels/4/world"]);
  });

  test("fails with the server's error, and for documents of a newer version", async () => {
    respond(JSON.stringify({ code: "not_found", message: "No such level." }), { status: 404 });
    await expect(takeWorldDownload(3).document).rejects.toMatchObject({
      status: 404,
      message: "No such level.",
    });
    respond(JSON.stringify({ ...world, version: 2 }));
    await expect(takeWorldDownload(3).document).rejects.toMatchObject({ code: "newer_document" });
  });
});
