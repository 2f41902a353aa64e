import { directionOf, encodeInput, NO_INPUT, strengthOf } from "#domain/sim/input.ts";
import { DEFAULT_GAME_SETTINGS, type GameAction, type GameSettings } from "#web/game/game-settings.ts";
import { GameInput, KeyState, resolveInput } from "#web/game/input/game-input.ts";
import { PadState } from "#web/game/input/pad-state.ts";
import { type PadSnapshot, Pads } from "#web/game/input/pads.ts";
import { STICK_RADIUS, TouchStick } from "#web/game/input/pointer-look.ts";
import { GameSound } from "#web/game/sound.ts";
import { withBinding } from "#web/game/with-binding.ts";

const { keys, pad } = DEFAULT_GAME_SETTINGS;
const QUARTER = Math.PI / 2;

describe("the input of a tick", () => {
  test("is a direction in the world: 0 is +Z, 64 is +X, however often the camera has turned around", () => {
    expect(directionOf(resolveInput(0, 1, false, 0))).toBe(0);
    expect(directionOf(resolveInput(0, 1, false, QUARTER))).toBe(64);
    expect(directionOf(resolveInput(0, -1, false, 0))).toBe(128);
    // A camera that looks towards +Z has +X on its left.
    expect(directionOf(resolveInput(-1, 0, false, 0))).toBe(64);
    expect(directionOf(resolveInput(1, 0, false, 0))).toBe(192);
    expect(directionOf(resolveInput(1, 1, false, 0))).toBe(224);
    for (const turns of [-3, -1, 1, 7])
      expect(resolveInput(0.3, 0.8, true, 1 + turns * 2 * Math.PI)).toBe(resolveInput(0.3, 0.8, true, 1));
  });

  test("has 15 steps of strength, not more along a diagonal, and no direction at rest", () => {
    const strengths = new Set<number>();
    for (let push = 0; push <= 1.2; push += 0.01) strengths.add(strengthOf(resolveInput(0, push, false, 1)));
    expect([...strengths]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expect(resolveInput(0.01, 0.01, false, 1)).toBe(NO_INPUT);
    expect(resolveInput(0, 0, true, 1)).toBe(encodeInput(0, 0, true));
    expect(strengthOf(resolveInput(1, 1, false, 0))).toBe(15);
  });
});

describe("the keyboard", () => {
  const state = (toggles: Parameters<KeyState["setBindings"]>[1] = new Set()) => {
    const result = new KeyState();
    result.setBindings(keys, toggles);
    return result;
  };

  test("holds a control while any of its keys is down", () => {
    const held = state();
    held.press("KeyW", false);
    held.press("ArrowUp", false);
    held.endTick();
    held.release("KeyW");
    expect(held.isHeld("forward")).toBe(true);
    held.release("ArrowUp");
    expect(held.isHeld("forward")).toBe(false);
  });

  test("keeps a press that is shorter than a tick until it is read", () => {
    const held = state();
    held.press("Space", false);
    held.release("Space");
    expect(held.isHeld("jump")).toBe(true);
    held.endTick();
    expect(held.isHeld("jump")).toBe(false);
  });

  test("returns the action of a key, and distinguishes Shift+R from R", () => {
    const held = state();
    expect(held.press("KeyR", false)).toBe("respawn");
    expect(held.press("KeyR", true)).toBe("restart");
    expect(held.press("Digit3", false)).toBe("emote_3");
    expect(held.press("Escape", false)).toBe("menu");
    expect(held.press("F5", false)).toBeNull();
  });

  test("moves with Shift held, and releases whatever Shift does in between", () => {
    const held = state();
    held.press("KeyW", true);
    held.endTick();
    expect(held.isHeld("forward")).toBe(true);
    held.release("KeyW");
    expect(held.isHeld("forward")).toBe(false);
  });

  test("releases everything when the focus is lost", () => {
    const held = state(new Set(["forward"]));
    held.press("KeyW", false);
    held.press("Space", false);
    held.releaseAll();
    expect(held.isHeld("forward")).toBe(false);
    expect(held.isHeld("jump")).toBe(false);
    // The key that comes up afterwards changes nothing.
    held.release("Space");
    held.press("Space", false);
    expect(held.isHeld("jump")).toBe(true);
  });

  test("can run on after one press, until the next or until the player goes back", () => {
    const held = state(new Set(["forward"]));
    held.press("KeyW", false);
    held.release("KeyW");
    held.endTick();
    expect(held.isHeld("forward")).toBe(true);
    held.press("KeyW", false);
    held.release("KeyW");
    expect(held.isHeld("forward")).toBe(false);
    held.press("KeyW", false);
    held.release("KeyW");
    held.press("KeyS", false);
    expect(held.isHeld("forward")).toBe(false);
  });

  test("follows other bindings, holds what they don't change, as when the room is joined, and releases the rest", () => {
    const other = new KeyState();
    other.setBindings(withBinding(keys, "jump", "KeyW", "Space"), new Set());
    other.press("KeyW", false);
    expect([other.isHeld("jump"), other.isHeld("forward")]).toEqual([true, false]);
    const held = state(new Set(["walk"]));
    held.press("KeyW", true);
    held.press("Space", false);
    held.press("KeyC", false);
    held.endTick();
    held.setBindings(withBinding({ ...keys, chat: [] }, "respawn", "Space", "KeyR"), new Set(["walk"]));
    const areHeld = () => (["forward", "jump", "walk"] as const).map((control) => held.isHeld(control));
    expect(areHeld()).toEqual([true, false, true]);
    held.setBindings(keys, new Set());
    held.release("KeyW");
    held.release("KeyC");
    expect(areHeld()).toEqual([false, false, false]);
  });
});

/** A gamepad with these buttons down. */
const gamepad = ({ down = [], ...fields }: Partial<PadSnapshot> & { down?: number[] } = {}): PadSnapshot => ({
  ...{ id: "Pad", index: 0, connected: true, mapping: "standard", axes: [0, 0, 0, 0] },
  buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: down.includes(i) })),
  ...fields,
});

