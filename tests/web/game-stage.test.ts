import { PerspectiveCamera } from "three";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { BuildDocument } from "#domain/build/document.ts";
import { fromWorld, toWorld } from "#domain/build/world.ts";
import { formatDuration } from "#domain/duration.ts";
import { announcement } from "#web/features/play/hud.tsx";
import { playerText } from "#web/features/play/text/player.ts";
import { EditableScene } from "#web/game/edit/editable-scene.ts";
import { createGame, type GameStage } from "#web/game/game.ts";
import { DEFAULT_GAME_SETTINGS } from "#web/game/game-settings.ts";
import { busyWorld, flatWorld } from "./busy-world.ts";

/** As much of an element as a game needs to listen on it. */
class FakeElement extends EventTarget {
  readonly dataset: Record<string, string> = {};
  readonly style: Record<string, string> = {};
  tabIndex = -1;
  focus(): void {}
}

let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal("window", new FakeElement());
  vi.stubGlobal("Element", class {});
  vi.stubGlobal("document", Object.assign(new FakeElement(), { hidden: false, pointerLockElement: null }));
  vi.stubGlobal("navigator", { getGamepads: () => [] });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
  vi.stubGlobal("cancelAnimationFrame", () => {
    frames = [];
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openStage(world = busyWorld()) {
  const document = new BuildDocument(fromWorld(world));
  const level = new EditableScene(document, { tier: "low", reducedMotion: false });
  const calls: string[] = [];
  for (const name of ["build", "showScenery", "dispose"] as const)
    level[name] = (async () => {
      calls.push(name);
    }) as () => Promise<void>;
  const renderer = {
    tier: "low",
    isLost: false,
    camera: new PerspectiveCamera(),
    look: () => {},
    draw: () => calls.push("draw"),
    dispose: () => calls.push("renderer.dispose"),
  };
  const stage = { renderer, level } as unknown as GameStage;
  const canvas = new FakeElement();
  const play = () =>
    createGame({
      canvas: canvas as unknown as HTMLCanvasElement,
      overlay: new FakeElement() as unknown as HTMLElement,
      world: toWorld(document),
      look: { colors: DEFAULT_COLORS, items: {} },
      settings: { ...DEFAULT_GAME_SETTINGS, tier: "low" },
      stage,
    });
  return { level, calls, play };
}

function frame(): void {
  vi.advanceTimersByTime(17);
  for (const callback of frames.splice(0)) callback();
}

const childrenOf = ({ scene }: GameStage["level"]) => scene.children.map(({ uuid }) => uuid);

describe("A game on a stage that exists", () => {
  test("starts at once, without building or loading anything", () => {
    const { calls, play } = openStage();
    const game = play();
    void game.start();
    expect(game.state.get().phase).toBe("ready");
    expect(calls).toEqual(["draw"]);
    for (let i = 0; i < 5; i++) frame();
    expect(calls.every((call) => call === "draw")).toBe(true);
    expect(calls.length).toBeGreaterThan(3);
    game.dispose();
  });

  test("leaves the scene and the renderer as they were", () => {
    const { level, calls, play } = openStage();
    const before = childrenOf(level);
    const updates: (Uint8Array | null)[] = [];
    const { update } = level;
    level.update = (moment) => {
      updates.push(moment.stars);
      update.call(level, moment);
    };
    const game = play();
    void game.start();
    frame();
    expect(childrenOf(level)).not.toEqual(before);
    expect(updates.at(-1)).not.toBeNull();
    game.dispose();
    expect(childrenOf(level)).toEqual(before);
    expect(updates.at(-1)).toBeNull();
    expect(calls).not.toContain("dispose");
    expect(calls).not.toContain("renderer.dispose");
  });

  test("can be played there again", () => {
    const { calls, play } = openStage();
    for (let i = 0; i < 2; i++) {
      const game = play();
      void game.start();
      frame();
      game.dispose();
    }
    const count = calls.length;
    frame();
    expect(calls).toHaveLength(count);
  });
});

test("Screen readers hear the finish time that is shown", () => {
  const game = openStage(flatWorld({ stars: [{ position: [0, 1, 0] }] })).play();
  const level = { title: "One star", hasGoal: false };
  const announced: (string | null)[] = [];
  let before = game.state.get();
  game.state.subscribe(() => {
    const now = game.state.get();
    if (now.phase === "finished") announced.push(announcement(before, now, level));
    before = now;
  });
  let shownMs = 0;
  game.onFinish(({ ms }) => {
    shownMs = ms;
  });
  void game.start();
  frame();
  const press = Object.assign(new Event("keydown", { cancelable: true }), { code: "KeyW", key: "w" });
  window.dispatchEvent(press);
  for (let i = 0; i < 10 && shownMs === 0; i++) frame();
  expect(shownMs).toBeGreaterThan(0);
  expect(announced[0]).toBe(playerText.announce.finish(formatDuration(shownMs)));
  game.dispose();
});
