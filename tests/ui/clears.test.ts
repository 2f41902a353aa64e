import { worldStart } from "#domain/build/starts/world-starts.ts";
import { decideRunRoute, type FlaggedRun, flaggedRunsRoute, levelClearsRoute } from "#domain/clears/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { levelStatisticsRoute } from "#domain/statistics/api.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, pageOf } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

test.beforeEach(({ site }) => {
  site.respond(levelRoute, { level: { id: 1, title: "Sky Maze", url: "/levels/1", can_edit: true } });
});

const section = (page: Page) => page.locator("#clears");
const clear = (rank: number, run_id: number | null = null) => ({
  rank,
  run_id,
  user: { id: rank, username: `racer${rank}`, url: `/users/racer${rank}` },
  time_ms: rank * 1_000,
  time_formatted: `0:0${rank}.000`,
});

describe("a level's fastest clears", () => {
  test("have a podium, runs to watch and race, the own best and the time to beat", async ({ page, site }) => {
    site.signIn({ id: 2 });
    const [first, second] = [clear(1, 7), clear(2)];
    const own = { ...second, gap: null };
    site.respond(levelClearsRoute, { ...pageOf([first, second]), own });
    await page.goto("/levels/1#clears");
    await expect(section(page).getByText("3rd place is still free")).toBeVisible();
    await expect(section(page).getByText("behind 1st · racer1")).toBeVisible();
    await expect(section(page)).toContainText("Your best: 0:02.000");
    await expect(section(page).getByRole("link", { name: "Watch racer1's run" })).toLinkTo("/play/1?ghost=7");
    for (const name of ["Race racer1's ghost", "Race racer1"])
      await expect(section(page).getByRole("link", { name, exact: true })).toLinkTo("/play/1?ghost=7&race=1");
    await expect(section(page).getByText("Checked: we replayed this run.")).toHaveCount(1);
    await expect(section(page).getByRole("link", { name: /^Watch/ })).toHaveCount(1);
  });

  test("are the 10 fastest, then all page by page, with the page in the URL", async ({ page, site }) => {
    site.respond(levelClearsRoute, ({ input: { page } }) => ({
      data: Array.from({ length: 25 }, (_, at) => clear(25 * (page - 1) + at + 1)),
      meta: { current_page: page, last_page: 2, total: 50 },
    }));
    await page.goto("/levels/1#clears");
    const rows = page
      .getByRole("list", { name: "Everyone's best time, fastest first" })
      .getByRole("listitem");
    await expect(rows).toHaveCount(10);
    await expect(rows.first()).toContainText("#1");
    await expect(rows.first()).toContainText("0:01.000");
    await expect(rows.first().getByRole("link", { name: "racer1", exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Show all 50" }).click();
    await expect(page).toHaveURL("/levels/1?clears=1#clears");
    await expect(rows).toHaveCount(25);
    await page
      .getByRole("navigation", { name: "Pages of clears" })
      .getByRole("link", { name: "Page 2" })
      .click();
    await expect(rows.first()).toContainText("#26");
    await page.goBack();
    await expect(rows.first()).toContainText("#1");
    await page.getByRole("link", { name: "Show only the fastest" }).click();
    await expect(rows).toHaveCount(10);
  });

  test("say that no one has cleared the level, and offer Retry after an error", async ({ page, site }) => {
    site.respond(levelClearsRoute, errorResponse("conflict", { message: "The clears are on holiday." }));
    await page.goto("/levels/1#clears");
    const failed = section(page).getByRole("alert");
    await expect(failed).toContainText("The clears are on holiday.");
    site.respond(levelClearsRoute, { data: [], clearable: true });
    await failed.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("No one has cleared this level yet")).toBeVisible();
    await expect(section(page).getByRole("link", { name: /^Play / })).toLinkTo("/play/1");
  });
});

describe("implausible clears", () => {
  test("are on a page for moderators, where they are counted or dismissed", async ({ page, site }) => {
    const reason = "its inputs are almost the same as in someone else's run.";
    const user = { id: 5, username: "Speedy_Sven" };
    const run = { level: { id: 1 }, user, floor_formatted: "0:09.000", host: "frankfurt-1" };
    let runs = [
      { ...run, id: 1, time_formatted: "0:01.200" },
      {
        ...run,
        id: 2,
        time_formatted: "0:02.400",
        reason,
        original: { run_id: 7, user: { id: 6, username: "First_Fay" }, time_formatted: "0:02.383" },
        log_url: "/assets/x",
      },
    ] as Partial<FlaggedRun>[];
    site.signIn({ role: "moderator" });
    site.respond(flaggedRunsRoute, () => pageOf(runs));
    site.respond(decideRunRoute, ({ params }) => {
      runs = runs.filter(({ id }) => id !== Number(params.id));
      return { message: "Decided." };
    });
    await page.goto("/staff/reports");
    await page.getByRole("navigation", { name: "Staff pages" }).getByRole("link", { name: "Clears" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Implausible clears");
    await expect(page.getByText("2 clears to review, oldest first.")).toBeVisible();
    const first = page.getByRole("listitem").filter({ hasText: "Cleared in 0:01.200" });
    await expect(first).toContainText("The fastest possible time is 0:09.000.");
    await expect(first).toContainText("Reported by frankfurt-1");
    const copy = page.getByRole("listitem").filter({ hasText: "Cleared in 0:02.400" });
    await expect(copy).toContainText(`Flagged: ${reason}`);
    await expect(copy.getByRole("link", { name: "First_Fay", exact: true })).toBeVisible();
    await expect(copy.getByRole("link", { name: "Watch First_Fay's clear in 0:02.383" })).toLinkTo(
      "/play/1?ghost=7",
    );
    await first.getByRole("button", { name: "Dismiss Speedy_Sven's clear in 0:01.200" }).click();
    await expect(first).toHaveCount(0);
    await page.getByRole("button", { name: "Count it: Speedy_Sven's clear in 0:02.400" }).click();
    await expect(page.getByText("No implausible clears")).toBeVisible();
    expect(site.calls(decideRunRoute).map(({ params, input }) => [params.id, input.accept])).toEqual([
      ["1", false],
      ["2", true],
    ]);
  });
});

describe("a level's statistics", () => {
  test.beforeEach(({ site }) => void site.files.set("/file_url", serializeWorld(worldStart("island"))));
  const card = (page: Page) => page.locator("#statistics");

  test("are on its edit page: totals, and charts of a period, by keyboard", async ({ page, site }) => {
    site.signIn();
    site.respond(levelStatisticsRoute, ({ input }) => ({
      days: Array.from({ length: Number(input.days) }, (_, at) => ({
        day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
        plays: at + 2,
      })),
      totals: { plays: 900, players: 40, clear_rate: 50 },
    }));
    await page.goto("/levels/1/edit#statistics");
    await expect(card(page).getByRole("heading", { name: "Statistics" })).toBeVisible();
    await expect(card(page).getByText("Players", { exact: true }).first()).toBeVisible();
    await expect(card(page).getByText("In the last 30 days: 495 plays")).toBeVisible();
    const days = card(page).getByRole("slider", { name: "Days", exact: true });
    await days.focus();
    await expect(card(page).getByText(": 31 plays")).toBeVisible();
    await days.press("ArrowLeft");
    await expect(card(page).getByText(": 30 plays")).toBeVisible();
    await expect(days).toHaveAttribute("aria-valuetext", /: 30 plays/);
    await card(page).getByRole("radio", { name: "A year" }).check();
    await expect(page).toHaveURL("/levels/1/edit?days=365");
    await expect(
      card(page)
        .getByText(/^In the last year: /)
        .first(),
    ).toBeVisible();
    await expect(card(page).getByRole("slider", { name: "Weeks", exact: true })).toBeAttached();
    await card(page).getByText("All days as a table").click();
    await expect(card(page).getByRole("row")).toHaveCount(366);
    await page.goto("/levels/1/edit?days=365#statistics");
    await expect(card(page).getByRole("radio", { name: "A year" })).toBeChecked();
  });

  test("say that no one has played a new level, and what to do", async ({ page, site }) => {
    site.signIn();
    site.respond(levelStatisticsRoute, { days: [{}, {}] });
    await page.goto("/levels/1/edit#statistics");
    await expect(page.getByText("No one has played it yet")).toBeVisible();
    await expect(card(page).getByRole("link", { name: "Go to the level" })).toLinkTo("/levels/1");
  });
});
