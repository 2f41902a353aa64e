import { finishText, replayText } from "#web/features/play/text/finish.ts";
import { pauseText, playerText } from "#web/features/play/text/player.ts";
import { playerLoadText } from "#web/features/play/text/player-load.ts";
import { playerSettingsText } from "#web/features/play/text/player-settings.ts";
import { savedRunsText } from "#web/features/play/text/saved-runs.ts";
import type { Api, ApiLevel } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import {
  gameCanvas,
  makeWorldLevel,
  runState,
  setGameSettings,
  shortWorld,
  waitForPlayerPage,
} from "./player-page.ts";
import { expect, NIGHTLY, newAccount, test } from "./test.ts";

// Few pixels, because WebGL runs in software.
test.use({ viewport: { width: 900, height: 600 }, deviceScaleFactor: 0.4 });

/** A level whose goal is a few steps ahead. */
const makeStroll = (api: Api): Promise<ApiLevel> =>
  makeWorldLevel(api, {
    ...shortWorld(),
    stars: [],
    checkpoints: [],
    goal: { position: [0, 0, 16] },
  });

test("a level opens by its URL: its title at once, then the HUD; keys move, Escape pauses", async ({
  page,
  otherUser,
}) => {
  const level = await makeWorldLevel(await otherUser(), {
    ...shortWorld(),
    stars: [{ position: [0, 2, 12] }],
  });
  const documents: string[] = [];
  page.on("request", (request) => request.url().endsWith("/world") && documents.push(request.url()));
  await setGameSettings(page, { hints: true });
  await page.goto(`/play/${level.id}`, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(level.title);
  await waitForPlayerPage(page);
  await expect(page).toHaveTitle(`${playerLoadText.title(level.title)} · Bopolis`);
  await expect(page.getByText("Collect 1 star, then reach the goal", { exact: true })).toBeVisible();
  await expect(page.getByText("Move with WASD")).toBeVisible();
  expect(documents.length, "the preloaded document is used").toBe(1);
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);

  await page.keyboard.down("KeyW");
  await expect.poll(async () => Number(await gameCanvas(page).getAttribute("data-z"))).toBeGreaterThan(4);
  await page.keyboard.up("KeyW");
  await expect(page.locator("[data-clock]")).not.toHaveText("0:00.0");
  await expect(page.getByText(playerText.ready)).toHaveCount(0);

  await page.keyboard.press("Escape");
  const menu = page.getByRole("dialog", { name: pauseText.title });
  await expect(menu).toContainText(pauseText.text);
  await expect(menu.getByRole("button", { name: pauseText.resume })).toBeFocused();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(gameCanvas(page)).toBeFocused();

  await page.keyboard.press("Escape");
  await menu.getByRole("button", { name: pauseText.leave }).press("Enter");
  await expect(page).toHaveURL(`/levels/${level.id}`);
});