/** A player's pads, which were at rest before. */
function padInput(deadZone = 0.15, atRest: (PadSnapshot | null)[] = [gamepad()]) {
  const pads = new Pads();
  const state = new PadState(pad, deadZone);
  const read = (...now: (PadSnapshot | null)[]) => state.read(pads.read(now));
  read(...atRest);
  return { pads, state, read };
}

describe("the gamepad", () => {
  const actions = (state: PadState) => {
    const found: GameAction[] = [];
    state.forEachAction((action) => found.push(action));
    return found;
  };

  test("ignores the dead zone and uses the whole range beyond it", () => {
    const { state, read } = padInput(0.2);
    read(gamepad({ axes: [0.14, -0.14, 0.1, 0.1] }));
    expect(state).toMatchObject({ moveX: 0, moveY: 0, lookX: 0, lookY: 0, isActive: false });
    read(gamepad({ axes: [0, -0.6, 0, 0] }));
    expect(state.moveY).toBeCloseTo(0.5);
    read(gamepad({ axes: [0.8, -0.8, 0, 0] }));
    expect(Math.hypot(state.moveX, state.moveY)).toBeCloseTo(1);
  });

  test("sends an action once per press, and keeps a short press of jump until it is read", () => {
    const { state, read } = padInput();
    read(gamepad({ down: [3, 12] }));
    expect(actions(state)).toEqual(["respawn", "emote_1"]);
    read(gamepad({ down: [3, 12] }));
    expect(actions(state)).toEqual([]);
    read(gamepad());
    read(gamepad({ down: [9] }));
    expect(actions(state)).toEqual(["menu"]);
    read(gamepad({ down: [0] }));
    read(gamepad());
    expect(state.isHeld("jump")).toBe(true);
    state.endTick();
    expect(state.isHeld("jump")).toBe(false);
  });

  test("reads the pad in use among several, and lets go when it is unplugged", () => {
    const { state, read } = padInput(0.15, [null, gamepad(), gamepad()]);
    read(null, gamepad(), gamepad({ axes: [1, 0, 0, 0], down: [0] }));
    expect(state.moveX).toBe(1);
    state.endTick();
    read(null, gamepad(), gamepad({ axes: [1, 0, 0, 0], down: [0], connected: false }));
    expect(state.moveX).toBe(0);
    expect(state.isHeld("jump")).toBe(false);
  });

  test("ignores a held button until it is released", () => {
    const { state, read } = padInput();
    read(gamepad({ down: [0, 9] }));
    state.ignoreHeld();
    read(gamepad({ down: [0, 9] }));
    expect(state.isHeld("jump")).toBe(false);
    expect(actions(state)).toEqual([]);
    read(gamepad({ down: [9] }));
    read(gamepad({ down: [0, 9] }));
    expect(state.isHeld("jump")).toBe(true);
  });

  test("counts an axis once it has been seen at rest", () => {
    const { state, read } = padInput(0.15, []);
    const stuck = { axes: [1, 0, 0, 0] };
    for (let i = 0; i < 3; i++) read(gamepad(stuck));
    expect(state).toMatchObject({ moveX: 0, isActive: false });
    // The other axis was at rest.
    read(gamepad({ ...stuck, axes: [1, -1, 0, 0] }));
    expect(state).toMatchObject({ moveX: 0, moveY: 1 });
    read(gamepad());
    read(gamepad(stuck));
    expect(state.moveX).toBe(1);
    // Another pad in its place begins again.
    state.endTick();
    read(gamepad({ ...stuck, id: "Other" }));
    expect(state.isActive).toBe(false);
    // It can have no sticks or buttons.
    read({ ...gamepad(), axes: [], buttons: [] });
    expect(state.isActive).toBe(false);
  });

  test("isn't hidden by one that got stuck, whichever was connected first", () => {
    for (const isFirst of [true, false]) {
      const order = <T>(stuck: T, good: T) => (isFirst ? [stuck, good] : [good, stuck]);
      const { state, read } = padInput(0.15, order(gamepad(), gamepad()));
      const stuck = gamepad({ axes: [-1, 0, 0, 0], down: [3] });
      read(...order(stuck, gamepad()));
      expect(state.moveX).toBe(-1);
      read(...order(stuck, gamepad({ axes: [1, 0, 0, 0] })));
      expect(state.moveX).toBe(1);
      read(...order(stuck, gamepad({ axes: [0, 0, 0, 0], down: [0] })));
      expect(state.moveX).toBe(0);
      expect(state.isHeld("jump")).toBe(true);
      read(...order(stuck, gamepad()));
      expect(state.moveX).toBe(0);
    }
  });

  test("does nothing without the standard layout until the player has set it up", () => {
    const old = { id: "Old stick", mapping: "" };
    const { pads, state, read } = padInput(0.15, [gamepad(old)]);
    const pushed = gamepad({ ...old, axes: [0, 0, 0, 1, 0, -1], down: [0, 6] });
    read(pushed);
    expect(state.isActive).toBe(false);
    expect(state.isHeld("jump")).toBe(false);
    expect(pads.read([pushed])).toEqual([null]);

    // Its axis 5 points up towards −1, axis 3 right towards 1, a trigger that rests at −1 jumps, button 6 respawns.
    pads.setMaps({ "Old stick": { "a1-": "a5-", "a1+": "a5+", "a0+": "a3+", b0: "a2+", b3: "b6" } });
    read(gamepad({ ...old, axes: [0, 0, -1, 0, 0, 0] }));
    read(gamepad({ ...old, axes: [1, 1, -1, 0, 0, -1], down: [0, 6] }));
    expect(state).toMatchObject({ moveX: 0, moveY: 1, lookX: 0, lookY: 0 });
    expect(actions(state)).toEqual(["respawn"]);
    expect(state.isHeld("jump")).toBe(false);
    read(gamepad({ ...old, axes: [0, 0, 1, 1, 0, 0] }));
    expect(state.moveX).toBe(1);
    expect(state.isHeld("jump")).toBe(true);
  });
});

