import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { type Account, expect } from "./test.ts";

const STEP_MS = 30_000;

/** The code of an authenticator app, `later` steps from now because a code works only once. */
export const authenticatorCode = (secret: string, later = 0): string =>
  generateSync({ secret, epoch: Math.floor((Date.now() + later * STEP_MS) / 1000) });

/** The link in the newest mail to this address with a matching subject. */
export async function mailedLink(page: Page, email: string, subject: RegExp): Promise<string> {
  await page.goto("/dev/outbox");
  const mail = page
    .getByRole("article")
    .filter({ hasText: email })
    .filter({ has: page.getByRole("heading", { name: subject }) });
  return (await mail.first().getByRole("link").first().getAttribute("href")) ?? "";
}

/** Completes the first step of signing in. */
export async function enterSignIn(page: Page, login: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username or email").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

export async function expectSignedIn(page: Page, { username }: Pick<Account, "username">): Promise<void> {
  await expect(page.getByRole("button", { name: `Account menu of ${username}` })).toBeVisible();
}

export async function signOutByMenu(page: Page, { username }: Pick<Account, "username">): Promise<void> {
  await page.getByRole("button", { name: `Account menu of ${username}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
}

/** Opens the account tab and waits until it shows the account. */
export async function openAccount(page: Page): Promise<void> {
  await page.goto("/settings");
  await expect(page).toHaveURL("/settings/account");
  await expect(page.getByText("Account ID")).toBeVisible();
}

/** A section of the settings by its heading. */
export const settingsSection = (page: Page, heading: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
