import type { Page } from "@playwright/test";
import { builderText, buttonText, partText } from "#web/features/build/text/builder.ts";
import { builderClosedText } from "#web/features/build/text/builder-closed.ts";
import { builderNewText } from "#web/features/build/text/builder-new.ts";
import { builderPropertiesText as propertiesText } from "#web/features/build/text/builder-properties.ts";
import { builderPublishText } from "#web/features/build/text/builder-publish.ts";
import { builderTestText as testText } from "#web/features/build/text/builder-test.ts";
import { BuilderPage } from "./builder-page.ts";
import { expectAccessible, expectFingerSized, expectFits } from "./expect-accessible.ts";
import { Fingers } from "./fingers.ts";
import { setGameSettings } from "./player-page.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const VIEWPORT = { width: 1000, height: 700 };
/** A bopi that walks ahead from the spawn passes both. */
const STAR_AT = 14;
const GOAL_AT = 26;

const newTitle = () => `Built ${uniqueWord()}`;

/** Walks from the spawn through the star to the goal, and waits until the run is confirmed. */
async function walkToGoal(page: Page): Promise<void> {
  await page.keyboard.down("KeyW");
  await expect(page.locator("[data-clear]")).toBeVisible();
  await page.keyboard.up("KeyW");
  await expectCleared(page);
}

const expectCleared = (page: Page): Promise<void> =>
  expect(page.locator("[data-clear]")).toHaveAttribute("data-clear", "cleared");

