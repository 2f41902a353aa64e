import type { Page } from "@playwright/test";
import { DiscordControl } from "#tests/stand-ins/discord/discord-control.ts";
import { expect, test, uniqueWord } from "./test.ts";

const section = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Discord", exact: true }) });

/** Clicks the button in the settings. Returns the tab in which Discord asks, with a new account there. */
async function goToDiscord(page: Page) {
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

// States of the section: tests/ui/account.test.ts.

test("a Discord account is linked in a new tab", async ({ page, signUp }) => {
  await signUp();
  await page.goto("/settings/account");
  await expect(section(page).getByText("No Discord account is linked.")).toBeVisible();
  const { tab, discord, account } = await goToDiscord(page);

  // One tab waits for Discord while the other shows that it is being linked.
  await discord.holdProfile(account, true);
  const back = tab.getByRole("button", { name: `Authorize as ${account.global_name}` }).click();
  await page.bringToFront();
  await expect(section(page).getByText("Linking account information")).toBeVisible();
  await discord.holdProfile(account, false);
  await back;
  await expect(tab).toHaveURL(/\/settings\/account/);
  await expect(tab.getByText("Your Discord account is linked. You can close this tab.")).toBeVisible();
  await expect(section(page).getByText(account.global_name ?? "", { exact: true })).toBeVisible();
  await expect(section(page).getByText(`${account.username} · ID ${account.id}`)).toBeVisible();
});
