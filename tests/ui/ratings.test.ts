import { levelRoute } from "#domain/levels/api.ts";
import { deleteRatingRoute, ratingSearchRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, type Site } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const box = (page: Page, name: string) =>
  page.getByRole("search", { name: "Search ratings" }).getByLabel(name, { exact: true });
const search = (page: Page) =>
  page.getByRole("search", { name: "Search ratings" }).getByRole("button", { name: "Search" });
const rows = (page: Page) => page.getByRole("table", { name: "Ratings" }).locator("tbody").getByRole("row");

const LEVEL = { id: 4, title: "Penny Arcade", url: "/levels/4" };
const RATING = {
  id: 21,
  rating: 6,
  difficulty: 8,
  user: { id: 3, username: "goldie", url: "/users/goldie" },
  level: LEVEL,
};

/** Responds to searches with these ratings, those that match the username. */
function respondWith(site: Site, ...ratings: (typeof RATING)[]): void {
  site.respond(ratingSearchRoute, ({ input }) => {
    const data = ratings.filter(({ user }) => !input.username || user.username === input.username);
    return { data, meta: { current_page: input.page, last_page: 3, total: data.length } };
  });
}

describe("the ratings search", () => {
  test("rounds its star filters to halves and sends them doubled", async ({ page, site }) => {
    respondWith(site, RATING);
    await page.goto("/ratings");
    await box(page, "Rating").fill("4.6");
    await box(page, "Rating").blur();
    await expect(box(page, "Rating")).toHaveValue("4.5");
    await box(page, "Difficulty").fill("1.1");
    await search(page).click();
    await expect(page).toHaveURL("/ratings?rating=9&difficulty=2");
    await expect(box(page, "Difficulty")).toHaveValue("1");
    await expect
      .poll(() => site.inputs(ratingSearchRoute).at(-1))
      .toMatchObject({ rating: 9, difficulty: 2 });
  });

  test("has everything it shows in the URL, and Back works", async ({ page, site }) => {
    respondWith(site, RATING, { ...RATING, id: 22, user: { id: 7, username: "bobby", url: "/users/bobby" } });
    await page.goto("/ratings");
    await box(page, "Sort").selectOption("Difficulty");
    await box(page, "Order").selectOption("Ascending");
    await search(page).click();
    await expect(page).toHaveURL("/ratings?sort=difficulty&order=asc");
    await page.getByRole("link", { name: "Page 2", exact: true }).click();
    await expect(page).toHaveURL("/ratings?sort=difficulty&order=asc&page=2");
    await box(page, "Username").fill("bobby");
    await box(page, "Username").press("Enter");
    await expect(page).toHaveURL("/ratings?username=bobby&sort=difficulty&order=asc");
    await expect(rows(page)).toContainText(["bobby"]);
    await page.goBack();
    await expect(box(page, "Username")).toHaveValue("");
    await expect(page).toHaveURL("/ratings?sort=difficulty&order=asc&page=2");
  });

  test("accepts another search while one is still loading", async ({ page, site }) => {
    const first = { data: [RATING], meta: { current_page: 1, last_page: 1, total: 1 } };
    const held = Promise.withResolvers<void>();
    site.respond(ratingSearchRoute, async ({ input }) => {
      if (input.sort === "difficulty") await held.promise;
      return first;
    });
    await page.goto("/ratings");
    await box(page, "Sort").selectOption("Difficulty");
    await search(page).click();
    await expect(search(page)).toHaveAttribute("aria-busy", "true");
    await box(page, "Username").fill("goldie");
    await box(page, "Sort").selectOption("Rating");
    await box(page, "Username").press("Enter");
    await expect(page).toHaveURL("/ratings?username=goldie");
    await expect(rows(page)).toContainText(["goldie"]);
    held.resolve();
    await expect(page).toHaveURL("/ratings?username=goldie");
  });

  test("says that nothing matches, and leads back", async ({ page, site }) => {
    respondWith(site, RATING);
    await page.goto("/ratings?username=nobody_of_this_name");
    await expect(page.getByText("0 total results")).toBeVisible();
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/ratings");
    await expect(rows(page)).toHaveCount(1);
    site.respond(ratingSearchRoute, { data: [], meta: { current_page: 90, last_page: 1, total: 1 } });
    await page.goto("/ratings?page=90");
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(page).toHaveURL("/ratings");
  });

  test("shows an error in a banner that can be dismissed, and keeps the input", async ({ page, site }) => {
    respondWith(site, RATING);
    await page.goto("/ratings");
    const message = "That page is too far to open directly.";
    site.respond(ratingSearchRoute, errorResponse("conflict", { message }));
    await box(page, "Username").fill("goldie");
    await search(page).click();
    const banner = page.getByRole("alert").filter({ hasText: message });
    await expect(banner).toBeVisible();
    await banner.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toBeHidden();
    await expect(box(page, "Username")).toHaveValue("goldie");
    await search(page).click();
    await expect(banner).toBeVisible();
    respondWith(site, RATING);
    await banner.getByRole("button", { name: "Retry" }).click();
    await expect(rows(page)).toContainText(["goldie"]);
    await expect(banner).toBeHidden();
  });

  test("shows N/A for a rating without a clear, and says why on hover and focus", async ({ page, site }) => {
    respondWith(site, RATING);
    await page.goto("/ratings");
    const reason = page.getByText("There's no clear for this rating. It was probably removed.", {
      exact: true,
    });
    await expect(rows(page)).toHaveCount(1);
    await expect(reason).toBeHidden();
    await page.getByText("N/A").hover();
    await expect(reason).toBeVisible();
    await page.getByRole("heading", { level: 1 }).hover();
    await expect(reason).toBeHidden();
    await rows(page).getByRole("link", { name: "Penny Arcade" }).focus();
    await page.keyboard.press("Tab");
    await expect(reason).toBeVisible();
  });

  test("lets members edit only their own ratings", async ({ page, site }) => {
    site.signIn();
    respondWith(site, RATING);
    await page.goto("/ratings");
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText("(Click to edit)")).toHaveCount(0);
    await expect(page.getByRole("columnheader")).toHaveText([
      ...["Username", "Level", "Rating", "Difficulty"],
      ...["Clear time", "Date"],
    ]);
    respondWith(site, { ...RATING, user: { id: 7, username: "bobby", url: "/users/bobby" } });
    await page.goto("/ratings");
    await expect(page.getByText("(Click to edit)")).toHaveCount(1);
  });
});