/** Checks the level's page, and what players get. */
async function expectPublished(page: Page, title: string): Promise<void> {
  await expect(page).toHaveURL(/\/levels\/\d+$/);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

test.describe("with a mouse", () => {
  test.use({ viewport: VIEWPORT });

  test("a new member places, moves, paints, groups and deletes blocks", NIGHTLY, async ({ page, signUp }) => {
    await signUp();
    const builder = await BuilderPage.startLevel(page, newTitle());
    await builder.expectParts(3);
    await expectAccessible(page);

    await test.step("places a block where the mouse is pressed, and drags one out", async () => {
      await builder.tool("tool_place").click();
      await builder.click([-12, 0, 8]);
      await builder.expectParts(4);
      await builder.drag([-20, 0, -20], [-12, 0, -12]);
      await builder.expectParts(5);
      await builder.expectSaved();
      const [, first, second] = await builder.storedOf("block");
      expect(first).toMatchObject({ shape: "box", position: [-12, expect.any(Number), 8] });
      expect(second?.size[0]).toBeGreaterThanOrEqual(8);
      expect(second?.size[2]).toBeGreaterThanOrEqual(8);
    });

    await test.step("moves, turns and sizes a block with its handles", async () => {
      await builder.tool("tool_select").click();
      await builder.click([-12, 1, 8]);
      await builder.expectSelected(1);
      await builder.tool("tool_move").click();
      await builder.dragHandle("move", "x", [-12, 0.5, 8], [-6, 0, 0]);
      await builder.expectSaved();
      const [, moved] = await builder.storedOf("block");
      expect(moved?.position[0]).toBeLessThan(-13);
      expect(moved?.position[2]).toBe(8);
      await builder.tool("tool_scale").click();
      await builder.dragHandle("scale", "y", moved?.position ?? [0, 0, 0], [0, 4, 0]);
      await builder.expectSaved();
      const [, sized] = await builder.storedOf("block");
      expect(sized?.size[1]).toBeGreaterThan(1);
      await builder.tool("tool_rotate").click();
      await builder.handle("rotate", "y").focus();
      await page.keyboard.press("ArrowRight");
      await builder.expectSaved();
      const [, turned] = await builder.storedOf("block");
      expect(turned?.rotation?.[1]).toBeTruthy();
    });

    await test.step("types numbers, paints, and undoes and redoes", async () => {
      const x = page.getByLabel(propertiesText.field(propertiesText.position, "X"));
      await x.fill("-21.5");
      await x.press("Enter");
      await page.getByRole("button", { name: partText.materials.brick }).click();
      await builder.expectSaved();
      expect((await builder.storedOf("block"))[1]).toMatchObject({
        position: [-21.5, expect.any(Number), 8],
        material: "brick",
      });
      await page.getByRole("button", { name: buttonText.undo }).click();
      await builder.expectSaved();
      expect((await builder.storedOf("block"))[1]?.material).toBeUndefined();
      await page.getByRole("button", { name: buttonText.redo }).click();
      await builder.expectSaved();
      expect((await builder.storedOf("block"))[1]?.material).toBe("brick");
    });

    await test.step("selects several with a box, duplicates and groups them, and deletes them", async () => {
      await builder.tool("tool_select").click();
      await builder.canvas.focus();
      await page.keyboard.press("Escape");
      await builder.click([-16, 1, -16]);
      await builder.expectSelected(1);
      await page.keyboard.press("Control+d");
      await builder.expectParts(6);
      await page.keyboard.press("Control+g");
      await builder.expectParts(7);
      await page.keyboard.press("Delete");
      await builder.expectParts(5);
      await builder.expectSaved();
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      await builder.expectParts(5);
    });
  });
});

test.describe("with the keyboard alone", () => {
  test.use({ viewport: VIEWPORT });

  test("a member builds a level from nothing, plays it and publishes it", async ({ page, signUp }) => {
    await signUp();
    const title = newTitle();
    await setGameSettings(page, { reducedMotion: true });
    let send: (text: string) => void = () => undefined;
    await page.routeWebSocket(/\/api\/builds\//, (socket) => {
      socket.connectToServer();
      send = (text) => socket.send(text);
    });
    await page.goto("/build/new");
    await page.getByRole("radio", { checked: true }).focus();
    // The arrow keys choose a world; the last one is the empty plain.
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel(builderNewText.name)).toBeFocused();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    const builder = new BuilderPage(page);
    await builder.waitUntilOpen();
    // A page from before an update says so when someone builds with parts that it doesn't know.
    send(JSON.stringify({ event: "Weather", degrees: 12 }));
    send(JSON.stringify({ s: 1, c: 99, add: [["99-1", { kind: "portal", position: [0, 1, 0] }]] }));
    await expect(page.getByRole("heading", { name: builderClosedText.newer.title })).toBeVisible();
    await page.getByRole("button", { name: builderClosedText.newer.action }).press("Enter");
    await builder.waitUntilOpen();
    await builder.expectParts(3);
    await expect(builder.canvas).toBeFocused();

    // A block, where the cursor is.
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    await builder.expectParts(4);
    await builder.expectSelected(1);
    await builder.expectSaved();
    const at = async () => (await builder.storedOf("block"))[1];
    const placed = await at();
    expect(placed?.shape).toBe("wedge");

    // Moved, turned, sized and painted.
    await page.keyboard.press("g");
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("PageUp");
    await builder.expectSaved();
    const moved = await at();
    expect(moved?.position).not.toEqual(placed?.position);
    expect(moved?.position[1]).toBeCloseTo((placed?.position[1] ?? 0) + 1);
    await page.keyboard.press("r");
    await page.keyboard.press("ArrowRight");
    await builder.expectSaved();
    expect((await at())?.rotation).toBeDefined();
    await page.keyboard.press("s");
    await page.keyboard.press("PageUp");
    await builder.expectSaved();
    expect((await at())?.size).not.toEqual(placed?.size);
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+Shift+z");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await builder.expectSelected(0);

    // The spawn is found in the order of the document, and the way ahead leads along Z: the cursor goes there.
    await page.keyboard.press("Shift+1");
    await moveCursorTo(builder, [0, STAR_AT]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+5");
    await moveCursorTo(builder, [0, GOAL_AT]);
    await page.keyboard.press("Enter");
    await builder.expectSaved();
    expect((await builder.storedOf("star")).map(({ position: [x, , z] }) => [x, z])).toEqual([[0, STAR_AT]]);
    expect((await builder.storedOf("goal")).map(({ position: [x, , z] }) => [x, z])).toEqual([[0, GOAL_AT]]);

    // A test from the cursor, and back.
    const camera = await builder.canvas.getAttribute("data-camera");
    await page.keyboard.press("p");
    await expect(page.locator("[data-testing]")).toBeVisible();
    await page.keyboard.press("p");
    await expect(page.locator("[data-testing]")).toHaveCount(0);
    await expect(builder.canvas).toHaveAttribute("data-camera", camera ?? "");

    // Publishing.
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.getByRole("radio", { checked: true }).focus();
    if (!(await page.getByRole("radio", { name: builderPublishText.visibilities.public }).isChecked()))
      await page.keyboard.press("ArrowLeft");
    await tabTo(page, builderPublishText.prove);
    await page.keyboard.press("Enter");
    await expect(page.getByText(testText.clearTask)).toBeVisible();
    await walkToGoal(page);
    await tabTo(page, testText.goOn);
    await page.keyboard.press("Enter");
    await expect(page.getByText(builderPublishText.cleared)).toBeVisible();
    await tabTo(page, builderPublishText.next);
    await page.keyboard.press("Enter");
    await tabTo(page, builderPublishText.next);
    await page.keyboard.press("Enter");
    await tabTo(page, builderPublishText.publish);
    await page.keyboard.press("Enter");
    await expectPublished(page, title);
  });
});

