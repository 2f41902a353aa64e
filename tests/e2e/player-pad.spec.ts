import type { Page } from "@playwright/test";
import { finishText } from "#web/features/play/text/finish.ts";
import { pauseText } from "#web/features/play/text/player.ts";
import { playerSettingsText } from "#web/features/play/text/player-settings.ts";
import { expectAccessible } from "./expect-accessible.ts";
import {
  expectCounted,
  expectStars,
  gameCanvas,
  makeWorldLevel,
  setGameSettings,
  shortWorld,
  waitForPlayerPage,
} from "./player-page.ts";
import { expect, test } from "./test.ts";

const BUTTON = { a: 0, b: 1, start: 9, down: 13 } as const;

interface PageWithPad {
  testPad: { axes: number[]; buttons: { pressed: boolean; value: number; touched: boolean }[] };
}

/** Connects a gamepad that a test holds. */
const connectPad = (page: Page, mapping = "standard") =>
  page.addInitScript((mapping) => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0, touched: false }));
    const testPad = {
      id: "Test pad",
      index: 0,
      connected: true,
      mapping,
      axes: [0, 0, 0, 0],
      buttons,
    };
    Object.assign(window, { testPad });
    // A copy, as browsers return one.
    navigator.getGamepads = () => [structuredClone(testPad) as unknown as Gamepad, null, null, null];
  }, mapping);

const pushStick = (page: Page, x: number, y: number) =>
  page.evaluate(
    ([dx, dy]) => {
      (window as unknown as PageWithPad).testPad.axes.splice(0, 2, dx, dy);
    },
    [x, y] as const,
  );

const setButton = (page: Page, button: number, pressed: boolean) =>
  page.evaluate(
    ([index, isDown]) => {
      Object.assign((window as unknown as PageWithPad).testPad.buttons[index] ?? {}, { pressed: isDown });
    },
    [button, pressed] as const,
  );

/** Lets the page read its gamepads. */
const drawFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/** Presses a button until `holds` is true, however slow the frames are. */
async function press(page: Page, button: number, holds: () => Promise<void>): Promise<void> {
  await setButton(page, button, true);
  await holds();
  await setButton(page, button, false);
}

test("a level is cleared with a gamepad alone, the menu and the screen after the run included", async ({
  page,
  signUp,
  otherUser,
}) => {
  const level = await makeWorldLevel(await otherUser(), shortWorld());
  await signUp();
  await setGameSettings(page);
  await connectPad(page);
  await page.goto(`/play/${level.id}`);
  await waitForPlayerPage(page);
  const menu = page.getByRole("dialog", { name: pauseText.title });
  await press(page, BUTTON.start, () => expect(menu).toBeVisible());
  await expect(menu.getByRole("button", { name: pauseText.resume })).toBeFocused();
  await press(page, BUTTON.b, () => expect(menu).toBeHidden());

  await press(page, BUTTON.a, () => expectStars(page, 1));
  await pushStick(page, 0, -1);
  await expect(page.locator("[data-finish-time]")).toBeVisible();
  await pushStick(page, 0, 0);
  await expectCounted(page);
  const again = page.getByRole("button", { name: finishText.again });
  await press(page, BUTTON.down, () =>
    expect(again.or(page.locator("[data-finished] :focus")).first()).toBeVisible(),
  );
  await again.focus();
  await press(page, BUTTON.a, () => expect(gameCanvas(page)).toHaveAttribute("data-phase", /ready|running/));
});

test("a gamepad without the standard layout does nothing until each action was pushed once, and then plays", async ({
  page,
  otherUser,
}) => {
  const level = await makeWorldLevel(await otherUser(), shortWorld());
  await setGameSettings(page);
  await connectPad(page, "");
  await page.goto(`/play/${level.id}`);
  await waitForPlayerPage(page);
  await pushStick(page, 0, -1);
  await setButton(page, BUTTON.a, true);
  const { padSetup } = playerSettingsText;
  await page.getByRole("button", { name: padSetup.begin }).click();
  await expectStars(page, 0);
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", "ready");
  await pushStick(page, 0, 0);
  await setButton(page, BUTTON.a, false);

  const settings = page.getByRole("dialog", { name: playerSettingsText.title });
  await expect(settings).toContainText(padSetup.unknown);
  await settings.getByRole("button", { name: padSetup.begin }).click();
  await expect(settings).toContainText(padSetup.push(playerSettingsText.controls.forward));
  await expectAccessible(page, "[role=dialog]");
  // Here the second axis to the other side is forward, and the eighth button jumps.
  await pushStick(page, 0, 1);
  await drawFrames(page);
  await pushStick(page, 0, 0);
  await expect(settings).toContainText(padSetup.push(playerSettingsText.controls.back));
  const skip = settings.getByRole("button", { name: padSetup.skip });
  const prompt = settings.getByRole("status").filter({ hasText: "Push or press" });
  while (!(await prompt.textContent())?.includes(padSetup.push(playerSettingsText.controls.jump)))
    await skip.press("Enter");
  await setButton(page, 7, true);
  await drawFrames(page);
  await setButton(page, 7, false);
  await expect(prompt).not.toContainText(padSetup.push(playerSettingsText.controls.jump));
  await settings.getByRole("button", { name: padSetup.finish }).press("Enter");
  await expect(settings).toContainText(padSetup.done("Test pad"));
  await expect(settings).toContainText(padSetup.known);
  await page.keyboard.press("Escape");
  await page
    .getByRole("dialog", { name: pauseText.title })
    .getByRole("button", { name: pauseText.resume })
    .press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await setButton(page, 7, true);
  await expectStars(page, 1);
  await setButton(page, 7, false);
  await pushStick(page, 0, 1);
  await expect(page.locator("[data-finish-time]")).toBeVisible();
  const stored = await page.evaluate(() =>
    JSON.parse(localStorage.getItem("bopolis-game-settings") ?? "null"),
  );
  expect(stored.padMaps).toEqual({ "Test pad": { "a1-": "a1+", b0: "b7" } });
});
