import { GestureState } from "#web/game/edit/canvas-gestures.ts";
import { DragRunner } from "#web/game/edit/drag-runner.ts";
import type { ToolPointer } from "#web/game/edit/pointer-tool.ts";

/** Gestures with a tool that writes down what happens. A finger at less than x = 100 is on something that can be dragged. */
function makeGestures() {
  const log: string[] = [];
  const drags = new DragRunner(() => undefined);
  const place = ({ x, y }: ToolPointer) => `${x},${y}`;
  const state = new GestureState({
    isEnabled: () => true,
    drags,
    tool: () => ({
      hover: (pointer) => void log.push(`hover ${place(pointer)}`),
      leave: () => void log.push("leave"),
      tap: (pointer, isDouble) => void log.push(`${isDouble ? "double" : "tap"} ${place(pointer)}`),
      drag: (pointer, isLong) => {
        log.push(`${isLong ? "long drag" : "drag"} ${place(pointer)}`);
        if (pointer.isTouch && !isLong && pointer.x >= 100) return null;
        return {
          move: (to) => void log.push(`move ${place(to)}`),
          finish: () => void log.push("finish"),
          cancel: () => void log.push("cancel"),
        };
      },
    }),
    setDevice: (device) => void log.push(device),
    orbit: (x, y) => void log.push(`orbit ${x},${y}`),
    pan: (x, y) => void log.push(`pan ${x},${y}`),
    zoom: (factor, { x, y }) => void log.push(`zoom ${factor.toFixed(2)} at ${x},${y}`),
    invalidate: () => undefined,
  });
  const taken = () => log.splice(0);
  return { state, drags, taken };
}

const mouse = (x: number, y: number, shift = false): ToolPointer => ({
  x,
  y,
  shift,
  isTouch: false,
  alt: false,
  ctrl: false,
});
const finger = (x: number, y: number): ToolPointer => ({ ...mouse(x, y), isTouch: true });

let { state, drags, taken } = makeGestures();
beforeEach(() => {
  vi.useFakeTimers();
  ({ state, drags, taken } = makeGestures());
});
afterEach(() => void vi.useRealTimers());

describe("the mouse", () => {
  test("hovers once per frame, at its last place", () => {
    state.move(1, mouse(10, 10));
    state.move(1, mouse(20, 10));
    state.flush();
    state.flush();
    expect(taken()).toEqual(["mouse", "mouse", "hover 20,10"]);
  });

  test("taps within a few pixels, and drags beyond", () => {
    state.press(1, mouse(10, 10), 0, 0);
    state.move(1, mouse(12, 11));
    state.release(1, mouse(12, 11), 100);
    expect(taken()).toEqual(["mouse", "tap 10,10"]);
    state.press(1, mouse(10, 10), 0, 0);
    state.move(1, mouse(20, 10));
    state.move(1, mouse(30, 10));
    drags.flush();
    state.release(1, mouse(31, 10), 900);
    expect(taken()).toEqual(["mouse", "drag 10,10", "move 30,10", "move 31,10", "finish"]);
  });

  test("taps twice within a third of a second, but not three times", () => {
    for (const time of [100, 300, 500, 900]) {
      state.press(1, mouse(10, 10), 0, 0);
      state.release(1, mouse(10, 10), time);
    }
    expect(taken().filter((line) => line !== "mouse")).toEqual([
      "tap 10,10",
      "double 10,10",
      "tap 10,10",
      "tap 10,10",
    ]);
  });

  test("orbits with the right button or the space bar, and pans with the middle one or Shift", () => {
    const swipe = (button: number, shift = false) => {
      state.press(1, mouse(10, 10, shift), button, 0);
      state.move(1, mouse(15, 12, shift));
      state.release(1, mouse(15, 12, shift), 0);
      return taken().filter((line) => line !== "mouse" && line !== "leave");
    };
    expect(swipe(2)).toEqual(["orbit 5,2"]);
    expect(swipe(2, true)).toEqual(["pan 5,2"]);
    expect(swipe(1)).toEqual(["pan 5,2"]);
    state.isSpaceDown = true;
    expect(swipe(0)).toEqual(["orbit 5,2"]);
    state.isSpaceDown = false;
    expect(swipe(3)).toEqual([]);
  });

  test("does nothing after a drag was stopped, until it's released", () => {
    state.press(1, mouse(10, 10), 0, 0);
    state.move(1, mouse(30, 10));
    state.stop();
    state.move(1, mouse(50, 10));
    state.release(1, mouse(50, 10), 0);
    expect(taken()).toEqual(["mouse", "drag 10,10", "cancel"]);
    state.move(1, mouse(60, 10));
    state.flush();
    expect(taken()).toEqual(["mouse", "hover 60,10"]);
  });
});

describe("touch", () => {
  test("taps, and orbits from where the tool has nothing to drag", () => {
    state.press(1, finger(200, 10), 0, 0);
    state.release(1, finger(203, 10), 0);
    expect(taken()).toEqual(["touch", "tap 200,10"]);
    state.press(1, finger(200, 10), 0, 0);
    state.move(1, finger(205, 10));
    state.move(1, finger(215, 10));
    state.move(1, finger(220, 13));
    state.release(1, finger(220, 13), 0);
    expect(taken()).toEqual(["touch", "drag 200,10", "orbit 15,0", "orbit 5,3"]);
  });

  test("drags what the tool can drag", () => {
    state.press(1, finger(50, 10), 0, 0);
    state.move(1, finger(70, 10));
    drags.flush();
    state.release(1, finger(70, 10), 0);
    expect(taken()).toEqual(["touch", "drag 50,10", "move 70,10", "move 70,10", "finish"]);
  });

  test("is the tool's after a long press", () => {
    state.press(1, finger(200, 10), 0, 0);
    vi.advanceTimersByTime(400);
    state.move(1, finger(230, 10));
    state.release(1, finger(230, 10), 0);
    expect(taken()).toEqual(["touch", "long drag 200,10", "move 230,10", "finish"]);
  });

  test("is a tap if a busy page handles a short one after the time of a long press", () => {
    state.press(1, finger(200, 10), 0, 1_000);
    vi.advanceTimersByTime(400);
    state.release(1, finger(200, 10), 1_050);
    expect(taken()).toEqual(["touch", "long drag 200,10", "cancel", "tap 200,10"]);
  });

  test("pans and zooms with two fingers, and takes back what the first one did", () => {
    state.press(1, finger(50, 10), 0, 0);
    state.move(1, finger(70, 10));
    state.press(2, finger(170, 10), 0, 0);
    expect(taken()).toEqual(["touch", "drag 50,10", "touch", "cancel", "leave"]);
    state.move(2, finger(270, 10));
    state.release(2, finger(270, 10), 0);
    state.move(1, finger(90, 10));
    state.release(1, finger(90, 10), 0);
    vi.advanceTimersByTime(1_000);
    expect(taken()).toEqual(["pan 50,0", "zoom 0.50 at 170,10"]);
  });

  test("ends a drag without an edit if the browser takes the finger away", () => {
    state.press(1, finger(50, 10), 0, 0);
    state.move(1, finger(70, 10));
    state.abandon(1);
    expect(taken()).toEqual(["touch", "drag 50,10", "cancel"]);
  });
});