test("Escape leads from the settings to the menu and from there to the level, which then has the focus", async ({
  page,
  otherUser,
}) => {
  const level = await makeStroll(await otherUser());
  await setGameSettings(page);
  await page.goto(`/play/${level.id}`);
  await waitForPlayerPage(page);
  await gameCanvas(page).focus();
  await page.keyboard.press("Escape");
  const menu = page.getByRole("dialog", { name: pauseText.title, exact: true });
  await menu.getByRole("button", { name: pauseText.settings }).press("Enter");
  const settings = page.getByRole("dialog", { name: playerSettingsText.title });
  await expect(settings.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(settings).toHaveCount(0);
  await expect(menu.getByRole("button", { name: pauseText.resume })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(gameCanvas(page)).toBeFocused();
  // The keys belong to the level again.
  await page.keyboard.down("KeyW");
  await expect(gameCanvas(page)).toHaveAttribute("data-phase", "running");
  await page.keyboard.up("KeyW");
  await expect(menu).toHaveCount(0);
});

test("keys can be changed, with a word about the control that loses one, and stay on the device", async ({
  page,
  otherUser,
}) => {
  const level = await makeStroll(await otherUser());
  await page.goto(`/play/${level.id}`);
  await waitForPlayerPage(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: pauseText.settings }).press("Enter");
  const settings = page.getByRole("dialog", { name: playerSettingsText.title });
  await settings.getByRole("button", { name: "Jump: change Space" }).press("Enter");
  await expect(settings.getByRole("button", { name: playerSettingsText.pressKey })).toBeVisible();
  await page.keyboard.press("KeyE");
  await expect(settings.getByText("E is now Jump. It was Turn right.")).toBeVisible();
  await expectAccessible(page, "[role=dialog]");
  for (const section of ["view", "sound", "access"] as const) {
    await settings.getByRole("radio", { name: playerSettingsText.sections[section] }).press("Space");
    await expectAccessible(page, "[role=dialog]");
  }
  await settings.getByRole("radio", { name: playerSettingsText.textSizes["1.5"] }).press("Space");
  await page.reload();
  await waitForPlayerPage(page);
  await expect(page.getByText("E to jump")).toBeVisible();
});

test("a visitor's run stays on the device until they have signed up", async ({ page, otherUser, api }) => {
  const level = await makeStroll(await otherUser());
  await setGameSettings(page, { reducedMotion: true });
  await page.goto(`/play/${level.id}`);
  await waitForPlayerPage(page);
  await page.keyboard.down("KeyW");
  const panel = page.locator("[data-finished]");
  await expect(panel).toBeVisible();
  await page.keyboard.up("KeyW");
  await expect(page.locator("[data-announcer]")).toHaveText(/^Finished in 0:0\d\.\d{3}$/);
  await expect(panel.getByRole("heading", { name: finishText.title })).toBeFocused();
  await expectFits(page);
  await expectAccessible(page);

  await panel.getByRole("button", { name: finishText.replay }).press("Enter");
  await expect(page.getByRole("slider", { name: replayText.position })).toBeVisible();
  await expect(page.locator("canvas")).toHaveAttribute("data-phase", "watching");
  await expectAccessible(page);
  await page.getByRole("button", { name: replayText.leave }).press("Enter");

  await panel.getByRole("link", { name: finishText.signUp }).press("Enter");
  await expect(page).toHaveURL(`/register?next=${encodeURIComponent(`/levels/${level.id}`)}`);
  const { username, email, password } = newAccount();
  await api.post("/api/auth/register", { username, email, password, password_confirmation: password });
  const sent = page.waitForResponse(`**/api/levels/${level.id}/runs`);
  await page.goto(`/levels/${level.id}`);
  expect((await sent).status()).toBe(201);
  await expect(page.getByText(savedRunsText.sent(level.title, "").slice(0, -30))).toBeVisible();
});

test("a member's run waits while the connection is lost, and is sent when it's back", async ({
  page,
  otherUser,
  signUp,
  complaints,
}) => {
  const level = await makeStroll(await otherUser());
  await signUp();
  await setGameSettings(page, { reducedMotion: true });
  // A room would have the run already.
  await page.routeWebSocket(/\/api\/rooms\//, () => undefined);
  await page.goto(`/play/${level.id}`);
  await waitForPlayerPage(page);
  const runs = `**/api/levels/${level.id}/runs`;
  complaints.allow(/ERR_FAILED POST/);
  await page.route(runs, (route) => route.abort("failed"));
  await page.keyboard.down("KeyW");
  await expect(runState(page)).toHaveAttribute("data-run-state", "unsent");
  await page.keyboard.up("KeyW");
  await expect(page.getByText(finishText.unsent)).toBeVisible();
  await page.unroute(runs);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(runState(page)).toHaveAttribute("data-run-state", /^(waiting|counted)$/);
});

test(
  "a level that isn't there, can't be downloaded or can't be drawn says so and leads on",
  NIGHTLY,
  async ({ page, otherUser, complaints }) => {
    complaints.expect(/^404 GET /);
    await page.goto("/play/999999");
    await expect(page.getByRole("heading", { name: playerLoadText.missingTitle })).toBeVisible();
    await expectAccessible(page);

    const level = await makeStroll(await otherUser());
    complaints.expect(/^500 GET /);
    await page.route("**/world", (route) => route.fulfill({ status: 500, json: { message: "Try again." } }));
    await page.goto(`/play/${level.id}`);
    await expect(page.getByRole("alert")).toContainText("Try again.");
    await expectAccessible(page);
    await page.unroute("**/world");
    await page.getByRole("button", { name: playerLoadText.retry }).press("Enter");
    await waitForPlayerPage(page);

    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.reload();
    await expect(page.getByRole("heading", { name: playerLoadText.noWebGlTitle })).toBeVisible();
    await expect(page.getByRole("link", { name: playerLoadText.getClient })).toHaveAttribute(
      "href",
      "/download",
    );
  },
);
