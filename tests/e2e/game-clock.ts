import type { Page } from "@playwright/test";
import type { KeyStretch, MoveKey } from "#tests/support/key-run.ts";

const TICK_MS = 1000 / 60;
/** The most ticks that one frame of the player runs. */
const FRAME_TICKS = 15;

interface HeldClock {
  /** Resolves once no frame from before is left. */
  hold(): Promise<void>;
  run(frames: readonly number[]): void;
  release(): void;
}
type PageWithClock = Window & { heldClock: HeldClock };

/** Runs in the page before any script: frames and their clock can be held, and then run one by one. */
function installClock(): void {
  const realNow = performance.now.bind(performance);
  const realRequest = window.requestAnimationFrame.bind(window);
  const realCancel = window.cancelAnimationFrame.bind(window);
  const waiting = new Map<number, FrameRequestCallback>();
  const requested = new Set<number>();
  let now: number | null = null;
  let id = -1;
  performance.now = () => now ?? realNow();
  window.requestAnimationFrame = (callback) => {
    if (now === null) {
      const frame = realRequest((time) => {
        requested.delete(frame);
        callback(time);
      });
      requested.add(frame);
      return frame;
    }
    waiting.set(--id, callback);
    return id;
  };
  window.cancelAnimationFrame = (frame) => {
    requested.delete(frame);
    if (!waiting.delete(frame)) realCancel(frame);
  };
  const heldClock: HeldClock = {
    hold: async () => {
      now = realNow();
      while (requested.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    run: (frames) => {
      for (const ms of frames) {
        now = (now ?? realNow()) + ms;
        const due = [...waiting.values()];
        waiting.clear();
        for (const callback of due) callback(now);
      }
    },
    release: () => {
      now = null;
      for (const callback of waiting.values()) realRequest(callback);
      waiting.clear();
    },
  };
  Object.assign(window, { heldClock });
}

/** The clock of a page's player. While it is held, ticks only pass when a test runs them, so keys are exact to the tick. */
export class GameClock {
  readonly #page: Page;
  #held: readonly MoveKey[] = [];

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Prepares a page before it is loaded. */
  static async install(page: Page): Promise<GameClock> {
    // A room's time can't be held, so the player stays alone.
    await page.routeWebSocket(/\/api\/rooms\//, () => undefined);
    await page.addInitScript(installClock);
    return new GameClock(page);
  }

  async hold(): Promise<void> {
    await this.#page.evaluate(() => (window as unknown as PageWithClock).heldClock.hold());
  }

  async release(): Promise<void> {
    await this.#page.evaluate(() => (window as unknown as PageWithClock).heldClock.release());
  }

  /** Runs ticks, with as few frames as the player allows. */
  async run(ticks: number): Promise<void> {
    const frames: number[] = [];
    for (let left = ticks; left > 0; left -= FRAME_TICKS) frames.push(Math.min(left, FRAME_TICKS) * TICK_MS);
    await this.#page.evaluate((list) => (window as unknown as PageWithClock).heldClock.run(list), frames);
  }

  /** Plays with real key events, each at its tick. */
  async play(stretches: readonly KeyStretch[]): Promise<void> {
    for (const { keys, ticks } of stretches) {
      await this.#press(keys);
      await this.run(ticks);
    }
    await this.#press([]);
  }

  async #press(keys: readonly MoveKey[]): Promise<void> {
    for (const key of this.#held) if (!keys.includes(key)) await this.#page.keyboard.up(key);
    for (const key of keys) if (!this.#held.includes(key)) await this.#page.keyboard.down(key);
    this.#held = keys;
  }
}
