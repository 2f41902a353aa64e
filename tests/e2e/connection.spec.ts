import type { Page } from "@playwright/test";
import { uiText } from "#web/ui/text/ui.ts";
import { chunkFiles } from "./chunk-files.ts";
import type { Complaints } from "./complaints.ts";
import { expect, test } from "./test.ts";

const usersPage = () => chunkFiles("web/features/users/pages/directory-page.tsx");
const field = (page: Page) => page.getByLabel("Username");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Follows a link to the users, whose page is in another chunk. */
async function leave(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).first().click();
}
async function open(page: Page): Promise<void> {
  await page.goto("/ratings");
  await expect(page.getByText(/total results$/)).toBeVisible();
  await field(page).fill("bobby");
}

/** Opens the page, and lets the site refuse every connection for its code from then on. */
async function openAndRefuse(page: Page, complaints: Complaints): Promise<void> {
  complaints.allow(/ERR_CONNECTION_REFUSED|console error/);
  await open(page);
  await page.route(/\/build\//, (route) => route.abort("connectionrefused"));
}

test("a page that can't be loaded offline keeps the previous page and opens when the browser is back online", async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|console error/);
  await open(page);
  await context.setOffline(true);
  await leave(page);
  await expect(page.getByText("You're offline. The page opens when you're back online.")).toBeVisible();
  await expect(page.getByText(/was updated/)).toBeHidden();
  await expect(heading(page, "Ratings")).toBeVisible();
  await expect(field(page)).toHaveValue("bobby");
  await context.setOffline(false);
  await expect(heading(page, "Users")).toBeVisible();
  await expect(page).toHaveURL("/users");
  await expect(page.getByText(/The page opens when/)).toBeHidden();
});

test("an overlay that can't be loaded offline says so and opens when the browser is back online", async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|console error/);
  await open(page);
  await context.setOffline(true);
  await page.keyboard.press("Control+k");
  await expect(page.getByText("You're offline. Try again when you're back online.")).toBeVisible();
  await expect(page.getByText(/was updated/)).toBeHidden();
  await expect(field(page)).toHaveValue("bobby");
  await context.setOffline(false);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("an overlay opens after its script and everything it imports failed to load", async ({
  page,
  complaints,
}) => {
  await openAndRefuse(page, complaints);
  await page.keyboard.press("Control+k");
  await expect(page.getByText(uiText.notLoaded.unreachable)).toBeVisible();
  await page.unrouteAll();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(field(page)).toHaveValue("bobby");
});

test("a page whose server doesn't respond says that the site can't be reached", async ({
  page,
  complaints,
}) => {
  await openAndRefuse(page, complaints);
  await leave(page);
  await expect(page.getByText("Bopolis can't be reached.")).toBeVisible();
  await expect(page.getByText(/was updated|You're offline/)).toBeHidden();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(heading(page, "Users")).toBeVisible();
});

test("a page whose code fails to load online keeps the previous page, and Retry opens it with its styles", async ({
  page,
  complaints,
}) => {
  complaints.expect(/503 GET .+\/build\//);
  complaints.allow(/console error/);
  const files = usersPage();
  await page.route(files, (route) => route.fulfill({ status: 503 }));
  await open(page);
  await leave(page);
  await expect(page.getByText("That couldn't be loaded.")).toBeVisible();
  await expect(field(page)).toHaveValue("bobby");
  // Back removes the message, because nothing is missing here.
  await page.goBack();
  await expect(page.getByText("That couldn't be loaded.")).toBeHidden();
  await expect(field(page)).toHaveValue("bobby");
  await leave(page);
  await expect(page.getByText("That couldn't be loaded.")).toBeVisible();
  await page.unroute(files);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(heading(page, "Users")).toBeVisible();
  await expect(page.getByText("That couldn't be loaded.")).toBeHidden();
  await expect(page.getByRole("button", { name: /In-game/ })).toHaveCSS("display", "grid");
});

test("a page opens on Retry after its script and everything it imports failed to load", async ({
  page,
  complaints,
}) => {
  complaints.expect(/503 GET .+\/build\//);
  complaints.allow(/console error/);
  await open(page);
  await page.route(/\/build\//, (route) =>
    route.request().method() === "GET" ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await leave(page);
  await expect(page.getByText("That couldn't be loaded.")).toBeVisible();
  await expect(field(page)).toHaveValue("bobby");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(heading(page, "Users")).toBeVisible();
  await expect(page).toHaveURL("/users");
});

test("only a page whose build no longer exists says that the site was updated", async ({
  page,
  complaints,
}) => {
  complaints.expect(/404 GET .+\/build\//);
  complaints.allow(/404 HEAD .+\/build\/|console error/);
  await page.route(usersPage(), (route) => route.fulfill({ status: 404 }));
  await page.route(/\/build\//, (route) =>
    route.request().method() === "HEAD" ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await open(page);
  await leave(page);
  await expect(page.getByText("Bopolis was updated.")).toBeVisible();
  await expect(field(page)).toHaveValue("bobby");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(heading(page, "Users")).toBeVisible();
});
