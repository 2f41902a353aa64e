import type { Clear, FlaggedRun } from "#domain/clears/api.ts";
import type { LevelStatistics } from "#domain/statistics/api.ts";
import type { ApiLevel, ListPage } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

test.describe("a level's fastest clears", () => {
  test("have a podium with free places, recorded runs to watch and to race, and the time to beat", async ({
    page,
    api,
  }) => {
    const [level] = (await api.get<ListPage<ApiLevel>>("/api/levels?order=clears")).data;
    if (!level) throw new Error("the demo world has no levels");
    const all = await api.get<ListPage<Clear>>(`/api/levels/${level.id}/clears`);
    const [first, second] = all.data;
    if (!first || !second) throw new Error("the level has no clears");
    // The list as if there were two clears, and only the first had a recorded run.
    const data = [
      { ...first, run_id: 7 },
      { ...second, run_id: null },
    ];
    const own = { ...second, rank: 2, gap: null };
    await page.route("**/api/levels/*/clears*", (route) =>
      route.fulfill({ json: { ...all, data, own, meta: { ...all.meta, total: 2, last_page: 1 } } }),
    );
    await page.goto(`/levels/${level.id}#clears`);
    const section = page.locator("#clears");
    await expect(section.getByText("3rd place is still free")).toBeVisible();
    await expect(section.getByText(`behind 1st · ${first.user.username}`)).toBeVisible();
    await expect(section.getByRole("link", { name: `Watch ${first.user.username}'s run` })).toHaveAttribute(
      "href",
      `/play/${level.id}?ghost=7`,
    );
    for (const name of [`Race ${first.user.username}'s ghost`, `Race ${first.user.username}`]) {
      const race = section.getByRole("link", { name, exact: true });
      await expect(race).toHaveAttribute("href", `/play/${level.id}?ghost=7&race=1`);
    }
    await expect(section.getByText("Checked: we replayed this run.")).toHaveCount(1);
    await expect(section.getByRole("link", { name: /^Watch/ })).toHaveCount(1);
    await expectFits(page);
    await expectAccessible(page);
  });

  test("load when they come into view: the 10 fastest, then all of them page by page, with the page in the URL", async ({
    page,
    api,
  }) => {
    const [level] = (await api.get<ListPage<ApiLevel>>("/api/levels?order=clears")).data;
    if (!level) throw new Error("the demo world has no levels");
    const all = await api.get<ListPage<Clear>>(`/api/levels/${level.id}/clears`);
    expect(all.meta.total).toBeGreaterThan(25);
    await page.goto(`/levels/${level.id}`);
    await page.locator("#clears").scrollIntoViewIfNeeded();
    const list = page.getByRole("list", { name: "Everyone's best time, fastest first" });
    await expect(list.getByRole("listitem")).toHaveCount(10);
    const first = list.getByRole("listitem").first();
    await expect(first).toContainText("#1");
    await expect(first).toContainText(all.data[0]?.time_formatted ?? "no time");
    const { username = "no name" } = all.data[0]?.user ?? {};
    await expect(first.getByRole("link", { name: username, exact: true })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);

    await page.getByRole("link", { name: `Show all ${all.meta.total}` }).click();
    await expect(page).toHaveURL(`/levels/${level.id}?clears=1#clears`);
    await expect(list.getByRole("listitem")).toHaveCount(25);
    await page
      .getByRole("navigation", { name: "Pages of clears" })
      .getByRole("link", { name: "Page 2" })
      .click();
    await expect(list.getByRole("listitem").first()).toContainText("#26");
    await page.goBack();
    await expect(list.getByRole("listitem").first()).toContainText("#1");
    await page.getByRole("link", { name: "Show only the fastest" }).click();
    await expect(list.getByRole("listitem")).toHaveCount(10);
  });

  test(
    "say that no one has cleared the level yet, and offer Retry after an error",
    NIGHTLY,
    async ({ page, otherUser, complaints }) => {
      complaints.expect(/^409 GET .*\/clears/);
      const { id } = await (await otherUser()).makeLevel({ title: `New ${uniqueWord()}` });
      await page.route(`**/api/levels/${id}/clears*`, (route) =>
        route.fulfill({ status: 409, json: { message: "The clears are on holiday." } }),
      );
      await page.goto(`/levels/${id}#clears`);
      const failed = page.locator("#clears").getByRole("alert");
      await expect(failed).toContainText("The clears are on holiday.");
      await page.unrouteAll();
      await failed.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByText("No one has cleared this level yet")).toBeVisible();
      await expect(page.locator("#clears").getByRole("link", { name: /^Play / })).toHaveAttribute(
        "href",
        `/play/${id}`,
      );
    },
  );

  for (const [width, what] of [
    [1280, "on a desktop"],
    [390, "on a phone"],
  ] as const)
    test(`move nothing when they load, so a comment box stays under the pointer, ${what}`, async ({
      page,
      signUp,
      api,
    }) => {
      await signUp();
      await page.setViewportSize({ width, height: 800 });
      const [cleared] = (await api.get<ListPage<ApiLevel>>("/api/levels?order=clears")).data;
      for (const id of [cleared?.id, (await api.makeLevel({ title: `New ${uniqueWord()}` })).id]) {
        const held = Promise.withResolvers<void>();
        await page.route("**/api/levels/*/clears*", async (route) => {
          await held.promise;
          await route.continue();
        });
        const requested = page.waitForRequest("**/clears*");
        await page.goto(`/levels/${id}`);
        const box = page.getByLabel("Write a comment");
        await box.fill("A comment");
        await requested;
        const top = async () => Math.round((await box.boundingBox())?.y ?? 0);
        const before = await top();
        const responded = page.waitForResponse("**/clears*");
        held.resolve();
        await responded;
        await expect(page.locator("#clears [aria-busy]")).toHaveCount(0);
        await expect(
          page.locator("#clears li").or(page.getByText("No one has cleared")).first(),
        ).toBeVisible();
        expect(await top()).toBe(before);
        await page.unrouteAll();
      }
    });
});

