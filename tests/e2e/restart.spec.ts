import { Api } from "./api.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, newAccount, register, test, uniqueWord } from "./test.ts";
import { withOwnState } from "./with-own-state.ts";

/** The page tries to reopen its socket and polls, and a request breaks off when the site stops. */
const AWAY = /WebSocket connection to .* failed|^net::ERR_\w+ GET /;

test("everything is there after the site was stopped and started again, and members are still signed in", async ({
  page,
  playwright,
  complaints,
}) => {
  // Starts a site of its own twice, beside the other tests.
  test.slow();
  const request = await playwright.request.newContext();
  await withOwnState(async (start) => {
    const site = await start();
    const { url } = site;
    const account = newAccount();
    const title = `Lighthouse ${uniqueWord()}`;
    await page.goto(`${url}/register`);
    await page.getByLabel("Username").fill(account.username);
    await page.getByLabel("Email address").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Hello, ${account.username}!` })).toBeVisible();

    await page.goto(`${url}/level/create`);
    await page.getByLabel("Title").fill(title);
    await page.getByRole("radio", { name: /Race/ }).check();
    await page.getByRole("button", { name: "Create level" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.getByLabel("Write a comment").fill("Light it up :sparkle:");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("img", { name: ":sparkle:" })).toBeVisible();
    await expect(page.getByText("Sending…")).toBeHidden();
    const picture = page.getByRole("img", { name: `Picture of ${title}` });
    await expect(picture).toHaveAttribute("src", /^\/assets\//, { timeout: 30_000 });
    const drawn = await picture.getAttribute("src");

    const other = new Api(request, url);
    const rater = newAccount();
    await register(other, rater);
    const id = Number(/\/levels\/(\d+)$/.exec(page.url())?.[1]);
    const user = await site.d1
      .prepare("update users set clears_count = 1 where username = ? returning id")
      .bind(rater.username)
      .first<number>("id");
    await site.d1
      .prepare("update levels set clears_count = 1, clear_ms_sum = 61234 where id = ?")
      .bind(id)
      .run();
    await site.databases.play
      .prepare("insert into clears (user_id, level_id, best_ms, cleared_at) values (?, ?, 61234, ?)")
      .bind(user, id, Date.now())
      .run();
    await other.post(`/api/levels/${id}/ratings`, { rating: 9, difficulty: 3 });
    await other.post(`/api/levels/${id}/favorite`);

    await complaints.allowWhile(AWAY, async () => {
      await site.stop();
      await start({ port: Number(new URL(url).port) });
    });

    await page.reload();
    await expect(page.getByRole("button", { name: `Account menu of ${account.username}` })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("Light it up")).toBeVisible();
    await expect(picture).toHaveAttribute("src", drawn ?? "");
    await expectPicturesLoaded(page);
    await expect(page.getByRole("button", { name: /of 5 stars/ })).toHaveText(/4\.5 of 5 stars.*1 rating/);
    expect(await other.level(id)).toMatchObject({
      ratings_count: 1,
      favorited: true,
      favorites_count: 1,
      clears_count: 1,
      own_rating: { rating: 9, difficulty: 3 },
    });

    await page.goto(`${url}/ratings?username=${rater.username}`);
    await expect(page.getByText("1 total results")).toBeVisible();
    await expect(page.getByRole("cell", { name: "1:01.234" })).toBeVisible();
    await page.goto(`${url}/levels?search=lighthouse`);
    await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();

    await page.goto(`${url}/levels/${id}`);
    await page.getByLabel("Write a comment").fill("Still burning");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("Sending…")).toBeHidden();
    await expect(page.getByRole("heading", { level: 2, name: "Comments" })).toHaveText(/2/);
    // Closes the page's socket before the site stops.
    await page.goto("about:blank");
  });
  await request.dispose();
});
