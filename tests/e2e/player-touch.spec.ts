import { playerText } from "#web/features/play/text/player.ts";
import { playerLoadText } from "#web/features/play/text/player-load.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expectApart } from "./expect-apart.ts";
import { expectFingerSized } from "./expect-finger-sized.ts";
import { Fingers, type Touch } from "./fingers.ts";
import {
  expectCounted,
  expectStars,
  makeWorldLevel,
  playLink,
  setGameSettings,
  shortWorld,
  waitForPlayerPage,
} from "./player-page.ts";
import { expect, test } from "./test.ts";

for (const [name, viewport] of [
  ["upright", { width: 390, height: 844 }],
  ["sideways", { width: 844, height: 390 }],
] as const)
  test.describe(`on a phone held ${name}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test("a level is cleared with the stick and the jump button", async ({ page, signUp, otherUser }) => {
      const level = await makeWorldLevel(await otherUser(), shortWorld());
      await signUp();
      await setGameSettings(page);
      await page.goto(level.url);
      await playLink(page, level).tap();
      await waitForPlayerPage(page);
      const jump = page.getByRole("button", { name: playerLoadText.jump });
      await expect(jump).toBeVisible();
      await expectFits(page);
      await expectFingerSized(page);
      await expectAccessible(page);
      const fingers = await Fingers.on(page);
      const box = await jump.boundingBox();
      if (!box) throw new Error("no jump button");
      const right: Touch = { x: box.x + box.width / 2, y: box.y + box.height / 2, id: 1 };
      await fingers.set("touchStart", [right]);
      await expectStars(page, 1);
      const left: Touch = { x: viewport.width * 0.25, y: viewport.height * 0.75, id: 2 };
      // Both thumbs at once.
      await fingers.set("touchStart", [right, left]);
      await fingers.set("touchMove", [right, { ...left, y: left.y - 80 }]);
      await expect(page.locator("[data-finish-time]")).toBeVisible();
      await fingers.set("touchEnd", []);
      await expectCounted(page);
      await expectFits(page);
      await expectAccessible(page);
    });

    test("hints cover neither the run's figures nor the buttons", async ({ page, otherUser }) => {
      const level = await makeWorldLevel(await otherUser(), shortWorld());
      await setGameSettings(page, { hints: true });
      await page.goto(`/play/${level.id}`);
      await waitForPlayerPage(page);
      const hints = page.getByRole("listitem").filter({ hasText: /move|look|jump/i });
      await expect(hints).toHaveCount(3);
      const covered = [
        page.locator("[data-stars]"),
        page.locator("p:has(> [data-clock])"),
        page.getByRole("button", { name: playerText.unmute }),
        page.getByRole("button", { name: playerText.menu }),
      ];
      const expectFree = async () => {
        for (const hint of await hints.all()) for (const one of covered) await expectApart(hint, one);
      };
      await expect(page.getByText(playerText.ready)).toBeVisible();
      await expectFree();
      await page.keyboard.down("KeyW");
      await expect(page.getByText(playerText.ready)).toHaveCount(0);
      await page.keyboard.up("KeyW");
      await expect(hints).toHaveCount(3);
      await expectFree();
    });
  });
