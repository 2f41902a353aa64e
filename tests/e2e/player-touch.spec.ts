import { SHORT_WORLD } from "#tests/support/short-world.ts";
import { playerText } from "#web/features/play/text/player.ts";
import { playerLoadText } from "#web/features/play/text/player-load.ts";
import {
  expectAccessible,
  expectApart,
  expectFingerSized,
  expectFits,
  expectFitsAndAccessible,
} from "./expect-accessible.ts";
import { Fingers, type Touch } from "./fingers.ts";
import {
  expectCounted,
  expectStars,
  makeWorldLevel,
  playLink,
  setGameSettings,
  waitForPlayerPage,
} from "./player-page.ts";
import { expect, test } from "./test.ts";

const UPRIGHT = { width: 390, height: 844 };
const SIDEWAYS = { width: 844, height: 390 };
test.use({ viewport: UPRIGHT, hasTouch: true, isMobile: true });

test("on a phone, a level is cleared with the stick, either way up", async ({ page, signUp, otherUser }) => {
  const level = await makeWorldLevel(await otherUser(), SHORT_WORLD);
  await signUp();
  await setGameSettings(page, { hints: true });
  await page.goto(level.url);
  await playLink(page, level).tap();
  await waitForPlayerPage(page);
  const jump = page.getByRole("button", { name: playerLoadText.jump });
  await expect(jump).toBeVisible();
  const hints = page.getByRole("listitem").filter({ hasText: /move|look|jump/i });
  const covered = [
    page.locator("[data-stars]"),
    page.locator("p:has(> [data-clock])"),
    page.getByRole("button", { name: playerText.unmute }),
    page.getByRole("button", { name: playerText.menu }),
  ];
  const walkViewports = async (...viewports: (typeof UPRIGHT)[]) => {
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      await expectFits(page);
      await expectFingerSized(page);
      await expect(hints).toHaveCount(3);
      for (const hint of await hints.all()) for (const one of covered) await expectApart(hint, one);
    }
  };
  await expect(page.getByText(playerText.ready)).toBeVisible();
  await walkViewports(UPRIGHT, SIDEWAYS);
  await expectAccessible(page);

  const fingers = await Fingers.on(page);
  const thumbOnJump = async (): Promise<Touch> => {
    const box = await jump.boundingBox();
    if (!box) throw new Error("no jump button");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, id: 1 };
  };
  await fingers.set("touchStart", [await thumbOnJump()]);
  await expectStars(page, 1);
  await fingers.release();
  await expect(page.getByText(playerText.ready)).toHaveCount(0);
  await walkViewports(SIDEWAYS, UPRIGHT);

  // Both thumbs at once.
  const right = await thumbOnJump();
  const left: Touch = { x: UPRIGHT.width * 0.25, y: UPRIGHT.height * 0.75, id: 2 };
  await fingers.set("touchStart", [right]);
  await fingers.set("touchStart", [right, left]);
  await fingers.set("touchMove", [right, { ...left, y: left.y - 80 }]);
  await expect(page.locator("[data-finish-time]")).toBeVisible();
  await fingers.release();
  await expectCounted(page);
  for (const viewport of [UPRIGHT, SIDEWAYS]) {
    await page.setViewportSize(viewport);
    await expectFitsAndAccessible(page);
  }
});
