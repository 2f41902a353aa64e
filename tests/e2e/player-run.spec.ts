import type { Request } from "@playwright/test";
import type { Daily } from "#domain/daily/api.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import type { LevelPlay } from "#domain/runs/api.ts";
import { encodeInput } from "#domain/sim/input.ts";
import { packInputs } from "#domain/sim/run-log.ts";
import { finishText } from "#web/features/play/text/finish.ts";
import { playerText } from "#web/features/play/text/player.ts";
import { playerLoadText } from "#web/features/play/text/player-load.ts";
import { disableWebGl } from "./disable-web-gl.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { GameClock } from "./game-clock.ts";
import {
  clearShortLevel,
  expectCounted,
  expectStars,
  findKeyLevel,
  gameCanvas,
  makeWorldLevel,
  playLink,
  runState,
  setGameSettings,
  shortWorld,
  waitForPlayerPage,
} from "./player-page.ts";
import { expect, NIGHTLY, newAccount, test } from "./test.ts";

const VIEWPORT = { width: 900, height: 600 };
test.use({ viewport: VIEWPORT });

/** The form of a request that uploads a run, with another log. */
async function formWithLog(
  request: Request,
  log: Uint8Array<ArrayBuffer>,
): Promise<{ form: Buffer; headers: Record<string, string> }> {
  const sent = await new Response(new Uint8Array(request.postDataBuffer() ?? []), {
    headers: { "Content-Type": request.headers()["content-type"] ?? "" },
  }).formData();
  sent.set("log", new File([log], "run.log"));
  const response = new Response(sent);
  const headers = { ...request.headers(), "content-type": response.headers.get("Content-Type") ?? "" };
  return { form: Buffer.from(await response.arrayBuffer()), headers };
}

