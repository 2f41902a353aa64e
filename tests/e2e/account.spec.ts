import { readFile } from "node:fs/promises";
import { unzip } from "#tests/support/unzip.ts";
import { enterSignIn, expectSignedIn, openAccount, settingsSection } from "./enter-sign-in.ts";
import { expect, NIGHTLY, test } from "./test.ts";

test("a new password signs out every other browser, and errors are shown only at their field", async ({
  page,
  signUp,
  openBrowser,
  complaints,
}) => {
  const account = await signUp();
  const elsewhere = await openBrowser();
  await enterSignIn(elsewhere, account.username, account.password);
  await expectSignedIn(elsewhere, account);
  await openAccount(page);
  const devices = settingsSection(page, "Where you are signed in").getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await settingsSection(page, "Password").getByRole("button", { name: "Change password" }).click();
  const modal = page.getByRole("dialog", { name: "Change password" });
  const password = `better ${account.password}`;
  await expect(modal.getByLabel("Current password")).toBeFocused();
  await page.keyboard.type("not this one");
  await modal.getByLabel("New password").fill(password);
  await modal.getByLabel("Repeat password").fill(`${password}!`);
  await page.keyboard.press("Enter");
  await expect(modal.getByText("The two passwords don't match.")).toBeVisible();

  complaints.expect(/^422 POST .*\/api\/auth\/user\/password$/);
  await modal.getByLabel("Repeat password").fill(password);
  await page.keyboard.press("Enter");
  await expect(modal.getByText("That's not your password.")).toHaveCount(1);
  await expect(modal.getByRole("alert")).toHaveCount(0);
  await expect(modal.getByLabel("Current password")).toBeFocused();
  await expect(modal.getByLabel("New password")).toHaveValue(password);
  await modal.getByLabel("Current password").fill(account.password);
  await page.keyboard.press("Enter");
  await expect(modal).toBeHidden();
  await expect(devices).toHaveCount(1);

  await elsewhere.goto("/transactions");
  await expect(elsewhere).toHaveURL(/\/login\?next=/);
  complaints.expect(/^422 POST .*\/api\/auth\/login$/);
  await enterSignIn(elsewhere, account.username, account.password);
  await expect(elsewhere.getByText("That username or password isn't right.")).toBeVisible();
  await elsewhere.getByLabel("Password", { exact: true }).fill(password);
  await elsewhere.keyboard.press("Enter");
  await expectSignedIn(elsewhere, account);
});

test("a member can sign out one browser in the list", async ({ page, signUp, openBrowser }) => {
  const account = await signUp();
  const elsewhere = await openBrowser();
  await enterSignIn(elsewhere, account.username, account.password);
  await expectSignedIn(elsewhere, account);
  await openAccount(page);
  const devices = settingsSection(page, "Where you are signed in").getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await devices
    .nth(1)
    .getByRole("button", { name: /^Sign out / })
    .click();
  await expect(devices).toHaveCount(1);
  await expect(devices).toContainText("This browser");
  await elsewhere.goto("/transactions");
  await expect(elsewhere).toHaveURL(/\/login\?next=/);
});

test(
  "errors of the email form and of signing out others are shown in their modals, and the input stays",
  NIGHTLY,
  async ({ page, signUp, complaints }) => {
    complaints.expect(/^422 POST .*\/api\/auth\/user\/email$/);
    complaints.expect(/^422 POST .*\/api\/auth\/logout-other-devices$/);
    const account = await signUp();
    await openAccount(page);
    await settingsSection(page, "Email").getByRole("button", { name: "Change email" }).click();
    const modal = page.getByRole("dialog");
    await modal.getByLabel("New email address").fill("nobody");
    await modal.getByLabel("Current password").fill("not this one");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("Email address must look like name@example.com.")).toBeVisible();
    await modal.getByLabel("New email address").fill(`other-${account.email}`);
    await page.keyboard.press("Enter");
    await expect(modal.getByText("That's not your password.")).toHaveCount(1);
    await expect(modal.getByLabel("New email address")).toHaveValue(`other-${account.email}`);
    await modal.getByRole("button", { name: "Cancel" }).click();

    await settingsSection(page, "Where you are signed in")
      .getByRole("button", { name: "Log out other devices" })
      .click();
    await modal.getByLabel("Password", { exact: true }).fill("not this one");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("That's not your password.")).toHaveCount(1);
  },
);

test(
  "a link that undoes an email change works only until it expires",
  NIGHTLY,
  async ({ page, complaints }) => {
    complaints.expect(/^422 POST .*\/api\/auth\/email\/revert$/);
    await page.goto(`/email/revert/${"x".repeat(43)}`);
    await expect(page.getByRole("heading", { level: 1, name: "Undo this change?" })).toBeVisible();
    await page.getByRole("button", { name: "Undo the change" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "This link no longer works" })).toBeVisible();
  },
);

test("a member's data is packed in the background and can be downloaded and read", async ({
  page,
  signUp,
  api,
}) => {
  test.slow();
  const account = await signUp();
  const level = await api.makeLevel({ title: "Lighthouse" });
  await openAccount(page);
  const data = settingsSection(page, "Your data");
  await data.getByRole("button", { name: "Prepare my data" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  const ready = data.getByRole("link", { name: "Download" });
  await expect(data.getByText("Your data is being prepared.").or(ready).first()).toBeVisible();
  await expect(ready).toBeVisible({ timeout: 30_000 });
  const download = page.waitForEvent("download");
  await ready.click();
  const file = await download;
  const files = unzip(new Uint8Array(await readFile(await file.path())));
  expect(Object.keys(files)).toContain("README.json");
  const everything = Object.values(files).join("\n");
  for (const known of [account.username, account.email, level.title]) expect(everything).toContain(known);
  for (const content of Object.values(files)) expect(() => JSON.parse(content)).not.toThrow();
});

test("an account is deleted with its name and password, and no one can find it or sign in to it", async ({
  page,
  signUp,
  complaints,
}) => {
  const account = await signUp();
  await openAccount(page);
  await settingsSection(page, "Delete your account").getByRole("button", { name: "Delete account" }).click();
  const modal = page.getByRole("dialog", { name: "Delete your account permanently?" });
  await expect(modal.getByText("What's deleted")).toBeVisible();
  await expect(modal.getByText("What stays")).toBeVisible();
  const name = modal.getByLabel(`Type your username, ${account.username}`);
  await name.fill("bobby");
  await modal.getByLabel("Password", { exact: true }).fill("not this one");
  await page.keyboard.press("Enter");
  await expect(modal.getByText("That's not your username.")).toBeVisible();
  complaints.expect(/^422 POST .*\/api\/auth\/delete$/);
  await name.fill(account.username);
  await page.keyboard.press("Enter");
  await expect(modal.getByText("That's not your password.").first()).toBeVisible();
  await modal.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your account has been deleted. Goodbye!")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();

  complaints.expect(/^404 GET .*\/users\//);
  complaints.allow(/^404 GET .*\/api\/user\//);
  await page.goto(`/users/${account.username}`);
  await expect(page.getByRole("heading", { level: 1, name: "No one here has that name" })).toBeVisible();
  complaints.expect(/^422 POST .*\/api\/auth\/login$/);
  await enterSignIn(page, account.email, account.password);
  await expect(page.getByText("That username or password isn't right.")).toBeVisible();
});
