import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { CLOSE_CODES, LIVE_PATH } from "#domain/live/frames.ts";
import {
  authenticatorCode,
  enterSignIn,
  expectSignedIn,
  mailedLink,
  openAccount,
  settingsSection,
  signOutByMenu,
} from "./enter-sign-in.ts";
import { expect, NIGHTLY, newAccount, test } from "./test.ts";

const twoFactor = (page: Page) => settingsSection(page, "Two-factor authentication");

/** Turns it on. Returns the app's secret and the recovery codes; the code of this time step is used up. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await openAccount(page);
  await twoFactor(page).getByRole("button", { name: "Turn on" }).click();
  const modal = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
  await expect(modal.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = ((await modal.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await expect(modal.getByLabel("Code from the app")).toBeFocused();
  await page.keyboard.type(authenticatorCode(secret));
  await page.keyboard.press("Enter");
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(16);
  return { secret, codes: await list.getByRole("listitem").allTextContents() };
}

const confirmSaved = (page: Page) => page.getByRole("button", { name: "I've saved my codes" }).click();

async function enterCode(page: Page, code: string): Promise<void> {
  await expect(page.getByLabel("Code from your authenticator app")).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

test("a new member verifies, turns on two-factor authentication, signs in by both kinds of codes, signs out elsewhere, and undoes an email change", async ({
  page,
  openBrowser,
  complaints,
}) => {
  test.slow();
  const account = newAccount();
  await page.goto("/register");
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await expectSignedIn(page, account);
  await page.goto(await mailedLink(page, account.email, /Confirm/));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your email address is verified.")).toBeVisible();

  const { secret, codes } = await turnOn(page);
  await confirmSaved(page);
  await expect(twoFactor(page).getByText("16 recovery codes left")).toBeVisible();

  await signOutByMenu(page, account);
  await enterSignIn(page, account.username, account.password);
  await enterCode(page, authenticatorCode(secret, 1));
  await expectSignedIn(page, account);

  const elsewhere = await openBrowser();
  await enterSignIn(elsewhere, account.email, account.password);
  await elsewhere.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(elsewhere.getByLabel("Recovery code")).toBeFocused();
  await elsewhere.keyboard.type((codes[0] ?? "").toUpperCase());
  await elsewhere.keyboard.press("Enter");
  await expectSignedIn(elsewhere, account);

  await openAccount(page);
  await expect(twoFactor(page).getByText("15 recovery codes left")).toBeVisible();
  const devices = settingsSection(page, "Where you are signed in");
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(devices.getByRole("listitem").first()).toContainText("This browser");
  await devices.getByRole("button", { name: "Log out other devices" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await elsewhere.goto("/transactions");
  await expect(elsewhere).toHaveURL(/^[^?]+\/login\?next=/);

  const other = `new-${account.email}`;
  const email = settingsSection(page, "Email");
  await expect(email.getByText("Verified", { exact: true })).toBeVisible();
  await email.getByRole("button", { name: "Change email" }).click();
  const modal = page.getByRole("dialog", { name: "Change email" });
  await modal.getByLabel("New email address").fill(other);
  await modal.getByLabel("Current password").fill(account.password);
  await page.keyboard.press("Enter");
  await expect(modal).toBeHidden();
  await expect(email.getByText("Not verified", { exact: true })).toBeVisible();
  await expect(page.getByText("Verify your email: we sent you a link.")).toBeVisible();

  await elsewhere.goto(await mailedLink(elsewhere, account.email, /a new email address/));
  await elsewhere.getByRole("button", { name: "Undo the change" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Your old email address is back" })).toBeVisible();
  await elsewhere.getByRole("button", { name: "Choose a new password" }).click();
  const password = `better ${account.password}`;
  await elsewhere.getByLabel("New password").fill(password);
  await elsewhere.getByLabel("Repeat password").fill(password);
  await elsewhere.keyboard.press("Enter");
  await expect(elsewhere.getByRole("heading", { name: "Password changed" })).toBeVisible();

  await page.goto("/transactions");
  await expect(page).toHaveURL(/^[^?]+\/login\?next=/);
  await enterSignIn(page, account.email, password);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  complaints.expect(/^422 POST .*\/api\/auth\/login\/two-factor$/);
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.keyboard.type(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText("That code isn't right.").first()).toBeVisible();
  await page.getByLabel("Recovery code").fill(codes[1] ?? "");
  await page.keyboard.press("Enter");
  await expectSignedIn(page, account);
  await openAccount(page);
  await expect(settingsSection(page, "Email").getByText("Verified", { exact: true })).toBeVisible();
});

test(
  "recovery codes are shown once, and can be downloaded and copied",
  NIGHTLY,
  async ({ page, context, signUp }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signUp();
    const { codes } = await turnOn(page);
    const modal = page.getByRole("alertdialog", { name: "Your recovery codes" });
    const downloaded = page.waitForEvent("download");
    await modal.getByRole("button", { name: "Download" }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe("recovery-codes.txt");
    const text = await readFile(await file.path(), "utf8");
    for (const code of codes) expect(text).toContain(code);

    await modal.getByRole("button", { name: "Copy" }).click();
    await expect(modal.getByRole("button", { name: "Copied!" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
    await expect(modal.getByRole("button", { name: "Copy", exact: true })).toBeVisible();

    // The codes are not shown again: only confirming that closes it.
    await page.keyboard.press("Escape");
    await expect(modal).toBeVisible();
    await confirmSaved(page);
    await expect(modal).toBeHidden();
  },
);

test(
  "a wrong code is reported in the modal, turning it off needs the password, and new codes replace the old ones",
  NIGHTLY,
  async ({ page, signUp, complaints }) => {
    complaints.expect(/^422 POST .*\/api\/auth\/2fa\/enable$/);
    complaints.expect(/^422 POST .*\/api\/auth\/2fa\/disable$/);
    const account = await signUp();
    await openAccount(page);
    await twoFactor(page).getByRole("button", { name: "Turn on" }).click();
    const modal = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
    const code = modal.getByLabel("Code from the app");
    await code.fill("12345");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("Code must be 6 digits.")).toBeVisible();
    await expect(code).toBeFocused();
    const secret = ((await modal.locator("code").textContent()) ?? "").replaceAll(" ", "");
    const right = authenticatorCode(secret);
    await code.fill(right === "000000" ? "000001" : "000000");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("That code isn't right.")).toHaveCount(1);
    // With a space in the middle, as apps show it.
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.keyboard.press("Enter");
    const list = page.getByRole("list", { name: "Recovery codes" });
    const codes = await list.getByRole("listitem").allTextContents();
    await confirmSaved(page);

    await twoFactor(page).getByRole("button", { name: "New recovery codes" }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(account.password);
    await page.keyboard.press("Enter");
    await expect(list.getByRole("listitem")).toHaveCount(16);
    for (const newCode of await list.getByRole("listitem").allTextContents())
      expect(codes).not.toContain(newCode);
    await confirmSaved(page);

    await twoFactor(page).getByRole("button", { name: "Turn off" }).click();
    const confirmation = page.getByRole("dialog", { name: "Turn two-factor authentication off?" });
    await confirmation.getByLabel("Password", { exact: true }).fill("not this one");
    await page.keyboard.press("Enter");
    await expect(confirmation.getByText("That's not your password.")).toHaveCount(1);
    await confirmation.getByLabel("Password", { exact: true }).fill(account.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Two-factor authentication is off.")).toBeVisible();
    await expect(twoFactor(page).getByText("Off", { exact: true })).toBeVisible();

    await signOutByMenu(page, account);
    await enterSignIn(page, account.username, account.password);
    await expectSignedIn(page, account);
  },
);

test("a page that reconnects before its new cookie has arrived is quietly asked to reconnect once more", async ({
  page,
  context,
  signUp,
}) => {
  const cookie = async () => (await context.cookies()).find(({ name }) => name === "bopolis_session");
  await signUp();
  await openAccount(page);
  const old = await cookie();
  await turnOn(page);
  const renewed = await cookie();
  if (!old || !renewed) throw new Error("no session cookie");
  expect(renewed.value).not.toBe(old.value);
  await context.addCookies([old]);
  const firstFrames: unknown[] = [];
  page.on("websocket", (socket) => {
    if (socket.url().includes(LIVE_PATH))
      socket.once("framereceived", ({ payload }) => firstFrames.push(JSON.parse(String(payload))));
  });
  // The page reconnects on another network.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect
    .poll(() => firstFrames.at(0))
    .toMatchObject({ event: "Closing", code: CLOSE_CODES.sessionRenewed });
  await context.addCookies([renewed]);
  await expect.poll(() => firstFrames.at(-1)).toMatchObject({ event: "Hello" });
});

test(
  "a code works once, and the second step leads back to the password",
  NIGHTLY,
  async ({ page, signUp, complaints }) => {
    complaints.expect(/^422 POST .*\/api\/auth\/login\/two-factor$/);
    const account = await signUp();
    const { secret } = await turnOn(page);
    await confirmSaved(page);
    await signOutByMenu(page, account);
    await enterSignIn(page, account.username, account.password);
    const used = authenticatorCode(secret, 1);
    await enterCode(page, used);
    await expectSignedIn(page, account);
    await signOutByMenu(page, account);

    await enterSignIn(page, account.username, account.password);
    await enterCode(page, used);
    await expect(page.getByText("That code isn't right.").first()).toBeVisible();
    await page.getByRole("button", { name: "Back to password" }).click();
    await expect(page.getByLabel("Username or email")).toHaveValue(account.username);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "One more step" })).toBeVisible();

    // The state of the first step is gone: the sign-in starts over and says why.
    await page.context().clearCookies({ name: /second|challenge|two/ });
    await enterCode(page, "123456");
    await expect(page.getByRole("alert")).toContainText(
      "That took too long. Sign in again with your password.",
    );
    await expect(page.getByLabel("Username or email")).toHaveValue(account.username);
  },
);

test(
  "an action that needs a recent password asks for it, and continues or is canceled",
  NIGHTLY,
  async ({ page, signUp, complaints }) => {
    complaints.expect(/^403 POST .*\/api\/auth\/2fa\/generate$/);
    complaints.expect(/^422 POST .*\/api\/auth\/confirm$/);
    const account = await signUp();
    await openAccount(page);
    // As half an hour after signing in.
    const requireConfirmation = (times: number) =>
      page.route(
        "**/api/auth/2fa/generate",
        (route) =>
          route.fulfill({
            status: 403,
            json: { message: "Confirm your password to do this.", code: "confirm_needed" },
          }),
        { times },
      );
    const modal = page.getByRole("dialog", { name: "Is that you?" });
    await requireConfirmation(1);
    await twoFactor(page).getByRole("button", { name: "Turn on" }).click();
    await modal.getByRole("button", { name: "Cancel" }).click();
    await expect(twoFactor(page).getByRole("alert")).toContainText("Confirm your password to do this.");

    await requireConfirmation(1);
    await twoFactor(page).getByRole("button", { name: "Turn on" }).click();
    await modal.getByLabel("Password", { exact: true }).fill("not this one");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("That's not your password.")).toBeVisible();
    await modal.getByLabel("Password", { exact: true }).fill(account.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Turn on two-factor authentication" })).toBeVisible();
  },
);
