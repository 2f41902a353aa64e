import { FakeStorage } from "#tests/support/fake-storage.ts";
import {
  DEFAULT_GAME_SETTINGS,
  GAME_CONTROLS,
  loadGameSettings,
  parseGameSettings,
  saveGameSettings,
} from "#web/game/game-settings.ts";
import { withBinding } from "#web/game/with-binding.ts";

describe("stored settings of the player", () => {
  test("are read back as they were", () => {
    const settings = {
      ...DEFAULT_GAME_SETTINGS,
      sensitivity: 2.5,
      invertY: true,
      mouse: "lock" as const,
      tier: "low" as const,
      textSize: 1.5 as const,
      keys: withBinding(DEFAULT_GAME_SETTINGS.keys, "jump", "KeyK"),
      pad: withBinding(DEFAULT_GAME_SETTINGS.pad, "jump", 2),
    };
    expect(parseGameSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  test("are the default where they are unknown, broken or out of range", () => {
    for (const broken of [
      null,
      5,
      "x",
      [],
      { sensitivity: "fast" },
      { sensitivity: 99, volume: -1, fieldOfView: Number.NaN },
    ])
      expect(parseGameSettings(broken)).toEqual(DEFAULT_GAME_SETTINGS);
    const mixed = { tier: "ultra", mouse: 1, muted: "yes", textSize: 9, extra: true, captions: true };
    expect(parseGameSettings(mixed)).toEqual({ ...DEFAULT_GAME_SETTINGS, captions: true });
  });

  test("keep the default keys of a control whose keys are broken, but none if the player removed them", () => {
    const keys = {
      jump: ["Space", 7],
      forward: ["KeyI"],
      menu: "Escape",
      back: ["<script>"],
      nothing: ["KeyX"],
    };
    expect(parseGameSettings({ keys }).keys).toEqual({ ...DEFAULT_GAME_SETTINGS.keys, forward: ["KeyI"] });
    expect(parseGameSettings({ pad: { jump: [-1], menu: [31] } }).pad).toEqual({
      ...DEFAULT_GAME_SETTINGS.pad,
      menu: [31],
    });
    expect(parseGameSettings({ keys: { walk: [] } }).keys.walk).toEqual([]);
  });

  test("keep the gamepads that were set up, without what is broken", () => {
    const padMaps = { "Old stick": { "a1-": "a5-", b0: "b11" } } as const;
    expect(parseGameSettings({ padMaps }).padMaps).toEqual(padMaps);
    const broken = { ...padMaps, A: 5, B: null, C: { b0: "x" }, D: { jump: "b1", "a1-": "a2" }, E: {} };
    expect(parseGameSettings({ padMaps: broken }).padMaps).toEqual(padMaps);
    expect(parseGameSettings({ padMaps: "x" }).padMaps).toEqual({});
  });
});

test("default keys belong to one control each", () => {
  const keys = GAME_CONTROLS.flatMap((control) => DEFAULT_GAME_SETTINGS.keys[control]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(GAME_CONTROLS.filter((control) => DEFAULT_GAME_SETTINGS.keys[control].length === 0)).toEqual([]);
});

describe("a new binding", () => {
  const { keys } = DEFAULT_GAME_SETTINGS;

  test("is taken from the control that had it", () => {
    const changed = withBinding(keys, "jump", "KeyW");
    expect(changed).toMatchObject({ jump: ["Space", "KeyW"], forward: ["ArrowUp"] });
    expect(keys.forward).toEqual(["KeyW", "ArrowUp"]);
  });

  test("replaces another one, stays once when it is bound twice, and leaves at most four", () => {
    expect(withBinding(keys, "jump", "KeyJ", "Space").jump).toEqual(["KeyJ"]);
    expect(withBinding(keys, "jump", "Space").jump).toEqual(["Space"]);
    let changed = keys;
    for (const key of ["KeyJ", "KeyK", "KeyL", "KeyP"]) changed = withBinding(changed, "jump", key);
    expect(changed.jump).toEqual(["KeyJ", "KeyK", "KeyL", "KeyP"]);
  });
});

describe("this device's settings", () => {
  let storage: FakeStorage;
  let prefersReducedMotion = false;
  beforeEach(() => {
    storage = new FakeStorage();
    prefersReducedMotion = false;
    vi.stubGlobal("matchMedia", () => ({ matches: prefersReducedMotion }));
    vi.stubGlobal("localStorage", storage);
  });
  afterEach(() => vi.unstubAllGlobals());

  test("are saved and loaded", () => {
    saveGameSettings({ ...DEFAULT_GAME_SETTINGS, muted: true });
    expect([...storage.entries.keys()]).toEqual(["bopolis-game-settings"]);
    expect(loadGameSettings().muted).toBe(true);
  });

  test("reduce motion where the system does, until the player decides", () => {
    prefersReducedMotion = true;
    expect(loadGameSettings().reducedMotion).toBe(true);
    saveGameSettings({ ...DEFAULT_GAME_SETTINGS, reducedMotion: false });
    expect(loadGameSettings().reducedMotion).toBe(false);
  });

  test("are the default where the storage is blocked or broken", () => {
    storage.setItem("bopolis-game-settings", "{");
    expect(loadGameSettings()).toEqual(DEFAULT_GAME_SETTINGS);
    storage.isBlocked = true;
    expect(loadGameSettings()).toEqual(DEFAULT_GAME_SETTINGS);
    expect(() => saveGameSettings(DEFAULT_GAME_SETTINGS)).not.toThrow();
  });
});
