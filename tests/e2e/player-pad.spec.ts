import type { Page } from "@playwright/test";
import { finishText } from "#web/features/play/text/finish.ts";
import { pauseText } from "#web/features/play/text/player.ts";
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
const connectPad = (page: Page) =>
  page.addInitScript(() => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0, touched: false }));
    const testPad = {
      id: "Test pad",
      index: 0,
      connected: true,
      mapping: "standard",
      axes: [0, 0, 0, 0],
      buttons,
    };
    Object.assign(window, { testPad });
    navigator.getGamepads = () => [testPad as unknown as Gamepad, null, null, null];
  });

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
