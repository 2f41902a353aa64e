import type { LevelPlay } from "#domain/runs/api.ts";
import { finishText, replayText } from "#web/features/play/text/finish.ts";
import { pauseText } from "#web/features/play/text/player.ts";
import type { ApiLevel, ListPage } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { GameClock } from "./game-clock.ts";
import {
  clearShortLevel,
  gameCanvas,
  makeWorldLevel,
  setGameSettings,
  shortWorld,
  waitForPlayerPage,
} from "./player-page.ts";
import { expect, NIGHTLY, test } from "./test.ts";

const VIEWPORT = { width: 640, height: 420 };
test.use({ viewport: VIEWPORT });

test("a visitor watches a demo level's best run to its end, then races it", async ({ page, api }) => {
  const { data } = await api.get<ListPage<ApiLevel>>("/api/levels?order=clears");
  const plays = await Promise.all(data.map(({ id }) => api.get<LevelPlay>(`/api/levels/${id}/play`)));
  const records = plays.flatMap(({ level, record }) => (record ? [{ level, record }] : []));
  const [first] = records.sort((a, b) => a.record.time_ms - b.record.time_ms);
  if (!first) throw new Error("the demo world has no recorded runs");
  const { level, record } = first;
  await setGameSettings(page);
  const clock = await GameClock.install(page);
  await page.goto(`/play/${level.id}?ghost=${record.run_id}`);
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", "watching");
  await expect(
    page.getByRole("heading", { name: replayText.heading(record.user.username, record.time_formatted) }),
  ).toBeVisible();
  const position = page.getByRole("slider", { name: replayText.position });
  const ticks = Number(await position.getAttribute("max"));
  expect(Math.round((ticks * 1000) / 60)).toBe(record.time_ms);
  await clock.hold();
  await position.fill(String(6 * Math.floor((ticks - 60) / 6)));
  await clock.run(90);
  await expect(page.locator("[data-replay=paused]")).toBeVisible();
  await expect(position).toHaveValue(String(ticks));
  await clock.release();
  await expectAccessible(page);
  await expectFits(page);

  await page.getByRole("button", { name: replayText.race }).click();
  await expect(page).toHaveURL(`/play/${level.id}?ghost=${record.run_id}&race=1`);
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", "ready");
  await page.keyboard.press("Escape");
  const menu = page.getByRole("dialog", { name: pauseText.title });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole("button", { name: pauseText.leave }).click();
  await expect(page).toHaveURL(level.url);
});

test(
  "a member watches the run that they just made, slower and with a free camera",
  NIGHTLY,
  async ({ page, signUp, otherUser }) => {
    const level = await makeWorldLevel(await otherUser(), shortWorld());
    await signUp();
    await setGameSettings(page);
    await page.goto(`/play/${level.id}`);
    await waitForPlayerPage(page);
    await clearShortLevel(page);
    await page.getByRole("button", { name: finishText.replay }).click();
    await expect(gameCanvas(page)).toHaveAttribute("data-phase", "watching");
    await page.getByRole("radio", { name: replayText.speeds["0.5"] }).check({ force: true });
    await page.getByRole("button", { name: replayText.freeCamera }).click();
    await expect(page.getByRole("button", { name: replayText.freeCamera })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: replayText.leave }).click();
    await expect(page.locator("[data-finish-time]")).toBeVisible();
  },
);
