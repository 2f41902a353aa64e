import { NO_INPUT } from "#domain/sim/input.ts";
import {
  DEFAULT_GAME_SETTINGS,
  type GameAction,
  type GameSettings,
  withBinding,
} from "#web/game/game-settings.ts";
import { GameInput } from "#web/game/input/game-input.ts";
import { GameSound } from "#web/game/sound.ts";

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
