import { expect, type Locator, type Page } from "@playwright/test";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { corridorRun } from "#scripts/chaos/runs/corridor-run.ts";
import { corridorWorld } from "#scripts/chaos/runs/corridor-world.ts";
import { followWithKeys, type KeyRun } from "#tests/support/key-run.ts";
import type { Api, ApiLevel } from "./api.ts";
import { uniqueWord } from "./test.ts";

export const worldFile = (world: World) => ({
  name: "level.json",
  mimeType: "application/json",
  buffer: Buffer.from(serializeWorld(world)),
});

/** A corridor without moving blocks, with stars and checkpoints, and keys that clear it without dying. */
export function keyCorridor(): { world: World; run: KeyRun } {
  const world = corridorWorld(2);
  const { log } = corridorRun(makeCourse(world), 2);
  return { world, run: followWithKeys(world, log) };
}

/** A short floor with a star above the spawn, one on the way, a checkpoint and a goal. A jump and then forward clears it. */
export function shortWorld(): World {
  return {
    version: 1,
    ambience: "day",
    spawn: { position: [0, 0, 0] },
    goal: { position: [0, 0, 40] },
    stars: [{ position: [0, 8.5, 0] }, { position: [0, 2, 12] }],
    checkpoints: [{ position: [0, 0, 26] }],
    hazards: [],
    blocks: [{ shape: "box", position: [0, -1, 20], size: [16, 2, 60], color: "6cc551" }],
  };
}

/** Expects this many stars of `shortWorld` in the HUD. */
export const expectStars = (page: Page, count: number): Promise<void> =>
  expect(page.locator("[data-stars]")).toHaveAttribute("data-stars", String(count));

/** Clears `shortWorld` with two keys, however fast the machine is. */
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

/** Stores settings of the player that suit software WebGL, before the page loads. */
export async function setGameSettings(page: Page, settings: object = {}): Promise<void> {
  await page.addInitScript(
    (stored) => {
      localStorage.setItem("bopolis-game-settings", stored);
    },
    JSON.stringify({ tier: "low", hints: false, muted: true, ...settings }),
  );
}

export const gameCanvas = (page: Page): Locator => page.locator("canvas[data-phase]");

/** Waits until the level is drawn and takes input. */
export async function waitUntilReady(page: Page): Promise<void> {
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", /^(ready|running|watching)$/);
  await expect(page.locator("[data-player=ready]")).toBeVisible();
}

/** The line about the run at the server. */
export const runState = (page: Page): Locator => page.locator("[data-run-state]");

/** Waits until the server has checked a run. */
export const expectCounted = (page: Page): Promise<void> =>
  expect(runState(page)).toHaveAttribute("data-run-state", "counted");