/** Presses Tab until a button has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const isButton = element?.tagName === "BUTTON";
      return isButton ? (element.getAttribute("aria-label") ?? element.textContent ?? "") : "";
    });
  await expect(page.getByRole("button", { name, exact: true }).last()).toBeEnabled();
  for (let i = 0; i < 60; i++) {
    if ((await focused()) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches “${name}”.`);
}

/** Moves the cursor with the arrow keys until it is above a place of the floor. */
async function moveCursorTo({ page, canvas }: BuilderPage, [x, z]: [number, number]): Promise<void> {
  const read = async () => (await canvas.getAttribute("data-cursor")) ?? "";
  for (let i = 0; i < 80; i++) {
    const before = await read();
    const [cx = 0, , cz = 0] = before.split(",").map(Number);
    if (before !== "" && cx === x && cz === z) return;
    // The camera looks along −Z, a little from the right.
    const key = cx < x ? "ArrowRight" : cx > x ? "ArrowLeft" : cz < z ? "ArrowDown" : "ArrowUp";
    await page.keyboard.press(key);
    await expect(canvas).not.toHaveAttribute("data-cursor", before);
  }
  throw new Error(`The cursor is at ${await read()}, not at ${x}, ${z}.`);
}

/** Types where the selected part stands: a finger is wider than a unit is on a phone. */
async function typePlace(page: Page, [x, z]: [number, number]): Promise<void> {
  await page.getByRole("button", { name: builderText.openPanel }).tap();
  for (const [axis, value] of [
    ["X", x],
    ["Z", z],
  ] as const) {
    const field = page.getByLabel(propertiesText.field(propertiesText.position, axis));
    await field.fill(String(value));
    await field.press("Enter");
  }
  await page.getByRole("button", { name: builderText.closePanel }).last().tap();
}

for (const [name, viewport] of [
  ["upright", { width: 390, height: 844 }],
  ["sideways", { width: 844, height: 390 }],
] as const)
  test.describe(`on a phone held ${name}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test("a level is built by thumb, cleared and published", NIGHTLY, async ({ page, signUp, api }) => {
      await signUp();
      const title = newTitle();
      await setGameSettings(page, { reducedMotion: true });
      await page.goto("/build/new?template=empty");
      await page.getByLabel(builderNewText.name).fill(title);
      await page.getByRole("button", { name: builderNewText.create }).tap();
      const builder = new BuilderPage(page);
      await builder.waitUntilOpen();
      await expectFits(page);
      await expectFingerSized(page);
      // The card of a stamp leaves the guide's buttons free.
      await api.comment("level", 1, "A fine place to learn building.");
      await expect(page.locator("[data-celebration=badge]")).toContainText("Said hello");
      await expectAccessible(page);
      const fingers = await Fingers.on(page);
      await builder.skipGuide();

      await builder.tapTool("tool_place");
      await builder.tap([8, 0, -8]);
      await builder.expectParts(4);
      await builder.tapTool("tool_select");
      await builder.tap([8, 1, -8]);
      await builder.expectSelected(1);
      await builder.tapTool("tool_move");
      const grip = await builder.grip("move", "x");
      await fingers.drag(grip, { x: grip.x + 40, y: grip.y + 20 });
      await builder.expectSaved();
      expect((await builder.storedOf("block"))[1]?.position[0]).not.toBe(8);

      await builder.tapTool("place_star");
      await builder.tap([0, 0, STAR_AT]);
      await builder.expectParts(5);
      await typePlace(page, [0, STAR_AT]);
      await builder.tapTool("place_goal");
      await builder.tap([0, 0, GOAL_AT]);
      await builder.expectParts(6);
      await typePlace(page, [0, GOAL_AT]);
      await builder.expectSaved();
      const [goal] = await builder.storedOf("goal");
      expect(goal?.position).toEqual([0, expect.any(Number), GOAL_AT]);
      await expectFits(page);

      const publish = page.getByRole("button", { name: builderText.publish });
      if (viewport.width > 620) await publish.tap();
      else {
        await page.getByRole("button", { name: builderText.menu, exact: true }).tap();
        await page.getByRole("menuitem", { name: builderText.publish }).tap();
      }
      const everyone = page.getByRole("radio", { name: builderPublishText.visibilities.public });
      await everyone.check({ force: true });
      await expect(page.getByText(builderPublishText.needsClear, { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: builderPublishText.next })).toBeDisabled();
      await expectFingerSized(page);
      await expectAccessible(page);
      await page.getByRole("button", { name: builderPublishText.prove }).tap();
      await expect(page.getByText(testText.clearTask)).toBeVisible();
      const thumb = { x: viewport.width * 0.25, y: viewport.height * 0.75 };
      await fingers.hold(thumb, { x: thumb.x, y: thumb.y - 80 });
      await expect(page.locator("[data-clear]")).toBeVisible();
      await fingers.release();
      await expectCleared(page);
      await page.getByRole("button", { name: testText.goOn }).tap();
      await page.getByRole("button", { name: builderPublishText.next }).tap();
      await page.getByRole("button", { name: builderPublishText.next }).tap();
      await page.getByRole("button", { name: builderPublishText.publish, exact: true }).last().tap();
      await expectPublished(page, title);
    });
  });