test("an admin has a Delete column, and deletes a rating after a confirmation", async ({ page, site }) => {
  site.signIn({ username: "admin", role: "admin" });
  respondWith(site, RATING);
  site.respond(deleteRatingRoute, () => {
    respondWith(site);
    return {};
  });
  await page.goto("/ratings");
  await expect(page.getByRole("columnheader").last()).toHaveText("Delete");
  const button = page.getByRole("button", { name: "Delete goldie's rating of Penny Arcade" });
  const confirm = page.getByRole("alertdialog", { name: "Delete goldie's rating of “Penny Arcade”?" });
  await button.click();
  await expect(confirm).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(confirm).toBeHidden();
  expect(site.calls(deleteRatingRoute)).toEqual([]);
  await button.click();
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No results", { exact: true })).toBeVisible();
  expect(site.calls(deleteRatingRoute).map(({ params }) => params)).toEqual([{ ratingId: "21" }]);
});

describe("the stars on a level's page", () => {
  const panel = async (page: Page) => {
    await page.goto("/levels/4");
    await page.getByRole("button", { name: /of 5 stars|Not rated yet/ }).click();
    return page.getByRole("dialog", { name: "Ratings of this level" });
  };

  test("ask a visitor to sign in", async ({ page, site }) => {
    site.respond(levelRoute, { level: { ...LEVEL, user: { id: 3 } } });
    await expect((await panel(page)).getByRole("link", { name: "Sign in to rate" })).toLinkTo(
      `/login?next=${encodeURIComponent("/levels/4")}`,
    );
  });

  test("show a member what is missing, and don't let creators rate their own", async ({ page, site }) => {
    site.signIn({ id: 7 });
    site.respond(levelRoute, { level: { ...LEVEL, user: { id: 3 } } });
    await expect(await panel(page)).toContainText("Clear this level or play it for 10 minutes to rate it.");
    site.respond(levelRoute, { level: { ...LEVEL, user: { id: 7 } } });
    await expect(await panel(page)).toContainText("You can't rate your own level.");
  });

  test("lead to a dialog with two sliders for keys, and have the focus after it", async ({ page, site }) => {
    site.signIn({ id: 7 });
    const level = { ...LEVEL, user: { id: 3 }, canRate: true, ratings_count: 4, rating: 6 };
    site.respond(levelRoute, { level });
    site.respond(recordRatingRoute, ({ input }) => {
      site.respond(levelRoute, { level: { ...level, ratings_count: 5, rating: 7, own_rating: input } });
      return {};
    });
    const ratings = await panel(page);
    const stars = page.getByRole("button", { name: /of 5 stars/ });
    await expect(ratings).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(ratings).toHaveCount(0);
    await expect(stars).toBeFocused();
    await stars.press("Enter");
    await ratings.getByRole("button", { name: "Rate this level" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Rate this level" });
    const rating = dialog.getByRole("slider", { name: "Rating: how good is it?" });
    await expect(rating).toBeFocused();
    await expect(rating).toHaveAttribute("aria-valuetext", "Not rated");
    await dialog.getByRole("button", { name: "Save rating" }).click();
    await expect(dialog.getByText("Choose stars for both: how good it is, and how hard.")).toBeVisible();
    await rating.focus();
    for (const [key, text] of [
      ["ArrowRight", "0.5 stars"],
      ["ArrowUp", "1 star"],
      ["PageUp", "2 stars"],
      ["End", "5 stars"],
      ["ArrowRight", "5 stars"],
      ["ArrowLeft", "4.5 stars"],
      ["Home", "0.5 stars"],
      ["ArrowDown", "0.5 stars"],
      ["4", "4 stars"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(rating).toHaveAttribute("aria-valuetext", text);
    }
    await dialog.getByRole("slider", { name: "Difficulty: how hard is it?" }).press("2");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your rating is saved.")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(stars).toBeFocused();
    expect(site.inputs(recordRatingRoute)).toEqual([{ rating: 8, difficulty: 4 }]);
    await expect(stars).toContainText("3.5");
    await expect(stars).toContainText("(5 ratings)");
    await stars.press("Enter");
    for (const [name, own] of [
      [/^Rating/, "4.0"],
      [/^Difficulty/, "2.0"],
    ] as const)
      await expect(ratings.getByRole("row", { name }).getByRole("cell").last()).toHaveText(own);
    await expect(ratings.getByRole("button", { name: "Change your rating" })).toBeVisible();
  });

  test("show their distribution, and each bar leads to the ratings it counts", async ({ page, site }) => {
    const difficulty = [0, 0, 2, 0, 0, 0, 5, 0, 0, 0];
    site.respond(levelRoute, {
      level: { ...LEVEL, ratings_count: 7, rating: 6, ratingGroups: { rating: difficulty, difficulty } },
    });
    const ratings = await panel(page);
    await ratings.getByRole("radio", { name: "Difficulty" }).check();
    const bars = ratings.getByRole("list", { name: "Ratings by difficulty" });
    await expect(bars.getByRole("listitem")).toHaveCount(10);
    await bars.getByRole("link", { name: /3\.5 stars: 5 ratings/ }).click();
    await expect(page).toHaveURL("/ratings?level_id=4&difficulty=7");
  });
});
