import { readFile } from "node:fs/promises";
import type { Cookie, Page } from "@playwright/test";
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
import { expect, newAccount, test } from "./test.ts";

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

async function enterCode(page: Page, code: string): Promise<void> {
  await expect(page.getByLabel("Code from your authenticator app")).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

// States of the account tab: tests/ui/account.test.ts.

/** The page reconnects on another network before its new cookie has arrived: it is quietly asked to do so once more. */
async function reconnectWith(page: Page, old: Cookie, renewed: Cookie): Promise<void> {
  expect(renewed.value).not.toBe(old.value);
  await page.context().addCookies([old]);
  const firstFrames: unknown[] = [];
  page.on("websocket", (socket) => {
    if (socket.url().includes(LIVE_PATH))
      socket.once("framereceived", ({ payload }) => firstFrames.push(JSON.parse(String(payload))));
  });
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect
    .poll(() => firstFrames.at(0))
    .toMatchObject({ event: "Closing", code: CLOSE_CODES.sessionRenewed });
  await page.context().addCookies([renewed]);
  await expect.poll(() => firstFrames.at(-1)).toMatchObject({ event: "Hello" });
}

test("a member signs in by codes, and undoes an email change", async ({ page, openBrowser, complaints }) => {
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

  const sessionCookie = async () => {
    const found = (await page.context().cookies()).find(({ name }) => name === "bopolis_session");
    if (!found) throw new Error("There is no session cookie.");
    return found;
  };
  const old = await sessionCookie();
  const { secret, codes } = await turnOn(page);
  await reconnectWith(page, old, await sessionCookie());
  const downloaded = page.waitForEvent("download");
  await page.getByRole("alertdialog").getByRole("button", { name: "Download" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe("recovery-codes.txt");
  const text = await readFile(await file.path(), "utf8");
  for (const code of codes) expect(text).toContain(code);
  await page.getByRole("button", { name: "I've saved my codes" }).click();
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