test("a new member clears a demo level with real keys: the time and state are exact, it counts, and the level can be rated", async ({
  page,
  signUp,
  api,
}) => {
  await signUp();
  const { level, run } = await findKeyLevel(api);
  await setGameSettings(page);
  const clock = await GameClock.install(page);
  await page.goto(level.url);
  await playLink(page, level).click();
  await waitForPlayerPage(page);
  await expect(page.getByText(playerText.ready)).toBeVisible();
  await expectAccessible(page);
  // Fewer pixels for software WebGL, which draws each change of keys.
  await page.setViewportSize({ width: 480, height: 320 });
  await clock.hold();
  await clock.play(run.stretches);
  await expect(gameCanvas(page)).toHaveAttribute("data-hash", String(run.hash));
  await clock.release();
  await page.setViewportSize(VIEWPORT);
  await expect(page.locator("[data-finish-time]")).toHaveAttribute("data-finish-time", String(run.ms));
  await expectCounted(page);
  await expectAccessible(page);
  await expectFits(page);

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

test(
  "a visitor's run counts with its time once they have signed up",
  NIGHTLY,
  async ({ page, otherUser, api }) => {
    const level = await makeWorldLevel(await otherUser(), shortWorld());
    await setGameSettings(page);
    await page.goto(`/play/${level.id}`);
    await waitForPlayerPage(page);
    await clearShortLevel(page);
    const time = Number(await page.locator("[data-finish-time]").getAttribute("data-finish-time"));
    await expectAccessible(page);
    await page.getByRole("link", { name: finishText.signUp }).click();
    const { username, email, password } = newAccount();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText(`Your run on ${level.title} is saved`)).toBeVisible();
    await expect
      .poll(async () => (await api.get<LevelPlay>(`/api/levels/${level.id}/play`)).own?.time_ms)
      .toBe(time);
    expect(await page.evaluate(() => localStorage.getItem("bopolis-runs"))).toBeNull();
  },
);

test("a run that doesn't clear the level is refused, and its player reads why", async ({
  page,
  signUp,
  otherUser,
}) => {
  const level = await makeWorldLevel(await otherUser(), shortWorld());
  await signUp();
  await setGameSettings(page);
  // As a hostile player, the page plays alone and sends a recording that ends too early.
  await page.routeWebSocket(/\/api\/rooms\//, () => undefined);
  await page.route(`**/api/levels/${level.id}/runs`, async (route) => {
    const { form, headers } = await formWithLog(
      route.request(),
      packInputs(new Array(30).fill(encodeInput(0, 15, false))),
    );
    await route.continue({ postData: form, headers });
  });
  await page.goto(`/play/${level.id}`);
  await waitForPlayerPage(page);
  await clearShortLevel(page);
  await expect(runState(page)).toHaveAttribute("data-run-state", "refused");
  await expect(runState(page)).toContainText(
    "This run couldn't be confirmed: its recording ends before the level is cleared.",
  );
  await expectAccessible(page);
});

test("the run's clock waits for the first input, a restart begins again, and the last checkpoint costs a death", async ({
  page,
  otherUser,
}) => {
  const level = await makeWorldLevel(await otherUser(), shortWorld());
  await setGameSettings(page, { hints: true });
  const clock = await GameClock.install(page);
  await page.goto(`/play/${level.id}`);
  await waitForPlayerPage(page);
  await clock.hold();
  await clock.run(120);
  await expect(page.locator("[data-clock]")).toHaveText("0:00.0");
  await clock.play([{ keys: ["KeyW"], ticks: 60 }]);
  await clock.run(30);
  await expect(gameCanvas(page)).toHaveAttribute("data-tick", "90");
  await expectStars(page, 1);
  await expectAccessible(page);
  await page.keyboard.press("KeyR");
  await clock.run(60);
  await expect(page.getByText(playerText.announce.death(1))).toBeAttached();
  await page.keyboard.press("Shift+KeyR");
  await clock.run(30);
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", "ready");
  await expect(page.locator("[data-clock]")).toHaveText("0:00.0");
  await expectStars(page, 0);
});

test.describe("a level that can't be played", () => {
  test(
    "a member who is banned while they play reads why, and their run doesn't count",
    NIGHTLY,
    async ({ page, signUp, otherUser, complaints }) => {
      complaints.expect(/^403 /);
      const maker = await otherUser();
      const level = await makeWorldLevel(maker, shortWorld());
      const { username } = await signUp();
      const moderator = await otherUser("moderator");
      await setGameSettings(page);
      // As on a page whose socket is cut: only its own requests can find out.
      await page.routeWebSocket(`**${LIVE_PATH}*`, () => {});
      await page.goto(`/play/${level.id}`);
      await waitForPlayerPage(page);
      await moderator.post(`/api/staff/users/${username}/ban`, { reason: "Said bad words" });
      await clearShortLevel(page);
      await expect(page.getByText("Reason: Said bad words")).toBeVisible();
      const { total } = await maker.get<LevelPlay>(`/api/levels/${level.id}/play`);
      expect(total).toBe(0);
    },
  );

  test("a browser without WebGL 2 is offered the desktop client", async ({ page, complaints }) => {
    // The HTML asks for the level before anyone knows. Chromium complains if the test takes a few seconds.
    complaints.allow(/world was preloaded using link preload but not used/);
    await disableWebGl(page, "webgl2");
    await page.goto("/play/1");
    await expect(page.getByRole("heading", { name: playerLoadText.noWebGlTitle })).toBeVisible();
    await expect(page.locator("canvas:not([inert])"), "no level is said to be there in 3D").toHaveCount(0);
    await expect(page.getByRole("link", { name: playerLoadText.getClient })).toHaveAttribute(
      "href",
      "/download",
    );
    await expectAccessible(page);
    await expectFits(page);
  });

  test("an unknown level is a 404 that leads to others", async ({ page, complaints }) => {
    complaints.expect(/^404 GET /);
    const response = await page.goto("/play/999999999");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: playerLoadText.missingTitle })).toBeVisible();
    await expectAccessible(page);
  });

  test("a document that doesn't arrive can be loaded again", NIGHTLY, async ({ page, complaints }) => {
    complaints.expect(/\/api\/levels\/1\/world/);
    await page.route("**/api/levels/1/world", (route) => route.abort());
    await page.goto("/play/1");
    const retry = page.getByRole("button", { name: playerLoadText.retry });
    await expect(retry).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await retry.click();
    await waitForPlayerPage(page);
  });

  test("a slow document shows its bytes, and says that the connection is slow", async ({ page }) => {
    await page.clock.install();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/levels/1/world", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/play/1");
    await expect(page.getByRole("progressbar", { name: playerLoadText.loading })).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(page.getByText(playerLoadText.slow)).toBeVisible();
    await expectAccessible(page);
    held.resolve();
    await waitForPlayerPage(page);
  });
});
