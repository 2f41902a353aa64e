import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expect, type Person } from "./fixtures.ts";

const STEP_MS = 30_000;

/** What an authenticator app with this secret shows; `later` steps from now, for a code may be used once. */
export const codeOf = (secret: string, later = 0): string =>
  generateSync({ secret, epoch: Math.floor((Date.now() + later * STEP_MS) / 1000) });

/** The address in the newest mail to somebody whose subject is like this. */
export async function mailedLink(page: Page, email: string, subject: RegExp): Promise<string> {
  await page.goto("/dev/outbox");
  const mail = page
    .getByRole("article")
    .filter({ hasText: email })
    .filter({ has: page.getByRole("heading", { name: subject }) });
  return (await mail.first().getByRole("link").first().getAttribute("href")) ?? "";
}

/** Fills the first step of signing in. */
export async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username or e-mail").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

export async function expectSignedIn(page: Page, { username }: Pick<Person, "username">): Promise<void> {
  await expect(page.getByRole("button", { name: `Account menu of ${username}` })).toBeVisible();
}

export async function signOut(page: Page, { username }: Pick<Person, "username">): Promise<void> {
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

/** A part of the settings by its heading. */
export const part = (page: Page, heading: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
