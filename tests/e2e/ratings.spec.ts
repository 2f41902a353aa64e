import type { Page } from "@playwright/test";
import { ratableLevel } from "./ratable-level.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const box = (page: Page, name: string) =>
  page.getByRole("search", { name: "Search ratings" }).getByLabel(name, { exact: true });
const search = (page: Page) =>
  page.getByRole("search", { name: "Search ratings" }).getByRole("button", { name: "Search" });
const total = (page: Page) => page.getByText(/^[\d,]+ total results$/);
const rows = (page: Page) => page.getByRole("table", { name: "Ratings" }).locator("tbody").getByRole("row");
const cells = (page: Page, column: number) => rows(page).locator(`td:nth-child(${column})`);
/** The stars of a column as screen readers read them, one text per row. */
const starsOf = async (page: Page, column: number) =>
  (await cells(page, column).allInnerTexts()).map((text) => Number.parseFloat(text));

test.describe("the ratings search", () => {
  test(
    "clamps its star filters to 0 to 5, rounds them to halves and sends them doubled",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/ratings");
      for (const [typed, settled] of [
        ["9", "5"],
        ["-3", "0"],
        ["3.3", "3.5"],
        ["3,7", "3.5"],
        ["nonsense", "0"],
        ["", ""],
        ["4.6", "4.5"],
      ] as const) {
        await box(page, "Rating").fill(typed);
        await box(page, "Rating").blur();
        await expect(box(page, "Rating"), typed).toHaveValue(settled);
      }
      await box(page, "Difficulty").fill("1.1");
      const requested = page.waitForRequest(/\/api\/ratings\?/);
      await search(page).click();
      const query = new URL((await requested).url()).searchParams;
      expect([query.get("rating"), query.get("difficulty")]).toEqual(["9", "2"]);
      await expect(page).toHaveURL("/ratings?rating=9&difficulty=2");
      await expect(box(page, "Difficulty")).toHaveValue("1");

      await page.goto("/ratings?rating=9");
      await expect(rows(page)).not.toHaveCount(0);
      expect(new Set(await starsOf(page, 3))).toEqual(new Set([4.5]));
      await box(page, "Rating").fill("0");
      await search(page).click();
      await expect(page).toHaveURL("/ratings");
    },
  );

  test(
    "keeps everything it shows in the URL, ignores invalid values, and Back works",
    NIGHTLY,
    async ({ page }) => {
      await page.goto("/ratings?rating=99&difficulty=x&sort=price&order=up&page=0&level_id=-1");
      for (const name of ["Username", "Level id", "Rating", "Difficulty"])
        await expect(box(page, name)).toHaveValue("");
      await expect(box(page, "Sort")).toHaveValue("rating");
      await expect(box(page, "Order")).toHaveValue("desc");
      await expect(total(page)).toBeVisible();

      await box(page, "Sort").selectOption("Difficulty");
      await box(page, "Order").selectOption("Ascending");
      await search(page).click();
      await expect(page).toHaveURL("/ratings?sort=difficulty&order=asc");
      await expect.poll(async () => (await starsOf(page, 4)).at(0)).toBeLessThanOrEqual(1);
      const difficulties = await starsOf(page, 4);
      expect(difficulties).toEqual(difficulties.toSorted((a, b) => a - b));
      await page.getByRole("link", { name: "Page 2", exact: true }).click();
      await expect(page).toHaveURL("/ratings?sort=difficulty&order=asc&page=2");
      await box(page, "Username").fill("bobby");
      await box(page, "Username").press("Enter");
      await expect(page).toHaveURL("/ratings?username=bobby&sort=difficulty&order=asc");
      // Waits for the new list, and not for one that happens to begin with bobby.
      await expect
        .poll(async () => [...new Set((await cells(page, 1).allInnerTexts()).map((text) => text.trim()))])
        .toEqual(["bobby"]);
      await page.goBack();
      await expect(box(page, "Username")).toHaveValue("");
      await expect(page).toHaveURL("/ratings?sort=difficulty&order=asc&page=2");
      await page.goForward();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await expect(page).toHaveURL("/ratings?sort=difficulty&order=asc");
    },
  );

  test("accepts another search while one is still loading", NIGHTLY, async ({ page }) => {
    await page.goto("/ratings");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/ratings\?.*sort=difficulty/, async (route) => {
      await held;
      await route.fallback();
    });
    await box(page, "Sort").selectOption("Difficulty");
    await search(page).click();
    await expect(search(page)).toHaveAttribute("aria-busy", "true");
    await box(page, "Username").fill("bobby");
    await box(page, "Sort").selectOption("Rating");
    await box(page, "Username").press("Enter");
    await expect(page).toHaveURL("/ratings?username=bobby");
    await expect(rows(page).first()).toContainText("bobby");
    release();
    await expect(total(page)).toBeVisible();
    await expect(page).toHaveURL("/ratings?username=bobby");
  });

  test("fills each rating's stars to a tenth of its value", NIGHTLY, async ({ page }) => {
    await page.goto("/ratings?sort=difficulty");
    await expect(rows(page)).not.toHaveCount(0);
    for (const column of [3, 4]) {
      const values = await starsOf(page, column);
      const filled = await cells(page, column).evaluateAll((all) =>
        all.map((cell) => {
          const [whole, part] = cell.querySelectorAll("svg");
          return (part?.width.baseVal.value ?? 0) / (whole?.viewBox.baseVal.width ?? 1);
        }),
      );
      for (const [i, value] of values.entries()) expect(filled[i]).toBeCloseTo(value / 5, 5);
    }
  });

  test("says that nothing matches, and leads back", NIGHTLY, async ({ page }) => {
    await page.goto("/ratings?username=nobody_of_this_name");
    await expect(page.getByText("0 total results")).toBeVisible();
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/ratings");
    await page.goto("/ratings?page=9000");
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(rows(page)).not.toHaveCount(0);
  });

  test(
    "shows an error in a banner that can be dismissed, and keeps the input",
    NIGHTLY,
    async ({ page, complaints }) => {
      await page.goto("/ratings");
      complaints.expect(/^409 GET .*\/api\/ratings\?/);
      await page.route("**/api/ratings?**", (route) =>
        route.fulfill({ status: 409, json: { message: "That page is too far to open directly." } }),
      );
      await box(page, "Username").fill("goldie");
      await search(page).click();
      const banner = page.getByRole("alert").filter({ hasText: "That page is too far to open directly." });
      await expect(banner).toBeVisible();
      await banner.getByRole("button", { name: "Dismiss" }).click();
      await expect(banner).toBeHidden();
      await expect(box(page, "Username")).toHaveValue("goldie");
      await search(page).click();
      await expect(banner).toBeVisible();
      await page.unroute("**/api/ratings?**");
      await banner.getByRole("button", { name: "Retry" }).click();
      await expect(rows(page).first()).toContainText("goldie");
      await expect(banner).toBeHidden();
    },
  );

  test(
    "shows N/A for a rating without a clear, and says why on hover and on focus",
    NIGHTLY,
    async ({ page, otherUser }) => {
      const account = await otherUser("MossBoss");
      const level = await ratableLevel(account, "uncleared", "played");
      await account.post(`/api/levels/${level.id}/ratings`, { rating: 5, difficulty: 5 });
      await page.goto(`/ratings?username=MossBoss&level_id=${level.id}`);
      await expect(rows(page)).toHaveCount(1);
      const reason = page.getByText("There's no clear for this rating. It was probably removed.", {
        exact: true,
      });
      await expect(reason).toBeHidden();
      await page.getByText("N/A").hover();
      await expect(reason).toBeVisible();
      await page.mouse.move(0, 0);
      await expect(reason).toBeHidden();
      await rows(page).getByRole("link", { name: level.title }).focus();
      await page.keyboard.press("Tab");
      await expect(reason).toBeVisible();
    },
  );
});

