import type { Daily } from "#domain/daily/api.ts";
import type { LevelPlay } from "#domain/runs/api.ts";
import { finishText, replayText } from "#web/features/play/text/finish.ts";
import { pauseText, playerText } from "#web/features/play/text/player.ts";
import { playerSettingsText } from "#web/features/play/text/player-settings.ts";
import { expectAccessible, expectFitsAndAccessible } from "./expect-accessible.ts";
import { GameClock } from "./game-clock.ts";
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
