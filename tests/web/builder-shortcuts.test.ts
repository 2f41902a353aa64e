import { keyStep, STEPS } from "#web/features/build/execute-command.ts";
import {
  ariaKeys,
  type KeyPress,
  keyOf,
  SHORTCUTS,
  shortcutName,
  shortcutOf,
} from "#web/features/build/shortcuts.ts";
import { commandText } from "#web/features/build/text/builder-menu.ts";

const press = (key: string, code: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});
const commandOf = (...args: Parameters<typeof press>) => shortcutOf(press(...args))?.command ?? null;

describe("the table of shortcuts", () => {
  test("no key stands for two commands; every command has a key and a label of its own", () => {
    const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    const commands = SHORTCUTS.map(({ command }) => command);
    expect(commands.filter((command) => keyOf(command) === null)).toEqual([]);
    expect(Object.keys(commandText).toSorted()).toEqual(commands.toSorted());
    const labels = Object.values(commandText);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test("keys without a modifier aren't those with which browsers scroll or move the focus", () => {
    const keys = SHORTCUTS.filter(({ inLevel }) => !inLevel).flatMap((shortcut) => shortcut.keys);
    expect(keys.filter((key) => /^(Arrow|Page|Tab|Enter|Space)/.test(key))).toEqual([]);
  });
});

describe("matching a key press", () => {
  test("letters are those of the layout, or their places' in layouts of other alphabets", () => {
    expect(commandOf("v", "KeyV")).toBe("tool_select");
    expect(commandOf("V", "KeyV", { shiftKey: false })).toBe("tool_select");
    // On Dvorak, V is where other keyboards have a period.
    expect(commandOf("v", "Period")).toBe("tool_select");
    expect(commandOf("м", "KeyV")).toBe("tool_select");
    expect(commandOf("я", "KeyZ", { ctrlKey: true })).toBe("undo");
  });

  test("modifiers make another shortcut, and ⌘ counts as Ctrl", () => {
    expect(commandOf("z", "KeyZ", { ctrlKey: true })).toBe("undo");
    expect(commandOf("z", "KeyZ", { metaKey: true })).toBe("undo");
    expect(commandOf("Z", "KeyZ", { ctrlKey: true, shiftKey: true })).toBe("redo");
    expect(commandOf("y", "KeyY", { ctrlKey: true })).toBe("redo");
    expect(commandOf("M", "KeyM", { shiftKey: true })).toBe("mirror_x");
    expect(commandOf("m", "KeyM", { ctrlKey: true, shiftKey: true })).toBe("mirror_z");
    expect(commandOf("z", "KeyZ")).toBeNull();
  });

  test("digits are those of the upper row, with and without Shift; symbols are found wherever a layout has them", () => {
    expect(commandOf("1", "Digit1")).toBe("shape_box");
    expect(commandOf("!", "Digit1", { shiftKey: true })).toBe("place_star");
    // French keyboards type digits with Shift, Czech ones have "+" on the first.
    expect(commandOf("&", "Digit1")).toBe("shape_box");
    expect(commandOf("+", "Digit1")).toBe("shape_box");
    expect(commandOf("%", "Digit5", { shiftKey: true })).toBe("place_goal");
    expect(commandOf("?", "Slash", { shiftKey: true })).toBe("shortcuts");
    expect(commandOf("?", "Minus", { shiftKey: true })).toBe("shortcuts");
    expect(commandOf("+", "Equal", { shiftKey: true })).toBe("zoom_in");
    expect(commandOf("+", "NumpadAdd")).toBe("zoom_in");
    expect(commandOf("[", "BracketLeft")).toBe("grid_finer");
  });

  test("AltGr types brackets on German keyboards, where their keys work as well", () => {
    const altGraph = { ctrlKey: true, altKey: true, getModifierState: (key: string) => key === "AltGraph" };
    expect(commandOf("[", "Digit8", altGraph)).toBe("grid_finer");
    expect(commandOf("ü", "BracketLeft")).toBe("grid_finer");
    expect(commandOf("]", "Digit9", altGraph)).toBe("grid_coarser");
  });

  test("unbound keys, modifiers alone, Alt with a key and Ctrl with a symbol do nothing", () => {
    expect(commandOf("v", "KeyV", { altKey: true })).toBeNull();
    expect(commandOf("+", "Equal", { ctrlKey: true, shiftKey: true })).toBeNull();
    expect(commandOf("-", "Minus", { ctrlKey: true })).toBeNull();
    expect(commandOf("q", "KeyQ")).toBeNull();
    expect(commandOf("Shift", "ShiftLeft", { shiftKey: true })).toBeNull();
    expect(commandOf("Dead", "Quote")).toBeNull();
  });

  test("arrows and Enter only work in the level", () => {
    expect(shortcutOf(press("ArrowUp", "ArrowUp"))).toMatchObject({ command: "step_away", inLevel: true });
    expect(shortcutOf(press("ArrowUp", "ArrowUp", { shiftKey: true }))).toMatchObject({
      command: "orbit_up",
      inLevel: true,
    });
    expect(shortcutOf(press("Enter", "Enter"))).toMatchObject({ command: "apply", inLevel: true });
    expect(shortcutOf(press("Enter", "Enter", { ctrlKey: true }))).toMatchObject({ inLevel: false });
  });
});

describe("names of keys", () => {
  test("are those on the keyboard, and follow ARIA for screen readers", () => {
    expect(shortcutName("Ctrl+Shift+Z", false, new Map())).toBe("Ctrl+Shift+Z");
    expect(shortcutName("Ctrl+Shift+Z", true, new Map())).toBe("⌘⇧Z");
    expect(shortcutName("Shift+ArrowLeft", false, new Map())).toBe("Shift+←");
    expect(shortcutName("+", false, new Map())).toBe("+");
    expect(ariaKeys("redo", false)).toBe("Control+Shift+Z Control+Y");
    expect(ariaKeys("undo", true)).toBe("Meta+Z");
    expect(ariaKeys("zoom_in", false)).toBe("Plus =");
  });

  test("of the brackets are what is on their keys where the layout has none", () => {
    const azerty = new Map([
      ["BracketLeft", "^"],
      ["BracketRight", "$"],
      ["KeyV", "v"],
    ]);
    expect(["[", "]", "V"].map((key) => shortcutName(key, false, azerty))).toEqual(["^", "$", "V"]);
    const dvorak = new Map([
      ["BracketLeft", "/"],
      ["BracketRight", "="],
      ["Minus", "["],
      ["Equal", "]"],
    ]);
    expect(["[", "]"].map((key) => shortcutName(key, false, dvorak))).toEqual(["[", "]"]);
  });
});

describe("an arrow key", () => {
  test("moves the selection or else the cursor, and turns or resizes on every axis both ways", () => {
    expect(keyStep("select", true, "right")).toEqual({ kind: "nudge", by: [1, 0, 0] });
    expect(keyStep("rotate", false, "up")).toEqual({ kind: "nudge", by: [0, 1, 0] });
    expect(keyStep("rotate", true, "left")).toEqual({ kind: "turn", axis: "y", steps: -1 });
    expect(keyStep("scale", true, "up")).toEqual({ kind: "resize", axis: "y", steps: 1 });
    for (const tool of ["rotate", "scale"] as const) {
      const reached = STEPS.map((step) => JSON.stringify(keyStep(tool, true, step)));
      expect(new Set(reached).size).toBe(6);
    }
  });
});
