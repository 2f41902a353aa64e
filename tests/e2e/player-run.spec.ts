import type { Page } from "@playwright/test";
import type { Daily } from "#domain/daily/api.ts";
import type { LevelPlay } from "#domain/runs/api.ts";
import type { KeyStretch, MoveKey } from "#tests/support/key-run.ts";
import { finishText, replayText } from "#web/features/play/text/finish.ts";
import { pauseText, playerText } from "#web/features/play/text/player.ts";
import { playerSettingsText } from "#web/features/play/text/player-settings.ts";
import { expectAccessible, expectFitsAndAccessible } from "./expect-accessible.ts";
import {
  expectCounted,
  findKeyLevel,
  gameCanvas,
  playLink,
  runState,
  setGameSettings,
  waitForPlayerPage,
} from "./player-page.ts";
import { expect, test } from "./test.ts";

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
class GameClock {
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

// The states of the player are component tests: tests/ui/player.test.ts and room.test.ts.

const VIEWPORT = { width: 900, height: 600 };
test.use({ viewport: VIEWPORT });

test("a new member clears a demo level with real keys, and can rate it", async ({ page, signUp, api }) => {
  await signUp();
  const { level, run } = await findKeyLevel(api);
  await setGameSettings(page);
  const clock = await GameClock.install(page);
  const documents: string[] = [];
  page.on("request", (request) => request.url().endsWith("/world") && documents.push(request.url()));
  await page.goto(level.url);
  await playLink(page, level).click();
  await waitForPlayerPage(page);
  await expect(page.getByText(playerText.ready)).toBeVisible();
  expect(documents, "the document that Play preloads is used").toHaveLength(1);
  await expectFitsAndAccessible(page);
  await page.keyboard.press("Escape");
  await expectAccessible(page, "[role=dialog]");
  await page.getByRole("button", { name: pauseText.settings }).press("Enter");
  for (const section of ["controls", "view", "sound", "access"] as const) {
    await page.getByRole("radio", { name: playerSettingsText.sections[section] }).press("Space");
    await expectAccessible(page, "[role=dialog]");
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Fewer pixels for software WebGL, which draws each change of keys.
  await page.setViewportSize({ width: 480, height: 320 });
  await clock.hold();
  await clock.play(run.stretches);
  await expect(gameCanvas(page)).toHaveAttribute("data-hash", String(run.hash));
  await clock.release();
  await page.setViewportSize(VIEWPORT);
  await expect(page.locator("[data-finish-time]")).toHaveAttribute("data-finish-time", String(run.ms));
  await expectCounted(page);
  await expectFitsAndAccessible(page);

  await page.getByRole("button", { name: finishText.replay }).click();
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", "watching");
  await expectFitsAndAccessible(page);
  await page.getByRole("button", { name: replayText.leave }).click();
  await expect(page.locator("[data-finish-time]")).toBeVisible();

  const { own, total } = await api.get<LevelPlay>(`/api/levels/${level.id}/play`);
  expect(own?.time_ms).toBe(run.ms);
  await expect(runState(page)).toContainText(finishText.rank(own?.rank ?? 0, total));
  const { daily } = await api.get<{ daily: Daily }>("/api/auth/daily");
  expect(daily.clears).toBe(1);

  await page.getByRole("button", { name: /of 5 stars|Not rated yet/ }).click();
  await page
    .getByRole("dialog", { name: "Ratings of this level" })
    .getByRole("button", { name: "Rate this level" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Rate this level" });
  await dialog.getByRole("slider", { name: "Rating: how good is it?" }).press("5");
  await dialog.getByRole("slider", { name: "Difficulty: how hard is it?" }).press("3");
  await dialog.getByRole("button", { name: "Save rating" }).click();
  await expect(page.getByText("Your rating is saved.")).toBeVisible();
  expect((await api.level(level.id)).own_rating).toMatchObject({ rating: 10, difficulty: 6 });
});
