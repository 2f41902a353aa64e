import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, newAccount, test, uniqueWord } from "./test.ts";
import { withOwnState } from "./with-own-state.ts";

/** The page tries to reopen its socket and polls, and a request breaks off when the site stops. */
const AWAY = /WebSocket connection to .* failed|^net::ERR_\w+ GET /;

test("everything is there after a restart, and members are still signed in", async ({ page, complaints }) => {
  // Starts a site of its own twice, beside the other tests.
  test.slow();
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
    await expect(picture).toHaveAttribute("src", /^\/assets\//);
    const drawn = await picture.getAttribute("src");
    const level = page.url();

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
    await page.goto(`${url}/levels?search=lighthouse`);
    await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();

    await page.goto(level);
    await page.getByLabel("Write a comment").fill("Still burning");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("Sending…")).toBeHidden();
    await expect(page.getByRole("heading", { level: 2, name: "Comments" })).toHaveText(/2/);
    // Closes the page's socket before the site stops.
    await page.goto("about:blank");
  });
});
