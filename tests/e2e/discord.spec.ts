import type { Page } from "@playwright/test";
import { DiscordDoors } from "#tests/stand-ins/discord/client.ts";
import type { DiscordPerson } from "#tests/stand-ins/discord/people.ts";
import { expect, NIGHTLY, test, unique } from "./fixtures.ts";

const SYNCED = "Your information has been synced (it may take a few moments for changes to take effect)";
const NOT_SYNCED = "An error occured when syncing information to your discord account.";
const UNLINKED =
  "Your discord account has been unlinked (you can remove bot access in discord by going to User Settings > Authorized Apps)";
const NOT_UNLINKED = "An error occured when unlinking your discord account.";

const section = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Discord", exact: true }) });

/** Presses the button in the settings: the tab in which Discord asks, and somebody of one's own there. */
async function goToDiscord(page: Page): Promise<{ tab: Page; doors: DiscordDoors; account: DiscordPerson }> {
  const opened = page.context().waitForEvent("page");
  await section(page).getByRole("link", { name: "Link Discord" }).click();
  const tab = await opened;
  await expect(tab.getByText("Test mode: this page stands in for Discord")).toBeVisible();
  const doors = new DiscordDoors(new URL(tab.url()).origin);
  const name = unique("d");
  const account = await doors.make({ username: name, global_name: `Disco ${name}` });
  await tab.reload();
  return { tab, doors, account };
}

const consent = (tab: Page, { global_name }: DiscordPerson) =>
  tab.getByRole("button", { name: `Authorize as ${global_name}` }).click();

test("a Discord account is linked in a new tab, synced and unlinked", async ({ page, join, complaints }) => {
  const member = await join();
  await page.goto("/settings/account");
  await expect(section(page).getByText("No Discord account is linked.")).toBeVisible();
  const { tab, doors, account } = await goToDiscord(page);

  // Between the two tabs: one waits for Discord, the other sees that something is under way.
  await doors.hold(account, true);
  const back = consent(tab, account);
  await page.bringToFront();
  await expect(section(page).getByText("Linking account information")).toBeVisible();
  await doors.hold(account, false);
  await back;
  await expect(tab).toHaveURL(/\/settings\/account/);
  await expect(tab.getByText("Your Discord account is linked. You can close this tab.")).toBeVisible();
  await expect(section(page).getByText(account.global_name ?? "", { exact: true })).toBeVisible();
  await expect(section(page).getByText(`${account.username} · ID ${account.id}`)).toBeVisible();
  await tab.close();

  await doors.change(account, { global_name: "Renamed" });
  await section(page).getByRole("button", { name: "Sync" }).click();
  await expect(page.getByText(SYNCED)).toBeVisible();
  await expect(section(page).getByText("Renamed", { exact: true })).toBeVisible();
  expect((await doors.look(account)).connection?.platform_username).toBe(member.username);

  complaints.expect(/^409 POST .*\/api\/auth\/discord\/sync$/);
  await doors.fail(account, "connection");
  await section(page).getByRole("button", { name: "Sync" }).click();
  await expect(section(page).getByRole("alert")).toContainText(NOT_SYNCED);
  await section(page).getByRole("button", { name: "Dismiss" }).click();

  await section(page).getByRole("button", { name: "Unlink" }).click();
  const question = page.getByRole("alertdialog", { name: "Unlink Renamed?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(section(page).getByText("Renamed", { exact: true })).toBeVisible();
  await section(page).getByRole("button", { name: "Unlink" }).click();
  await question.getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText(UNLINKED)).toBeVisible();
  await expect(section(page).getByRole("link", { name: "Link Discord" })).toBeVisible();
  expect(await doors.look(account)).toMatchObject({ grants: 0, connection: null });
});

test("whoever says no at Discord is told so, and nothing is linked", NIGHTLY, async ({ page, join }) => {
  await join();
  await page.goto("/settings/account");
  const { tab } = await goToDiscord(page);
  await tab.getByRole("button", { name: "Cancel" }).click();
  await expect(tab.getByText("Discord was not linked: you did not allow it there.")).toBeVisible();
  await expect(section(tab).getByRole("link", { name: "Link Discord" })).toBeVisible();
});

test(
  "an account that somebody else has linked is not linked again",
  NIGHTLY,
  async ({ page, join, openBrowser, somebody }) => {
    await join();
    await page.goto("/settings/account");
    const { tab, account } = await goToDiscord(page);
    await consent(tab, account);
    await expect(tab.getByText("Your Discord account is linked. You can close this tab.")).toBeVisible();

    const other = await somebody();
    const second = await openBrowser();
    await second.context().addCookies((await other.request.storageState()).cookies);
    await second.goto("/auth/discord/link");
    await consent(second, account);
    await expect(second.getByText("That Discord account is linked to somebody else here.")).toBeVisible();
    await expect(section(second).getByRole("link", { name: "Link Discord" })).toBeVisible();
  },
);

test("unlinking that fails says so, and the link stays", NIGHTLY, async ({ page, join, complaints }) => {
  await join();
  await page.goto("/settings/account");
  const { tab, account } = await goToDiscord(page);
  await consent(tab, account);
  await expect(section(tab).getByText(account.global_name ?? "", { exact: true })).toBeVisible();
  await tab.route("**/api/auth/discord/delete", (route) => route.abort());
  complaints.expect(/^net::ERR_FAILED POST .*\/discord\/delete$/);
  await section(tab).getByRole("button", { name: "Unlink" }).click();
  await tab.getByRole("alertdialog").getByRole("button", { name: "Unlink" }).click();
  await expect(section(tab).getByRole("alert")).toContainText(NOT_UNLINKED);
  await expect(section(tab).getByText(account.global_name ?? "", { exact: true })).toBeVisible();
});
