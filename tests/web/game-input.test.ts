import { describe, expect, test } from "vitest";
import { directionOf, encodeInput, NO_INPUT, strengthOf } from "#domain/sim/input.ts";
import { DEFAULT_GAME_SETTINGS, type GameAction, withBinding } from "#web/game/game-settings.ts";
import { KeyState } from "#web/game/input/key-state.ts";
import { type PadSnapshot, PadState } from "#web/game/input/pad-state.ts";
import { resolveInput } from "#web/game/input/resolve-input.ts";
import { STICK_RADIUS, TouchStick } from "#web/game/touch-stick.ts";

const { keys, pad } = DEFAULT_GAME_SETTINGS;
const QUARTER = Math.PI / 2;

describe("the input of a tick", () => {
  test("is a direction in the world: 0 is +Z, 64 is +X", () => {
    expect(directionOf(resolveInput(0, 1, false, 0))).toBe(0);
    expect(directionOf(resolveInput(0, 1, false, QUARTER))).toBe(64);
    expect(directionOf(resolveInput(0, -1, false, 0))).toBe(128);
    // A camera that looks towards +Z has +X on its left.
    expect(directionOf(resolveInput(-1, 0, false, 0))).toBe(64);
    expect(directionOf(resolveInput(1, 0, false, 0))).toBe(192);
    expect(directionOf(resolveInput(1, 1, false, 0))).toBe(224);
  });

  test("is the same for a camera that has turned around many times", () => {
    for (const turns of [-3, -1, 1, 7])
      expect(resolveInput(0.3, 0.8, true, 1 + turns * 2 * Math.PI)).toBe(resolveInput(0.3, 0.8, true, 1));
  });

  test("has 15 steps of strength, and no direction at rest", () => {
    const strengths = new Set<number>();
    for (let push = 0; push <= 1.2; push += 0.01) strengths.add(strengthOf(resolveInput(0, push, false, 1)));
    expect([...strengths]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expect(resolveInput(0.01, 0.01, false, 1)).toBe(NO_INPUT);
    expect(resolveInput(0, 0, true, 1)).toBe(encodeInput(0, 0, true));
  });

  test("isn't stronger along a diagonal", () => {
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

  test("follows other bindings", () => {
    const held = new KeyState();
    held.setBindings(withBinding(keys, "jump", "KeyW", "Space"), new Set());
    held.press("KeyW", false);
    expect(held.isHeld("jump")).toBe(true);
    expect(held.isHeld("forward")).toBe(false);
  });
});

describe("the gamepad", () => {
  const gamepad = (fields: { axes?: number[]; down?: number[]; connected?: boolean } = {}): PadSnapshot => ({
    connected: fields.connected ?? true,
    axes: fields.axes ?? [0, 0, 0, 0],
    buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: fields.down?.includes(i) ?? false })),
  });
  const actions = (state: PadState) => {
    const found: GameAction[] = [];
    state.forEachAction((action) => found.push(action));
    return found;
  };

  test("ignores the dead zone and uses the whole range beyond it", () => {
    const state = new PadState(pad, 0.2);
    state.read([gamepad({ axes: [0.14, -0.14, 0.1, 0.1] })]);
    expect(state).toMatchObject({ moveX: 0, moveY: 0, lookX: 0, lookY: 0, isActive: false });
    state.read([gamepad({ axes: [0, -0.6, 0, 0] })]);
    expect(state.moveY).toBeCloseTo(0.5);
    state.read([gamepad({ axes: [0.8, -0.8, 0, 0] })]);
    expect(Math.hypot(state.moveX, state.moveY)).toBeCloseTo(1);
  });

  test("sends an action once per press", () => {
    const state = new PadState(pad, 0.15);
    state.read([gamepad({ down: [3, 12] })]);
    expect(actions(state)).toEqual(["respawn", "emote_1"]);
    state.read([gamepad({ down: [3, 12] })]);
    expect(actions(state)).toEqual([]);
    state.read([gamepad()]);
    state.read([gamepad({ down: [9] })]);
    expect(actions(state)).toEqual(["menu"]);
  });

  test("keeps a short press of jump until it is read", () => {
    const state = new PadState(pad, 0.15);
    state.read([gamepad({ down: [0] })]);
    state.read([gamepad()]);
    expect(state.isHeld("jump")).toBe(true);
    state.endTick();
    expect(state.isHeld("jump")).toBe(false);
  });

  test("reads the pad in use among several, and lets go when it is unplugged", () => {
    const state = new PadState(pad, 0.15);
    state.read([null, gamepad(), gamepad({ axes: [1, 0, 0, 0], down: [0] })]);
    expect(state.moveX).toBe(1);
    state.endTick();
    state.read([null, gamepad(), gamepad({ axes: [1, 0, 0, 0], down: [0], connected: false })]);
    expect(state.moveX).toBe(0);
    expect(state.isHeld("jump")).toBe(false);
  });

  test("ignores a held button until it is released", () => {
    const state = new PadState(pad, 0.15);
    state.read([gamepad({ down: [0, 9] })]);
    state.ignoreHeld();
    state.read([gamepad({ down: [0, 9] })]);
    expect(state.isHeld("jump")).toBe(false);
    expect(actions(state)).toEqual([]);
    state.read([gamepad({ down: [9] })]);
    state.read([gamepad({ down: [0, 9] })]);
    expect(state.isHeld("jump")).toBe(true);
  });

  test("accepts a pad without sticks or buttons", () => {
    const state = new PadState(pad, 0.15);
    state.read([{ connected: true, axes: [], buttons: [] }]);
    expect(state.isActive).toBe(false);
  });
});

describe("the touch stick", () => {
  test("pushes as far as the thumb is from where it landed", () => {
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
  });

  test("follows a thumb beyond its edge, so turning back acts at once", () => {
    const stick = new TouchStick();
    stick.start(100, 200);
    stick.move(300, 200);
    expect(stick.x).toBeCloseTo(1);
    stick.move(300 - 2 * STICK_RADIUS, 200);
    expect(stick.x).toBeCloseTo(-1);
  });

  test("ignores a resting thumb", () => {
    const stick = new TouchStick();
    stick.start(100, 200);
    stick.move(103, 202);
    expect(stick).toMatchObject({ x: 0, y: 0 });
  });
});
