import { DataArrayTexture } from "three";
import { vi } from "vitest";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import { levelPlayRoute, visitRoute, worldRoute } from "#domain/runs/api.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import type { World } from "#domain/world/schema.ts";
import { SHORT_WORLD } from "#tests/support/short-world.ts";
import type * as skin from "#web/game/figure/figure-skin.ts";
import type * as tiles from "#web/game/world/tiles.ts";
import type { Locator } from "./locator.ts";
import type { Page } from "./page.ts";
import { errorResponse, type Responder, type Site } from "./site.ts";
import { test as base, expect } from "./test.ts";
import { settle } from "./wait.ts";

// Levels are played without drawing them, on a clock that only the test moves.
vi.doMock("#web/game/world/level-renderer.ts", () => ({
  guessTier: () => "low",
  setRendererTier: () => {},
  createLevelRenderer: () => ({ render() {}, setSize() {}, dispose() {}, forceContextLoss() {} }),
}));
// Pictures of materials and clothes would take most of the time.
vi.doMock("#web/game/world/tiles.ts", async (original) => ({
  ...(await original<typeof tiles>()),
  prepareTiles: () => ({ pixels: new Uint8Array(), steps: [] }),
}));
vi.doMock("#web/game/figure/figure-skin.ts", async (original) => ({
  ...(await original<typeof skin>()),
  makeFigureSkin: () => new DataArrayTexture(),
}));

const TICK_MS = 1000 / 60;
/** The most ticks that one frame of the player runs. */
const FRAME_TICKS = 15;
/** Pause until a frame that the test doesn't run. */
const PAUSE_MS = 50;
/** The longest that a short level takes. */
const CLEAR_TICKS = 600;

export const LOOK = { colors: DEFAULT_COLORS };

/** The player of level 1, which is the short one. */
export class Player {
  readonly canvas: Locator;
  readonly #page: Page;
  readonly #site: Site;
  readonly #frames = new Map<number, FrameRequestCallback>();
  #now = 0;
  #ids = 0;

  constructor(page: Page, site: Site) {
    this.#page = page;
    this.#site = site;
    this.canvas = page.locator("canvas[data-phase]");
    page.pretendWebGl();
    vi.spyOn(performance, "now").mockImplementation(() => this.#now);
    vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => {
      const id = ++this.#ids;
      this.#frames.set(id, callback);
      setTimeout(() => this.#draw(id), PAUSE_MS);
      return id;
    });
    vi.stubGlobal("cancelAnimationFrame", (id: number) => this.#frames.delete(id));
    this.respond();
    this.serve(SHORT_WORLD);
    site.respond(visitRoute, {});
    site.respond(joinTokenRoute, errorResponse("no_host"));
    this.set();
  }

  /** Fields of what the player needs beside the document. */
  respond(fields: Exclude<Responder<typeof levelPlayRoute>, (...call: never[]) => unknown> = {}): void {
    this.#site.respond(levelPlayRoute, {
      level: { id: 1, title: "Sky Maze", url: "/levels/1" },
      revision: 1,
      physics: PHYSICS,
      clearable: true,
      look: LOOK,
      ...fields,
    });
  }

  serve(world: World): void {
    this.#site.respond(worldRoute, world, { "X-Level-Revision": "1" });
  }

  /** Settings of the device. */
  set(settings: object = {}): void {
    const stored = { tier: "low", hints: false, muted: true, ...settings };
    localStorage.setItem("bopolis-game-settings", JSON.stringify(stored));
  }

  /** Opens a page and waits until the level takes input. */
  async open(path = "/play/1"): Promise<void> {
    await this.#page.goto(path);
    await expect(this.canvas).toHaveAttribute("data-phase", /^(ready|running|watching)$/);
    await expect(this.#page.locator("[data-announcer]")).toBeAttached();
  }

  #draw(id: number): void {
    const callback = this.#frames.get(id);
    this.#frames.delete(id);
    callback?.(this.#now);
  }

  /** Lets time pass, in as few frames as the player allows. */
  async run(ticks: number): Promise<void> {
    for (let left = ticks; left > 0; left -= FRAME_TICKS) {
      this.#now += Math.min(left, FRAME_TICKS) * TICK_MS;
      for (const id of [...this.#frames.keys()]) this.#draw(id);
    }
    await settle(4);
  }

  /** Holds a key for some ticks. */
  async hold(key: string, ticks: number): Promise<void> {
    await this.#page.keyboard.down(key);
    await this.run(ticks);
    await this.#page.keyboard.up(key);
  }

  /** Clears the short level with two keys. */
  async clear(): Promise<void> {
    await this.hold("Space", 60);
    await this.expectStars(1);
    await this.hold("KeyW", CLEAR_TICKS);
    await expect(this.#page.locator("[data-finish-time]")).toBeVisible();
  }

  expectStars = (count: number): Promise<void> =>
    expect(this.#page.locator("[data-stars]")).toHaveAttribute("data-stars", String(count));
  expectPhase = (phase: string): Promise<void> => expect(this.canvas).toHaveAttribute("data-phase", phase);
}

export const test = base.extend<{ player: Player }>({
  player: [async ({ page, site }, use) => use(new Player(page, site)), { auto: true }],
});