test.describe("a member's own best time", () => {
  test.use({ as: "bobby" });

  test("is shown above the list", async ({ page, api }) => {
    const [level] = (await api.get<ListPage<ApiLevel>>("/api/levels?filter=clearedByUser&order=clears")).data;
    const { own } = await api.get<{ own: { time_formatted: string } }>(`/api/levels/${level?.id}/clears`);
    await page.goto(`/levels/${level?.id}?clears=1#clears`);
    await expect(page.locator("#clears")).toContainText(`Your best: ${own.time_formatted}`);
  });
});

test.describe("for a moderator", () => {
  test.use({ as: "moderator" });

  test("implausible clears are on a staff page, where they are counted or dismissed", async ({ page }) => {
    const user = {
      id: 5,
      username: "Speedy_Sven",
      url: "/users/Speedy_Sven",
      level: 3,
      has_gold: false,
      gold_username: false,
      bopi: {
        headshot_url: "/looks/d/headshot-160.png",
        avatar_url: "/looks/d/idle-512.png",
      },
    };
    const run = (id: number, time: string): FlaggedRun => ({
      id,
      user,
      level: { id: 1, title: "Sky Maze", url: "/levels/1" },
      host: "frankfurt-1",
      reason: null,
      original: null,
      log_url: null,
      statistics: null,
      time_ms: 1,
      time_formatted: time,
      floor_formatted: "0:09.000",
      created_at: "2026-11-20T12:00:00.000Z",
      created_at_formatted: "11/20/2026 12:00 PM",
    });
    const original = {
      run_id: 7,
      user: { ...user, id: 6, username: "First_Fay", url: "/users/First_Fay" },
      time_ms: 2_383,
      time_formatted: "0:02.383",
    };
    const reason = "its inputs are almost the same as in someone else's run.";
    let runs = [
      run(1, "0:01.200"),
      { ...run(2, "0:02.400"), host: "Web player", reason, original, log_url: "/assets/x" },
    ];
    const decided: unknown[] = [];
    await page.route(/\/api\/staff\/clears(\?.*)?$/, (route) =>
      route.fulfill({
        json: {
          data: runs,
          meta: { current_page: 1, last_page: 1, total: runs.length },
          links: { next: null },
        },
      }),
    );
    await page.route(/\/api\/staff\/clears\/\d+$/, async (route) => {
      const id = Number(route.request().url().split("/").at(-1));
      decided.push([id, route.request().postDataJSON()]);
      runs = runs.filter((one) => one.id !== id);
      await route.fulfill({ json: { message: `Clear ${id} is decided.` } });
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
    const theirs = copy.getByRole("link", { name: "Watch First_Fay's clear in 0:02.383" });
    await expect(theirs).toHaveAttribute("href", "/play/1?ghost=7");
    await expectFits(page);
    await expectAccessible(page);
    await first.getByRole("button", { name: "Dismiss Speedy_Sven's clear in 0:01.200" }).click();
    await expect(first).toBeHidden();
    await page.getByRole("button", { name: "Count it: Speedy_Sven's clear in 0:02.400" }).click();
    await expect(page.getByText("No implausible clears")).toBeVisible();
    expect(decided).toEqual([
      [1, { accept: false }],
      [2, { accept: true }],
    ]);
  });
});

test("members have no page of implausible clears", async ({ page, signUp, complaints }) => {
  await signUp();
  complaints.expect(/^404 GET .*\/staff\/clears$/);
  const response = await page.goto("/staff/clears");
  expect(response?.status()).toBe(404);
});

test.describe("a level's statistics", () => {
  test.use({ as: "bobby" });

  test(
    "are on its edit page: totals, and charts of a period in the URL, by pointer and by keyboard",
    NIGHTLY,
    async ({ page, api }) => {
      const { data } = await api.get<ListPage<ApiLevel>>("/api/users/bobby/levels");
      const found = await Promise.all(
        data.map(async (level) => ({
          level,
          ...(await api.get<LevelStatistics>(`/api/levels/${level.id}/statistics?days=30`)),
        })),
      );
      const busy = found.sort((a, b) => b.totals.plays - a.totals.plays)[0];
      if (!busy) throw new Error("bobby has no levels");
      await page.goto(`/levels/${busy.level.id}/edit`);
      const card = page.locator("#statistics");
      await card.scrollIntoViewIfNeeded();
      await expect(card.getByRole("heading", { name: "Statistics" })).toBeVisible();
      await expect(card.getByText("Players", { exact: true }).first()).toBeVisible();
      const plays = busy.days.reduce((sum, day) => sum + day.plays, 0);
      await expect(card.getByText(`In the last 30 days: ${plays} play`)).toBeVisible();
      await expectFits(page);
      await expectAccessible(page);

      const days = card.getByRole("slider", { name: "Days", exact: true });
      await days.focus();
      const last = busy.days.at(-1);
      await expect(card.getByText(`: ${last?.plays} play`)).toBeVisible();
      await days.press("ArrowLeft");
      const before = busy.days.at(-2);
      await expect(card.getByText(`: ${before?.plays} play`)).toBeVisible();
      await expect(days).toHaveAttribute("aria-valuetext", new RegExp(`: ${before?.plays} play`));

      await card.getByRole("radio", { name: "A year" }).check();
      await expect(page).toHaveURL(/\?days=365$/);
      await expect(card.getByText(/^In the last year: /).first()).toBeVisible();
      await expect(card.getByRole("slider", { name: "Weeks", exact: true })).toBeAttached();
      await card.getByText("All days as a table").click();
      await expect(card.getByRole("row")).toHaveCount(366);
      await expectFits(page);
      await page.reload();
      await card.scrollIntoViewIfNeeded();
      await expect(card.getByRole("radio", { name: "A year" })).toBeChecked();
    },
  );

  test("say that no one has played a new level, and what to do", NIGHTLY, async ({ page, api }) => {
    const { id } = await api.makeLevel({ title: `New ${uniqueWord()}` });
    await page.goto(`/levels/${id}/edit`);
    await page.locator("#statistics").scrollIntoViewIfNeeded();
    await expect(page.getByText("No one has played it yet")).toBeVisible();
    await expect(page.locator("#statistics").getByRole("link", { name: "Go to the level" })).toHaveAttribute(
      "href",
      `/levels/${id}`,
    );
    await expectAccessible(page);
  });
});
