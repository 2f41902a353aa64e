import type { Page } from "@playwright/test";
import { uiText } from "#web/ui/text/ui.ts";
import { chunkFiles } from "./chunk-files.ts";
import { expect, test } from "./test.ts";

const usersPage = () => chunkFiles("web/features/users/pages/directory-page.tsx");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Opens a page with an input, whose code and the other pages' the browser doesn't have yet. */
async function open(page: Page): Promise<void> {
  await page.goto("/ratings");
  await expect(page.getByText(/total results$/)).toBeVisible();
  await page.getByLabel("Username").fill("bobby");
}

/** Follows a link to the users, whose page is in another chunk. The page before stays, with this word. */
async function leave(page: Page, word: string, ...others: RegExp[]): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).first().click();
  await expect(page.getByText(word)).toBeVisible();
  for (const other of others) await expect(page.getByText(other)).toBeHidden();
  await expect(heading(page, "Ratings")).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue("bobby");
}

async function expectUsers(page: Page): Promise<void> {
  await expect(heading(page, "Users")).toBeVisible();
  await expect(page).toHaveURL("/users");
  await expect(page.getByRole("button", { name: /In-game/ })).toHaveCSS("display", "grid");
}

async function retry(page: Page, name = "Retry"): Promise<void> {
  await page.unrouteAll();
  await page.getByRole("button", { name }).click();
  await expectUsers(page);
}

test("pages and overlays that can't load say why, and open later", async ({ page, context, complaints }) => {
  test.slow();
  complaints.allow(
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|404 HEAD .+\/build\/|console error/,
  );
  complaints.expect(/503 GET .+\/build\//);
  complaints.expect(/404 GET .+\/build\//);
  const openPalette = () => page.keyboard.press("Control+k");

  await test.step("offline, they open when the browser is back online", async () => {
    await open(page);
    await context.setOffline(true);
    await openPalette();
    await expect(page.getByText("You're offline. Try again when you're back online.")).toBeVisible();
    await leave(page, "You're offline. The page opens when you're back online.", /was updated/);
    await context.setOffline(false);
    await expectUsers(page);
    await expect(page.getByText(/The page opens when/)).toBeHidden();
    await openPalette();
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  await test.step("a server that doesn't respond can't be reached", async () => {
    await open(page);
    await page.route(/\/build\//, (route) => route.abort("connectionrefused"));
    await openPalette();
    await expect(page.getByText(uiText.notLoaded.unreachable)).toBeVisible();
    await leave(page, "Bopolis can't be reached.", /was updated|You're offline/);
    await retry(page);
    await openPalette();
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  await test.step("a script and everything it imports can fail, and Back removes the message", async () => {
    await open(page);
    await page.route(/\/build\//, (route) =>
      route.request().method() === "GET" ? route.fulfill({ status: 503 }) : route.fallback(),
    );
    await leave(page, "That couldn't be loaded.");
    await page.goBack();
    await expect(page.getByText("That couldn't be loaded.")).toBeHidden();
    await leave(page, "That couldn't be loaded.");
    await retry(page);
    await expect(page.getByText("That couldn't be loaded.")).toBeHidden();
  });

  await test.step("only a build that no longer exists was updated", async () => {
    await page.route(usersPage(), (route) => route.fulfill({ status: 404 }));
    await page.route(/\/build\//, (route) =>
      route.request().method() === "HEAD" ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    await open(page);
    await leave(page, "Bopolis was updated.");
    await retry(page, "Reload the page");
  });

  await test.step("the front page dresses its bopi with a later press", async () => {
    await page.route(chunkFiles("web/features/home/toggle-item.ts", ".js"), (route) => route.abort());
    await page.goto("/");
    const saucer = page.getByRole("button", { name: "Parked Saucer" });
    await saucer.click();
    await expect(page.getByText("That couldn't be loaded. Try again.")).toBeVisible();
    await expect(saucer).toHaveAttribute("aria-pressed", "false");
    await page.unrouteAll();
    await saucer.click();
    await expect(saucer).toHaveAttribute("aria-pressed", "true");
  });
});
