import type { Page } from "@playwright/test";
import { DiscordControl } from "#tests/stand-ins/discord/discord-control.ts";
import type { DiscordPerson } from "#tests/stand-ins/discord/people.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const SYNCED = "Your information has been synced (it may take a few moments for changes to take effect)";
const NOT_SYNCED = "An error occured when syncing information to your discord account.";
const UNLINKED =
  "Your discord account has been unlinked (you can remove bot access in discord by going to User Settings > Authorized Apps)";
const NOT_UNLINKED = "An error occured when unlinking your discord account.";

const section = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Discord", exact: true }) });

/** Clicks the button in the settings. Returns the tab in which Discord asks, with a new account there. */
async function goToDiscord(
  page: Page,
): Promise<{ tab: Page; discord: DiscordControl; account: DiscordPerson }> {
  const opened = page.context().waitForEvent("page");
  await section(page).getByRole("link", { name: "Link Discord" }).click();
  const tab = await opened;
  await expect(tab.getByText("Test mode: this page simulates Discord")).toBeVisible();
  const discord = new DiscordControl(new URL(tab.url()).origin);
  const name = uniqueWord("d");
  const account = await discord.addPerson({ username: name, global_name: `Disco ${name}` });
  await tab.reload();
  return { tab, discord, account };
}

const consent = (tab: Page, { global_name }: DiscordPerson) =>
  tab.getByRole("button", { name: `Authorize as ${global_name}` }).click();

test("a Discord account is linked in a new tab, synced and unlinked", async ({
  page,
  signUp,
  complaints,
}) => {
  const member = await signUp();
  await page.goto("/settings/account");
  await expect(section(page).getByText("No Discord account is linked.")).toBeVisible();
  const { tab, discord, account } = await goToDiscord(page);

  // One tab waits for Discord while the other shows that it is being linked.
  await discord.holdProfile(account, true);
  const back = consent(tab, account);
  await page.bringToFront();
  await expect(section(page).getByText("Linking account information")).toBeVisible();
  await discord.holdProfile(account, false);
  await back;
  await expect(tab).toHaveURL(/\/settings\/account/);
  await expect(tab.getByText("Your Discord account is linked. You can close this tab.")).toBeVisible();
  await expect(section(page).getByText(account.global_name ?? "", { exact: true })).toBeVisible();
  await expect(section(page).getByText(`${account.username} · ID ${account.id}`)).toBeVisible();
  await tab.close();

  await discord.update(account, { global_name: "Renamed" });
  await section(page).getByRole("button", { name: "Sync" }).click();
  await expect(page.getByText(SYNCED)).toBeVisible();
  await expect(section(page).getByText("Renamed", { exact: true })).toBeVisible();
  expect((await discord.getState(account)).connection?.platform_username).toBe(member.username);

  complaints.expect(/^409 POST .*\/api\/auth\/discord\/sync$/);
  await discord.failNext(account, "connection");
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
  expect(await discord.getState(account)).toMatchObject({ grants: 0, connection: null });
});

test(
  "a member who declines at Discord is informed, and nothing is linked",
  NIGHTLY,
  async ({ page, signUp }) => {
    await signUp();
    await page.goto("/settings/account");
    const { tab } = await goToDiscord(page);
    await tab.getByRole("button", { name: "Cancel" }).click();
    await expect(tab.getByText("Discord wasn't linked, because you didn't allow it there.")).toBeVisible();
    await expect(section(tab).getByRole("link", { name: "Link Discord" })).toBeVisible();
  },
);

test(
  "an account that someone else has linked can't be linked again",
  NIGHTLY,
  async ({ page, signUp, openBrowser, otherUser }) => {
    await signUp();
    await page.goto("/settings/account");
    const { tab, account } = await goToDiscord(page);
    await consent(tab, account);
    await expect(tab.getByText("Your Discord account is linked. You can close this tab.")).toBeVisible();

    const other = await otherUser();
    const second = await openBrowser();
    await second.context().addCookies((await other.request.storageState()).cookies);
    await second.goto("/auth/discord/link");
    await consent(second, account);
    await expect(second.getByText("That Discord account is linked to someone else here.")).toBeVisible();
    await expect(section(second).getByRole("link", { name: "Link Discord" })).toBeVisible();
  },
);

test("a failed unlink says so, and the link stays", NIGHTLY, async ({ page, signUp, complaints }) => {
  await signUp();
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
