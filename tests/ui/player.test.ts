import { vi } from "vitest";
import { createRunRoute, levelPlayRoute, worldRoute } from "#domain/runs/api.ts";
import { SHORT_WORLD } from "#tests/support/short-world.ts";
import { finishText, replayText } from "#web/features/play/text/finish.ts";
import { pauseText, playerText } from "#web/features/play/text/player.ts";
import { playerLoadText } from "#web/features/play/text/player-load.ts";
import { playerSettingsText } from "#web/features/play/text/player-settings.ts";
import { savedRunsText } from "#web/features/play/text/saved-runs.ts";
import type { Page } from "./support/page.ts";
import { LOOK, type Player, test } from "./support/player.ts";
import { errorResponse, OFFLINE } from "./support/site.ts";
import { describe, expect } from "./support/test.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const menu = (page: Page) => dialog(page, pauseText.title);
const settings = (page: Page) => dialog(page, playerSettingsText.title);
const clock = (page: Page) => page.locator("[data-clock]");
const runState = (page: Page) => page.locator("[data-run-state]");

test("a level shows its task and hints, and neither bar nor footer", async ({ page, player }) => {
  player.set({ hints: true });
  await player.open();
  await expect(page).toHaveTitle(`${playerLoadText.title("Sky Maze")} · Bopolis`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sky Maze");
  await expect(page.getByText("Collect 2 stars, then reach the goal", { exact: true })).toBeVisible();
  await expect(page.getByText("Move with WASD")).toBeVisible();
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
});

test("the clock waits for an input, a restart begins it again, deaths count", async ({ page, player }) => {
  await player.open();
  await player.run(120);
  await expect(clock(page)).toHaveText("0:00.0");
  await expect(page.getByText(playerText.ready)).toBeVisible();
  await player.hold("KeyW", 60);
  await player.run(30);
  await expect(page.getByText(playerText.ready)).toHaveCount(0);
  await expect(player.canvas).toHaveAttribute("data-tick", "90");
  await expect(clock(page)).toHaveText("0:01.5");
  await player.expectStars(1);
  await page.keyboard.press("KeyR");
  await player.run(60);
  await expect(page.getByText(playerText.announce.death(1))).toBeAttached();
  await page.keyboard.press("Shift+KeyR");
  await player.run(30);
  await player.expectPhase("ready");
  await expect(clock(page)).toHaveText("0:00.0");
  await player.expectStars(0);
});

test("Escape leads from settings to menu to level, and the menu to its page", async ({ page, player }) => {
  await player.open();
  await player.canvas.focus();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toContainText(pauseText.textReady);
  await menu(page).getByRole("button", { name: pauseText.settings }).press("Enter");
  await expect(settings(page).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(settings(page)).toHaveCount(0);
  await expect(menu(page).getByRole("button", { name: pauseText.resume })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toHaveCount(0);
  await expect(player.canvas).toBeFocused();
  await player.hold("KeyW", 15);
  await player.expectPhase("running");
  await expect(menu(page)).toHaveCount(0);

  await page.keyboard.press("Escape");
  await expect(menu(page)).toContainText(pauseText.text);
  await menu(page).getByRole("button", { name: pauseText.leave }).press("Enter");
  await expect(page).toHaveURL("/levels/1");
});

test("keys can be changed, also from another control, and stay on the device", async ({ page, player }) => {
  player.set({ hints: true });
  await player.open();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: pauseText.settings }).press("Enter");
  await settings(page).getByRole("button", { name: "Jump: change Space" }).press("Enter");
  await expect(settings(page).getByRole("button", { name: playerSettingsText.pressKey })).toBeVisible();
  await page.keyboard.press("KeyE");
  await expect(settings(page).getByText("E is now Jump. It was Turn right.")).toBeVisible();
  await player.open();
  await expect(page.getByText("E to jump")).toBeVisible();
});

describe("a run", () => {
  test("of a visitor stays on the device until they have signed up", async ({ page, site, player }) => {
    await player.open();
    await player.clear();
    const panel = page.locator("[data-finished]");
    await expect(page.locator("[data-announcer]")).toHaveText(/^Finished in 0:0\d\.\d{3}$/);
    await expect(panel.getByRole("heading", { name: finishText.title })).toBeFocused();
    const ms = Number(await page.locator("[data-finish-time]").getAttribute("data-finish-time"));
    await panel.getByRole("link", { name: finishText.signUp }).press("Enter");
    await expect(page).toHaveURL(`/register?next=${encodeURIComponent("/levels/1")}`);
    expect(site.calls(createRunRoute)).toEqual([]);

    site.signIn();
    site.respond(createRunRoute, { run: { time_formatted: "0:04.000" } });
    await page.goto("/levels/1");
    await expect(page.getByText(savedRunsText.sent("Sky Maze", "0:04.000"))).toBeVisible();
    const sent = site.calls(createRunRoute).map(({ input }) => Math.round((input.ticks * 1000) / 60));
    expect(sent).toEqual([ms]);
    expect(localStorage.getItem("bopolis-runs")).toBeNull();
  });

  test("waits while the connection is lost, and is sent when it's back", async ({ page, site, player }) => {
    site.signIn();
    site.respond(createRunRoute, OFFLINE);
    await player.open();
    await player.clear();
    await expect(runState(page)).toHaveAttribute("data-run-state", "unsent");
    await expect(page.getByText(finishText.unsent)).toBeVisible();
    site.respond(createRunRoute, { run: { state: "counted", rank: 3, total: 9 } });
    window.dispatchEvent(new Event("online"));
    await expect(runState(page)).toHaveAttribute("data-run-state", "counted");
    await expect(runState(page)).toContainText(finishText.rank(3, 9));
  });

  const refused = "This run couldn't be confirmed: its recording ends before the level is cleared.";
  const banned = "Your account is banned. Reason: Said bad words";
  for (const [state, response, message] of [
    ["refused", { run: { state: "refused", message: refused } }, refused],
    ["rejected", errorResponse("banned", { message: banned }), banned],
  ] as const)
    test(`that is ${state} says why`, async ({ page, site, player }) => {
      site.signIn();
      site.respond(createRunRoute, response);
      await player.open();
      await player.clear();
      await expect(runState(page)).toHaveAttribute("data-run-state", state);
      await expect(runState(page)).toContainText(message);
    });
});

describe("a replay", () => {
  test("of the own run can be slower, has a free camera, and leads back", async ({ page, player }) => {
    await player.open();
    await player.clear();
    await page.getByRole("button", { name: finishText.replay }).press("Enter");
    await player.expectPhase("watching");
    const position = page.getByRole("slider", { name: replayText.position });
    await page.getByRole("radio", { name: replayText.speeds["0.5"] }).check();
    await player.run(60);
    await expect(position).toHaveValue("30");
    const free = page.getByRole("button", { name: replayText.freeCamera });
    await free.click();
    await expect(free).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: replayText.leave }).press("Enter");
    await expect(page.locator("[data-finish-time]")).toBeVisible();
  });

  test("of a level's best run ends where it ended, and is raced", async ({ page, site, player }) => {
    site.signIn({ username: "goldie" });
    site.respond(createRunRoute, { run: { state: "counted" } });
    await player.open();
    await player.clear();
    await expect(runState(page)).toHaveAttribute("data-run-state", "counted");
    const [call] = site.calls(createRunRoute);
    if (!call) throw new Error("The run wasn't sent.");
    const { log, ticks, start_tick, physics } = call.input;
    site.files.set("/runs/5.log", log);
    const record = { run_id: 5, user: { username: "goldie" }, time_formatted: "0:03.500", look: LOOK };
    player.respond({ record: { ...record, log_url: "/runs/5.log", start_tick, physics, revision: 1 } });

    await player.open("/play/1?ghost=5");
    await player.expectPhase("watching");
    await expect(page.getByRole("heading", { name: replayText.heading("goldie", "0:03.500") })).toBeVisible();
    const position = page.getByRole("slider", { name: replayText.position });
    await expect(position).toHaveAttribute("max", String(ticks));
    await player.run(ticks + 30);
    await expect(page.locator("[data-replay=paused]")).toBeVisible();
    await expect(position).toHaveValue(String(ticks));
    await page.getByRole("button", { name: replayText.race }).click();
    await expect(page).toHaveURL("/play/1?ghost=5&race=1");
    await player.expectPhase("ready");
    await expect(page.getByText(playerText.racing("goldie"), { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await menu(page).getByRole("button", { name: pauseText.leave }).click();
    await expect(page).toHaveURL("/levels/1");
  });
});

describe("a level that can't be played", () => {
  test("without WebGL 2 is offered in the desktop client", async ({ page }) => {
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
    await page.goto("/play/1");
    await expect(page.getByRole("heading", { name: playerLoadText.noWebGlTitle })).toBeVisible();
    // No level is said to be there in 3D.
    await expect(page.locator("canvas:not([inert])")).toHaveCount(0);
    await expect(page.getByRole("link", { name: playerLoadText.getClient })).toLinkTo("/download");
  });

  test("leads to others if it's unknown", async ({ page, site }) => {
    for (const route of [levelPlayRoute, worldRoute]) site.respond(route, errorResponse("not_found"));
    await page.goto("/play/999999999");
    await expect(page.getByRole("heading", { name: playerLoadText.missingTitle })).toBeVisible();
  });

  for (const [title, response, words] of [
    ["doesn't arrive", OFFLINE, playerLoadText.failed.world],
    ["is refused", errorResponse("internal", { message: "Try again." }), "Try again."],
  ] as const)
    test(`can be loaded again when its document ${title}`, async ({ page, site, player }) => {
      site.respond(worldRoute, response);
      await page.goto("/play/1");
      await expect(page.getByRole("alert")).toContainText(words);
      player.serve(SHORT_WORLD);
      await page.getByRole("button", { name: playerLoadText.retry }).press("Enter");
      await player.expectPhase("ready");
    });

  test("says that the connection is slow", async ({ page, site, player }) => {
    page.clock.install();
    const held = site.hold(worldRoute, SHORT_WORLD);
    await page.goto("/play/1");
    await expect(page.getByRole("progressbar", { name: playerLoadText.loading })).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(page.getByText(playerLoadText.slow)).toBeVisible();
    held.release();
    await player.expectPhase("ready");
  });
});

describe("a gamepad", () => {
  const BUTTON = { a: 0, b: 1, right: 7, start: 9, down: 13 };

  /** Connects a gamepad that the test holds. */
  function connect(player: Player, mapping = "standard") {
    const pad = {
      id: "Test pad",
      index: 0,
      connected: true,
      mapping,
      axes: [0, 0, 0, 0],
      buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0, touched: false })),
    };
    // A copy, as browsers return one.
    const getGamepads = () => [structuredClone(pad), null, null, null];
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { getGamepads }));
    const set = async (button: number, pressed: boolean, ticks = 2) => {
      Object.assign(pad.buttons[button] ?? {}, { pressed });
      await player.run(ticks);
    };
    return {
      push: async (y: number, ticks = 2) => {
        pad.axes[1] = y;
        await player.run(ticks);
      },
      set,
      press: async (button: number, ticks = 2) => {
        await set(button, true, ticks);
        await set(button, false);
      },
    };
  }

  test("alone clears a level, and moves through the menu and the last screen", async ({ page, player }) => {
    const pad = connect(player);
    await player.open();
    await player.run(15);
    await pad.press(BUTTON.start);
    await expect(menu(page).getByRole("button", { name: pauseText.resume })).toBeFocused();
    await pad.press(BUTTON.b);
    await expect(menu(page)).toHaveCount(0);
    await pad.press(BUTTON.a, 60);
    await player.expectStars(1);
    await pad.push(-1, 400);
    await expect(page.locator("[data-finish-time]")).toBeVisible();
    await pad.push(0);
    await pad.press(BUTTON.down);
    await expect(page.locator("[data-finished] :focus")).toBeVisible();
    await page.getByRole("button", { name: finishText.again }).focus();
    await pad.press(BUTTON.a);
    await expect(player.canvas).toHaveAttribute("data-phase", /ready|running/);
  });

  test("without the standard layout plays once each action was pushed once", async ({ page, player }) => {
    const { padSetup, controls } = playerSettingsText;
    const pad = connect(player, "");
    await player.open();
    await pad.set(BUTTON.a, true);
    await pad.push(-1, 60);
    await player.expectStars(0);
    await player.expectPhase("ready");
    await pad.push(0);
    await pad.set(BUTTON.a, false);
    await page.getByRole("button", { name: padSetup.begin }).click();
    await expect(settings(page)).toContainText(padSetup.unknown);
    await settings(page).getByRole("button", { name: padSetup.begin }).click();
    const prompt = settings(page).getByRole("status").filter({ hasText: "Push or press" });
    await expect(prompt).toContainText(padSetup.push(controls.forward));
    // Here the second axis to the other side is forward, and the eighth button jumps.
    await pad.push(1);
    await pad.push(0);
    await expect(prompt).toContainText(padSetup.push(controls.back));
    const skip = settings(page).getByRole("button", { name: padSetup.skip });
    while (!(await prompt.textContent()).includes(padSetup.push(controls.jump))) await skip.press("Enter");
    await pad.press(BUTTON.right);
    await expect(prompt).not.toContainText(padSetup.push(controls.jump));
    await settings(page).getByRole("button", { name: padSetup.finish }).press("Enter");
    await expect(settings(page)).toContainText(padSetup.done("Test pad"));
    await expect(settings(page)).toContainText(padSetup.known);
    await page.keyboard.press("Escape");
    await menu(page).getByRole("button", { name: pauseText.resume }).press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await pad.press(BUTTON.right, 60);
    await player.expectStars(1);
    await pad.push(1, 400);
    await expect(page.locator("[data-finish-time]")).toBeVisible();
    const stored = JSON.parse(localStorage.getItem("bopolis-game-settings") ?? "null");
    expect(stored.padMaps).toEqual({ "Test pad": { "a1-": "a1+", b0: "b7" } });
  });
});
