import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { openAccount, settingsSection } from "./enter-sign-in.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { type Account, expect, test } from "./test.ts";

// The states of these pages are component tests: tests/ui/settings.test.ts.

const tabs = (page: Page) => page.getByRole("navigation", { name: "Sections of your settings" });

test("a bio is saved, and shows on the profile", async ({ page, signUp }) => {
  const account = await signUp();
  await openAccount(page);
  const bio = settingsSection(page, "Bio");
  const box = bio.getByRole("textbox");
  expect((await box.boundingBox())?.height).toBe(120);
  await box.fill("I build towers.");
  const save = bio.getByRole("button", { name: "Save" });
  await save.click();
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await expect(save).not.toHaveAttribute("aria-busy", "true");
  await page.goto(`/users/${account.username}`);
  await expect(page.getByText("I build towers.")).toBeVisible();
});

test("a choice is saved even if the page is left before the site has received it", async ({
  page,
  signUp,
  api,
}) => {
  await signUp();
  await page.goto("/settings/privacy");
  const left = Promise.withResolvers<void>();
  await page.route("**/api/auth/update", async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.getByRole("switch", { name: /Appear offline/ }).check();
  await page.goto("about:blank");
  left.resolve();
  const hidden = async () =>
    (await api.get<{ user: { appear_offline: boolean } }>("/api/session")).user.appear_offline;
  await expect.poll(hidden).toBe(true);
});

/** Signs up a new member, and a moderator bans them permanently. */
async function signUpBanned(
  signUp: () => Promise<Account>,
  otherUser: (username: string) => Promise<Api>,
): Promise<{ account: Account; staff: Api }> {
  const account = await signUp();
  const staff = await otherUser("moderator");
  await staff.post(`/api/staff/users/${account.username}/ban`, { reason: "Too many cones.", until: null });
  return { account, staff };
}

test("a banned member sees why, keeps their security settings and can download their data", async ({
  page,
  signUp,
  otherUser,
}) => {
  const { account } = await signUpBanned(signUp, otherUser);
  await page.goto("/levels");
  await expect(page).toHaveURL("/banned");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is banned");
  await expect(page.getByText("Banned permanently.")).toBeVisible();
  await expect(page.getByText("Reason: Too many cones.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Gold|Shop|Levels|billing/i })).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Prepare my data" }).click();
  await page.getByRole("textbox", { name: "Password" }).fill(account.password);
  await page.getByRole("dialog").getByRole("button", { name: "Prepare my data" }).click();
  await expect(page.getByText("Your data is ready")).toBeVisible({ timeout: 30_000 });

  await page.getByRole("link", { name: "Open security settings" }).click();
  await expect(tabs(page).getByRole("link")).toHaveText(["Account", "Billing"]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Password",
    "Two-factor authentication",
    "Where you are signed in",
  ]);
  await page.goto("/settings/privacy");
  await expect(page).toHaveURL("/banned");
});