describe("the touch stick", () => {
  test("pushes as far as the thumb is from where it landed, and ignores a resting one", () => {
    const stick = new TouchStick();
    stick.start(100, 200);
    stick.move(100 + STICK_RADIUS / 2, 200);
    expect(stick.x).toBeCloseTo(0.5);
    expect(stick.y).toBeCloseTo(0);
    stick.move(100, 200 - STICK_RADIUS);
    expect(stick.x).toBeCloseTo(0);
    expect(stick.y).toBeCloseTo(1);
    stick.end();
    expect(stick).toMatchObject({ x: 0, y: 0 });
    stick.start(100, 200);
    stick.move(103, 202);
    expect(stick).toMatchObject({ x: 0, y: 0 });
  });

  test("follows a thumb beyond its edge, so turning back acts at once", () => {
    const stick = new TouchStick();
    stick.start(100, 200);
    stick.move(300, 200);
    expect(stick.x).toBeCloseTo(1);
    stick.move(300 - 2 * STICK_RADIUS, 200);
    expect(stick.x).toBeCloseTo(-1);
  });
});

let page: EventTarget;
let platform: string;

beforeEach(() => {
  page = new EventTarget();
  platform = "Linux x86_64";
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { pointerLockElement: null }));
  vi.stubGlobal("Element", class {});
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", {
    getGamepads: () => [],
    get platform() {
      return platform;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

function listen(settings: GameSettings = DEFAULT_GAME_SETTINGS): { input: GameInput; actions: GameAction[] } {
  const canvas = new EventTarget() as HTMLCanvasElement;
  const input = new GameInput({ canvas, overlay: canvas, settings });
  const actions: GameAction[] = [];
  input.onAction((action) => actions.push(action));
  return { input, actions };
}

function press(code: string, fields: Partial<KeyboardEvent> = {}, type = "keydown"): void {
  const event = new Event(type, { cancelable: true });
  page.dispatchEvent(Object.assign(event, { code, key: code, keyCode: 0, ...fields }));
}

/** Whether the bopi still runs, after a press that is shorter than a tick is read. */
function isRunning(input: GameInput): boolean {
  input.sample(0);
  return input.sample(0) !== NO_INPUT;
}

describe("a key of the game", () => {
  test("goes on while Ctrl, Alt or the Windows key is touched", () => {
    const { input } = listen();
    press("KeyW");
    for (const [code, modifier] of [
      ["ControlLeft", "ctrlKey"],
      ["AltLeft", "altKey"],
      ["MetaLeft", "metaKey"],
    ] as const) {
      press(code, { [modifier]: true });
      press(code, {}, "keyup");
      expect(isRunning(input), code).toBe(true);
    }
    press("KeyW", {}, "keyup");
    expect(isRunning(input)).toBe(false);
  });

  test("is released by Command on a Mac, which never sends that it came up", () => {
    platform = "MacIntel";
    const { input } = listen();
    press("KeyW");
    press("ControlLeft", { ctrlKey: true });
    expect(isRunning(input)).toBe(true);
    press("MetaLeft", { metaKey: true });
    expect(isRunning(input)).toBe(false);
  });

  test("does nothing as a part of the browser's shortcut", () => {
    const { input, actions } = listen();
    press("KeyR", { ctrlKey: true });
    press("KeyW", { metaKey: true });
    expect(actions).toEqual([]);
    expect(isRunning(input)).toBe(false);
  });

  test("can be a modifier that the player has bound", () => {
    const { input } = listen({
      ...DEFAULT_GAME_SETTINGS,
      keys: withBinding(DEFAULT_GAME_SETTINGS.keys, "forward", "ControlLeft"),
    });
    press("ControlLeft", { ctrlKey: true });
    expect(isRunning(input)).toBe(true);
  });

  test("isn't handled when a dialog has handled it", () => {
    const { actions } = listen();
    page.addEventListener("keydown", (event) => event.preventDefault(), { capture: true, once: true });
    const before = listen().actions;
    press("Escape");
    expect([...actions, ...before]).toEqual(["menu"]);
    press("Escape");
    expect(actions).toEqual(["menu", "menu"]);
  });
});

test("sound that the browser rejects is no error of the page", async () => {
  const calls: string[] = [];
  const reject = (name: string) => () => {
    calls.push(name);
    return Promise.reject(new DOMException("Not allowed", "InvalidStateError"));
  };
  class RejectingContext {
    state = "suspended";
    destination = {};
    createGain = () => ({ gain: {}, connect: () => undefined });
    resume = reject("resume");
    suspend = reject("suspend");
    close = reject("close");
  }
  vi.stubGlobal("AudioContext", RejectingContext);
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", onUnhandled);
  const sound = new GameSound();
  page.dispatchEvent(new Event("pointerdown"));
  sound.setSuspended(true);
  sound.setSuspended(false);
  sound.dispose();
  // Rejections are reported after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onUnhandled);
  expect(calls).toEqual(["resume", "suspend", "resume", "close"]);
  expect(unhandled).toEqual([]);
});
