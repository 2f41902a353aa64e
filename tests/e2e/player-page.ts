import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import type { Ghost, LevelPlay } from "#domain/runs/api.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { followWithKeys, type KeyRun } from "#tests/support/key-run.ts";
import type { Api, ApiLevel, ListPage } from "./api.ts";
import { uniqueWord } from "./test.ts";

export const worldFile = (world: World) => ({
  name: "level.json",
  mimeType: "application/json",
  buffer: Buffer.from(serializeWorld(world)),
});

export interface KeyLevel {
  level: ApiLevel;
  run: KeyRun;
  /** The level's best recorded run. */
  record: Ghost;
}

/** A short demo level, and keys that clear it: they follow its best recorded run. */
export async function findKeyLevel(api: Api): Promise<KeyLevel> {
  const { data } = await api.get<ListPage<ApiLevel>>("/api/levels?order=clears");
  const found = await Promise.all(
    data.map(async (level) => ({ level, play: await api.get<LevelPlay>(`/api/levels/${level.id}/play`) })),
  );
  const byTime = found
    .flatMap(({ level, play: { record } }) => (record ? [{ level, record }] : []))
    .sort((a, b) => a.record.time_ms - b.record.time_ms);
  for (const { level, record } of byTime) {
    const world = await api.get<World>(`/api/levels/${level.id}/world`);
    // Moving blocks would make the run depend on when it begins.
    if (world.blocks.some(({ motion }) => motion)) continue;
    const log = await api.bytes(record.log_url);
    const run = followWithKeys(world, log);
    if (run) return { level, run, record };
  }
  throw new Error("Keys can't follow any recorded run.");
}

/** Expects this many stars of `SHORT_WORLD` in the HUD. */
export const expectStars = (page: Page, count: number): Promise<void> =>
  expect(page.locator("[data-stars]")).toHaveAttribute("data-stars", String(count));

/** Clears `SHORT_WORLD` with two keys, however fast the machine is. */
export async function clearShortLevel(page: Page): Promise<void> {
  await page.keyboard.down("Space");
  await expectStars(page, 1);
  await page.keyboard.up("Space");
  await page.keyboard.down("KeyW");
  await expect(page.locator("[data-finish-time]")).toBeVisible();
  await page.keyboard.up("KeyW");
}

/** The level page's own link to the player. */
export const playLink = (page: Page, { title }: ApiLevel): Locator =>
  page
    .getByRole("main")
    .getByRole("link", { name: `Play ${title}`, exact: true })
    .first();

export const makeWorldLevel = (api: Api, world: World): Promise<ApiLevel> =>
  api.makeLevel({ title: `Run ${uniqueWord()}`, file: worldFile(world) });

/** WebGL in software would take all processors: the player draws fewer frames in tests, with fewer pixels. */
const FRAMES_PER_SECOND = 10;
const PIXEL_RATIO = 0.25;

/** Runs in the page before any script: lets frames come no faster than a slow display would. */
function limitFrames(gapMs: number): void {
  const now = performance.now.bind(performance);
  const realRequest = window.requestAnimationFrame.bind(window);
  /** The timers of requests that are neither drawn nor canceled, by id. */
  const timers = new Map<number, number>();
  let newest = Number.NEGATIVE_INFINITY;
  let ids = 0;
  window.requestAnimationFrame = (callback) => {
    const id = ++ids;
    const draw = (time: number) => {
      if (!timers.delete(id)) return;
      newest = now();
      callback(time);
    };
    timers.set(
      id,
      window.setTimeout(() => realRequest(draw), Math.max(0, newest + gapMs - now())),
    );
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
}

/** Prepares the player for software WebGL, before pages load: its settings and how much it draws. */
export async function setGameSettings(target: Page | BrowserContext, settings: object = {}): Promise<void> {
  await target.addInitScript(limitFrames, 1000 / FRAMES_PER_SECOND);
  await target.addInitScript(
    ({ stored, ratio }) => {
      // An empty page has no storage.
      if (location.protocol !== "about:") localStorage.setItem("bopolis-game-settings", stored);
      Object.defineProperty(window, "devicePixelRatio", { value: ratio });
    },
    {
      stored: JSON.stringify({ tier: "low", hints: false, muted: true, ...settings }),
      ratio: PIXEL_RATIO,
    },
  );
}

export const gameCanvas = (page: Page): Locator => page.locator("canvas[data-phase]");

/** Waits until the level is drawn and takes input. */
export async function waitForPlayerPage(page: Page): Promise<void> {
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", /^(ready|running|watching)$/);
  await expect(page.locator("[data-player=ready]")).toBeVisible();
}

/** The line about the run at the server. */
export const runState = (page: Page): Locator => page.locator("[data-run-state]");

/** Waits until the server has checked a run. */
export const expectCounted = (page: Page): Promise<void> =>
  expect(runState(page)).toHaveAttribute("data-run-state", "counted");
