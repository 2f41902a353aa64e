import { expect, type Locator, type Page } from "@playwright/test";
import { addVectors, scaleVector, subtractVectors } from "#domain/build/bounds.ts";
import type { BuildSnapshot } from "#domain/build/messages.ts";
import type { Part } from "#domain/build/part.ts";
import { cameraAxes, dot } from "#domain/world/iso/view.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { builderText } from "#web/features/build/text/builder.ts";
import { builderGuideText } from "#web/features/build/text/builder-guide.ts";
import { commandText } from "#web/features/build/text/builder-menu.ts";
import { builderNewText } from "#web/features/build/text/builder-new.ts";
import { setGameSettings } from "./player-page.ts";

/** The editor's field of view, in degrees from the bottom to the top. */
const FIELD_OF_VIEW = 50;

interface ScreenPoint {
  x: number;
  y: number;
}

/** The builder of a level in a page. Points of the level are found on the screen as its camera shows them. */
export class BuilderPage {
  readonly page: Page;
  readonly canvas: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.locator("canvas[data-parts]");
  }

  /** Starts a level on an empty plain, as a new member does. */
  static async startLevel(page: Page, title: string): Promise<BuilderPage> {
    await setGameSettings(page, { reducedMotion: true });
    await page.goto("/build/new?template=empty");
    await page.getByLabel(builderNewText.name).fill(title);
    await page.getByRole("button", { name: builderNewText.create }).click();
    const builder = new BuilderPage(page);
    await builder.waitUntilOpen();
    return builder;
  }

  static async open(page: Page, level: number): Promise<BuilderPage> {
    await page.goto(`/build/${level}`);
    const builder = new BuilderPage(page);
    await builder.waitUntilOpen();
    return builder;
  }

  async waitUntilOpen(): Promise<void> {
    await expect(this.canvas).toBeVisible();
    await this.expectSaved();
  }

  /** Closes the first-time guide, which covers a corner of the level. */
  async skipGuide(): Promise<void> {
    await this.page.getByRole("button", { name: builderGuideText.skip }).click();
  }

  get level(): number {
    return Number(/\/build\/(\d+)/.exec(this.page.url())?.[1]);
  }

  /** Waits until everything is stored. */
  async expectSaved(): Promise<void> {
    await expect(this.page.getByText(builderText.saved, { exact: true })).toBeVisible();
  }

  async expectParts(count: number): Promise<void> {
    await expect(this.canvas).toHaveAttribute("data-parts", String(count));
  }

  async expectSelected(count: number): Promise<void> {
    await expect(this.canvas).toHaveAttribute("data-selection", String(count));
  }

  /** The button of a tool, or of something to place. */
  tool(command: keyof typeof commandText): Locator {
    // Handles of the selection have similar names.
    const buttons = this.page.getByRole("button", { name: new RegExp(`^${commandText[command]}\\b`) });
    return buttons.and(this.page.locator("button")).first();
  }

  /** Taps a tool until it is chosen: a tap on a row that still scrolls only stops it. */
  async tapTool(command: keyof typeof commandText): Promise<void> {
    const tool = this.tool(command);
    await expect(async () => {
      await tool.tap();
      await expect(tool).toHaveAttribute("aria-pressed", "true", { timeout: 1_000 });
    }).toPass();
  }

  /** A handle of the selection. */
  handle(kind: string, axis: string): Locator {
    return this.page.locator(`[data-handle][data-kind="${kind}"][data-axis="${axis}"]`).first();
  }

  /** Where a point of the level is on the screen. */
  async at(point: Vec3): Promise<ScreenPoint> {
    const [box, camera] = await Promise.all([
      this.canvas.boundingBox(),
      this.canvas.getAttribute("data-camera"),
    ]);
    const numbers = (camera ?? "").split(",").map(Number);
    if (!box || numbers.length !== 6) throw new Error("The builder shows no level.");
    const [yaw = 0, pitch = 0, distance = 0, ...target] = numbers;
    const { right, up, forward } = cameraAxes(yaw, pitch);
    const eye = subtractVectors(target as Vec3, scaleVector(forward, distance));
    const way = subtractVectors(point, eye);
    const tall = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * dot(forward, way);
    return {
      x: box.x + (box.width * (dot(right, way) / (tall * (box.width / box.height)) + 1)) / 2,
      y: box.y + (box.height * (1 - dot(up, way) / tall)) / 2,
    };
  }

  async click(point: Vec3): Promise<void> {
    const { x, y } = await this.at(point);
    await this.page.mouse.click(x, y);
  }

  async tap(point: Vec3): Promise<void> {
    const { x, y } = await this.at(point);
    await this.page.touchscreen.tap(x, y);
  }

  /** Drags from one point of the level to another, in steps like a hand. */
  async drag(from: Vec3, to: Vec3): Promise<void> {
    const [start, end] = [await this.at(from), await this.at(to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Drags a handle by as much as a vector of the level is long on the screen. */
  async dragHandle(kind: string, axis: string, from: Vec3, by: Vec3): Promise<void> {
    const grip = await this.grip(kind, axis);
    const [start, end] = [await this.at(from), await this.at(addVectors(from, by))];
    await this.page.mouse.move(grip.x, grip.y);
    await this.page.mouse.down();
    await this.page.mouse.move(grip.x + (end.x - start.x) / 2, grip.y + (end.y - start.y) / 2, { steps: 4 });
    await this.page.mouse.move(grip.x + end.x - start.x, grip.y + end.y - start.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** The point where a handle is taken. */
  async grip(kind: string, axis: string): Promise<ScreenPoint> {
    const hit = this.handle(kind, axis).locator("circle").last();
    const box = await hit.boundingBox();
    if (!box) throw new Error(`There's no ${kind} handle along ${axis}.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** The stored document, as another page would get it. */
  async stored(): Promise<Map<string, Part>> {
    const snapshot = await this.page.evaluate(
      async (path) => (await fetch(path)).json() as Promise<BuildSnapshot>,
      `/api/builds/${this.level}/document`,
    );
    return new Map(snapshot.parts as [string, Part][]);
  }

  /** The stored parts of a kind, newest last. */
  async storedOf<K extends Part["kind"]>(kind: K): Promise<Extract<Part, { kind: K }>[]> {
    return [...(await this.stored()).values()].filter(
      (part): part is Extract<Part, { kind: K }> => part.kind === kind,
    );
  }
}
