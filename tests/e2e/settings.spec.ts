import { openAccount, settingsSection } from "./enter-sign-in.ts";
import { expect, test } from "./test.ts";

// The states of these pages are component tests: tests/ui/settings.test.ts and account.test.ts.

test("a choice is saved even if the page is left before it was received", async ({ page, signUp, api }) => {
  await signUp();
  await openAccount(page);
  const bio = settingsSection(page, "Bio").getByRole("textbox");
  expect((await bio.boundingBox())?.height).toBe(120);

  await page.goto("/settings/privacy");
  const left = Promise.withResolvers<void>();
  await page.route("**/api/auth/update", async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.getByRole("switch", { name: /Appear offline/ }).check();
  await page.goto("about:blank");
  left.resolve();
  const isHidden = async () =>
    (await api.get<{ user: { appear_offline: boolean } }>("/api/session")).user.appear_offline;
  await expect.poll(isHidden).toBe(true);
});