test.describe("a member's own rating", () => {
  test.use({ as: "duckwizard" });

  test("is edited with a click on its row, deleted and restored", async ({ page, api }) => {
    const level = await ratableLevel(api, "rows");
    await api.post(`/api/levels/${level.id}/ratings`, { rating: 6, difficulty: 6 });
    await page.goto(`/ratings?level_id=${level.id}`);
    const own = rows(page).filter({ hasText: "(Click to edit)" });
    await expect(own).toHaveCount(1);
    await expect(own).toContainText("duckwizard");
    await own.locator("td:nth-child(4)").click();
    const dialog = page.getByRole("dialog", { name: `Rate “${level.title}”` });
    const rating = dialog.getByRole("slider", { name: "Rating: how good is it?" });
    await expect(rating).toHaveAttribute("aria-valuetext", "3 stars");
    await expect(rating).toBeFocused();
    // Only the main button selects, and only on the stars.
    const box = await rating.boundingBox();
    const stars = await rating.locator("svg").first().boundingBox();
    if (!box || !stars) throw new Error("no stars");
    await rating.click({ position: { x: stars.x - box.x + stars.width - 4, y: 20 }, button: "right" });
    await rating.click({ position: { x: box.width - 60, y: 20 } });
    await expect(rating).toHaveAttribute("aria-valuetext", "3 stars");
    await page.keyboard.press("End");
    await dialog.getByRole("button", { name: "Save rating" }).click();
    await expect(page.getByText("Your rating is saved.")).toBeVisible();
    await expect(own.locator("td:nth-child(3)")).toContainText("5");

    await own.getByRole("button", { name: "(Click to edit)" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Your rating is deleted.")).toBeVisible();
    await expect(own).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Your rating is back.")).toBeVisible();
    await expect(own.locator("td:nth-child(3)")).toContainText("5");
    expect((await api.level(level.id)).own_rating).toMatchObject({ rating: 10, difficulty: 6 });
  });

  test("is the only one they can change", NIGHTLY, async ({ page }) => {
    await page.goto("/ratings?username=bobby");
    await expect(rows(page)).not.toHaveCount(0);
    await expect(page.getByText("(Click to edit)")).toHaveCount(0);
    await expect(page.getByRole("columnheader")).toHaveText([
      "Username",
      "Level",
      "Rating",
      "Difficulty",
      "Clear time",
      "Date",
    ]);
    await expect(page.locator('meta[name="admin"]')).toHaveCount(0);
  });
});

test.describe("an admin", () => {
  test.use({ as: "admin" });

  test(
    "has a Delete column, and deletes a rating after a confirmation with its name",
    NIGHTLY,
    async ({ page, otherUser }) => {
      const account = await otherUser("Kira_Cubes");
      const level = await ratableLevel(account, "removal");
      await account.post(`/api/levels/${level.id}/ratings`, { rating: 1, difficulty: 10 });
      await page.goto(`/ratings?username=Kira_Cubes&level_id=${level.id}`);
      await expect(page.locator('meta[name="admin"]')).toHaveCount(1);
      await expect(page.getByRole("columnheader").last()).toHaveText("Delete");
      const name = `Delete Kira_Cubes's rating of ${level.title}`;
      const confirm = page.getByRole("alertdialog", {
        name: `Delete Kira_Cubes's rating of “${level.title}”?`,
      });
      await page.getByRole("button", { name }).click();
      await expect(confirm).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(confirm).toBeHidden();
      await expect(rows(page)).toHaveCount(1);
      await page.getByRole("button", { name }).click();
      await confirm.getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("No results", { exact: true })).toBeVisible();
      await expect(page.getByText("0 total results")).toBeVisible();
    },
  );
});

test.describe("the stars on a level's page", () => {
  const stars = (page: Page) => page.getByRole("button", { name: /of 5 stars|Not rated yet/ });
  const panel = (page: Page) => page.getByRole("dialog", { name: "Ratings of this level" });

  test("show their distribution, and each bar leads to the ratings it counts", async ({ page, api }) => {
    const { data } = await api.get<{ data: { id: number }[] }>("/api/levels?filter=rating");
    const id = data[3]?.id ?? 0;
    await page.goto(`/levels/${id}`);
    await stars(page).click();
    await panel(page).getByRole("radio", { name: "Difficulty" }).check();
    const bars = panel(page).getByRole("list", { name: "Ratings by difficulty" });
    await expect(bars.getByRole("listitem")).toHaveCount(10);
    const bar = bars.getByRole("link").first();
    const text = (await bar.locator(".sr-only").textContent()) ?? "";
    const [, shown = "", count = ""] = /^([\d.]+) stars?: (\d+) rating/.exec(text) ?? [];
    await bar.click();
    await expect(page).toHaveURL(`/ratings?level_id=${id}&difficulty=${Number(shown) * 2}`);
    await expect(page.getByText(`${count} total results`)).toBeVisible();
    await expect(rows(page)).toHaveCount(Math.min(25, Number(count)));
  });

  test("ask a visitor to sign in, show a member what is missing, and don't let creators rate their own", async ({
    page,
    signUp,
    otherUser,
    api,
  }) => {
    const maker = await otherUser();
    const { url } = await maker.makeLevel({ title: `Penny Arcade ${uniqueWord()}` });
    await page.goto(url);
    await stars(page).click();
    await expect(panel(page).getByRole("link", { name: "Sign in to rate" })).toHaveAttribute(
      "href",
      `/login?next=${encodeURIComponent(url)}`,
    );
    await signUp();
    await page.reload();
    await stars(page).click();
    await expect(panel(page)).toContainText("Clear this level or play it for 10 minutes to rate it.");
    const own = await api.makeLevel({ title: `Own Arcade ${uniqueWord()}` });
    await page.goto(own.url);
    await stars(page).click();
    await expect(panel(page)).toContainText("You can't rate your own level.");
  });
});
