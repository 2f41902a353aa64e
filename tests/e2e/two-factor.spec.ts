import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { CLOSE, LIVE_PATH } from "#domain/live/frames.ts";
import { codeOf, expectSignedIn, mailedLink, openAccount, part, signIn, signOut } from "./account.ts";
import { expect, NIGHTLY, newPerson, test } from "./fixtures.ts";

const twoFactor = (page: Page) => part(page, "Two-factor authentication");

/** Turns it on and answers the app's secret and the recovery codes; the code of this very step is used up. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await openAccount(page);
  await twoFactor(page).getByRole("button", { name: "Turn on" }).click();
  const window = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
  await expect(window.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = ((await window.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await expect(window.getByLabel("Code from the app")).toBeFocused();
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press("Enter");
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(16);
  return { secret, codes: await list.getByRole("listitem").allTextContents() };
}

const keep = (page: Page) => page.getByRole("button", { name: "I have kept them" }).click();

async function giveCode(page: Page, code: string): Promise<void> {
  await expect(page.getByLabel("Code from your authenticator app")).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

test("a newcomer verifies, turns two factors on, signs in by code and by recovery code, logs out elsewhere, changes the e-mail and takes it back", async ({
  page,
  openBrowser,
  complaints,
}) => {
  test.slow();
  const person = newPerson();
  await page.goto("/register");
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Password again").fill(person.password);
  await page.keyboard.press("Enter");
  await expectSignedIn(page, person);
  await page.goto(await mailedLink(page, person.email, /Confirm/));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your e-mail address is verified.")).toBeVisible();

  const { secret, codes } = await turnOn(page);
  await keep(page);
  await expect(twoFactor(page).getByText("16 recovery codes left")).toBeVisible();

  await signOut(page, person);
  await signIn(page, person.username, person.password);
  await giveCode(page, codeOf(secret, 1));
  await expectSignedIn(page, person);

  const elsewhere = await openBrowser();
  await signIn(elsewhere, person.email, person.password);
  await elsewhere.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(elsewhere.getByLabel("Recovery code")).toBeFocused();
  await elsewhere.keyboard.type((codes[0] ?? "").toUpperCase());
  await elsewhere.keyboard.press("Enter");
  await expectSignedIn(elsewhere, person);

  await openAccount(page);
  await expect(twoFactor(page).getByText("15 recovery codes left")).toBeVisible();
  const devices = part(page, "Where you are signed in");
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(devices.getByRole("listitem").first()).toContainText("This browser");
  await devices.getByRole("button", { name: "Log out other devices" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await elsewhere.goto("/transactions");
  await expect(elsewhere).toHaveURL(/^[^?]+\/login\?next=/);

  const other = `new-${person.email}`;
  const email = part(page, "E-mail");
  await expect(email.getByText("Verified", { exact: true })).toBeVisible();
  await email.getByRole("button", { name: "Change e-mail" }).click();
  const window = page.getByRole("dialog", { name: "Change e-mail" });
  await window.getByLabel("New e-mail address").fill(other);
  await window.getByLabel("Current password").fill(person.password);
  await page.keyboard.press("Enter");
  await expect(window).toBeHidden();
  await expect(email.getByText("Not verified", { exact: true })).toBeVisible();
  await expect(page.getByText("Verify your e-mail address: we sent you a link.")).toBeVisible();

  await elsewhere.goto(await mailedLink(elsewhere, person.email, /another e-mail address/));
  await elsewhere.getByRole("button", { name: "Take it back" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Your old address is back" })).toBeVisible();
  await elsewhere.getByRole("button", { name: "Choose a new password" }).click();
  const password = `better ${person.password}`;
  await elsewhere.getByLabel("New password").fill(password);
  await elsewhere.getByLabel("Password again").fill(password);
  await elsewhere.keyboard.press("Enter");
  await expect(elsewhere.getByRole("heading", { name: "That is your password now" })).toBeVisible();

  await page.goto("/transactions");
  await expect(page).toHaveURL(/^[^?]+\/login\?next=/);
  await signIn(page, person.email, password);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  complaints.expect(/^422 POST .*\/api\/auth\/login\/two-factor$/);
  await page.keyboard.type(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText("That code is not right.").first()).toBeVisible();
  await page.getByLabel("Recovery code").fill(codes[1] ?? "");
  await page.keyboard.press("Enter");
  await expectSignedIn(page, person);
  await openAccount(page);
  await expect(part(page, "E-mail").getByText("Verified", { exact: true })).toBeVisible();
});

test(
  "recovery codes are shown once, and can be downloaded and copied",
  NIGHTLY,
  async ({ page, context, join }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await join();
    const { codes } = await turnOn(page);
    const window = page.getByRole("alertdialog", { name: "Your recovery codes" });
    const coming = page.waitForEvent("download");
    await window.getByRole("button", { name: "Download" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe("recovery-codes.txt");
    const text = await readFile(await file.path(), "utf8");
    for (const code of codes) expect(text).toContain(code);

    await window.getByRole("button", { name: "Copy" }).click();
    await expect(window.getByRole("button", { name: "Copied!" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
    await expect(window.getByRole("button", { name: "Copy", exact: true })).toBeVisible();

    // What is lost now is not shown again: only saying so closes it.
    await page.keyboard.press("Escape");
    await expect(window).toBeVisible();
    await keep(page);
    await expect(window).toBeHidden();
  },
);

test(
  "a wrong code is told in the window, turning off wants the password, and new codes end the old ones",
  NIGHTLY,
  async ({ page, join, complaints }) => {
    complaints.expect(/^422 POST .*\/api\/auth\/2fa\/enable$/);
    complaints.expect(/^422 POST .*\/api\/auth\/2fa\/disable$/);
    const person = await join();
    await openAccount(page);
    await twoFactor(page).getByRole("button", { name: "Turn on" }).click();
    const window = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
    const code = window.getByLabel("Code from the app");
    await code.fill("12345");
    await page.keyboard.press("Enter");
    await expect(window.getByText("Code must be six digits.")).toBeVisible();
    await expect(code).toBeFocused();
    const secret = ((await window.locator("code").textContent()) ?? "").replaceAll(" ", "");
    const right = codeOf(secret);
    await code.fill(right === "000000" ? "000001" : "000000");
    await page.keyboard.press("Enter");
    await expect(window.getByText("That code is not right.")).toHaveCount(1);
    // A space between, as apps show it.
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await page.keyboard.press("Enter");
    const list = page.getByRole("list", { name: "Recovery codes" });
    const codes = await list.getByRole("listitem").allTextContents();
    await keep(page);

    await twoFactor(page).getByRole("button", { name: "New recovery codes" }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(list.getByRole("listitem")).toHaveCount(16);
    for (const fresh of await list.getByRole("listitem").allTextContents())
      expect(codes).not.toContain(fresh);
    await keep(page);

    await twoFactor(page).getByRole("button", { name: "Turn off" }).click();
    const question = page.getByRole("dialog", { name: "Turn two-factor authentication off?" });
    await question.getByLabel("Password", { exact: true }).fill("not this one");
    await page.keyboard.press("Enter");
    await expect(question.getByText("That is not your password.")).toHaveCount(1);
    await question.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Two-factor authentication is off.")).toBeVisible();
    await expect(twoFactor(page).getByText("Off", { exact: true })).toBeVisible();

    await signOut(page, person);
    await signIn(page, person.username, person.password);
    await expectSignedIn(page, person);
  },
);

test("a page that comes back before its new cookie has arrived is quietly told to come again", async ({
  page,
  context,
  join,
}) => {
  const cookie = async () => (await context.cookies()).find(({ name }) => name === "bopolis_session");
  /** What the page's next socket hears first. */
  const nextSocket = async () => {
    const socket = await page.waitForEvent("websocket", (one) => one.url().includes(LIVE_PATH));
    const { payload } = await socket.waitForEvent("framereceived");
    return JSON.parse(String(payload)) as unknown;
  };
  await join();
  await openAccount(page);
  const old = await cookie();
  await turnOn(page);
  const renewed = await cookie();
  if (!old || !renewed) throw new Error("nobody is signed in");
  expect(renewed.value).not.toBe(old.value);
  await context.addCookies([old]);
  const early = nextSocket();
  // The page comes back to another network.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  expect(await early).toEqual({ event: "Closing", code: CLOSE.sessionRenewed });
  await context.addCookies([renewed]);
  expect(await nextSocket()).toMatchObject({ event: "Hello" });
});

test(
  "a code works once, and the second step leads back to the password",
  NIGHTLY,
  async ({ page, join, complaints }) => {
    complaints.expect(/^422 POST .*\/api\/auth\/login\/two-factor$/);
    const person = await join();
    const { secret } = await turnOn(page);
    await keep(page);
    await signOut(page, person);
    await signIn(page, person.username, person.password);
    const used = codeOf(secret, 1);
    await giveCode(page, used);
    await expectSignedIn(page, person);
    await signOut(page, person);

    await signIn(page, person.username, person.password);
    await giveCode(page, used);
    await expect(page.getByText("That code is not right.").first()).toBeVisible();
    await page.getByRole("button", { name: "Back to the password" }).click();
    await expect(page.getByLabel("Username or e-mail")).toHaveValue(person.username);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "One more step" })).toBeVisible();

    // What the first step left behind is gone: it begins anew, and says why.
    await page.context().clearCookies({ name: /second|challenge|two/ });
    await giveCode(page, "123456");
    await expect(page.getByRole("alert")).toContainText(
      "That took too long. Sign in again with your password.",
    );
    await expect(page.getByLabel("Username or e-mail")).toHaveValue(person.username);
  },
);

test(
  "an act that wants the password once more asks for it, and goes on or gives up",
  NIGHTLY,
  async ({ page, join, complaints }) => {
    complaints.expect(/^403 POST .*\/api\/auth\/2fa\/generate$/);
    complaints.expect(/^422 POST .*\/api\/auth\/confirm$/);
    const person = await join();
    await openAccount(page);
    // As it is half an hour after signing in.
    const refuse = (times: number) =>
      page.route(
        "**/api/auth/2fa/generate",
        (route) =>
          route.fulfill({
            status: 403,
            json: { message: "Confirm your password to do this.", code: "confirm_needed" },
          }),
        { times },
      );
    const window = page.getByRole("dialog", { name: "Is it you?" });
    await refuse(1);
    await twoFactor(page).getByRole("button", { name: "Turn on" }).click();
    await window.getByRole("button", { name: "Cancel" }).click();
    await expect(twoFactor(page).getByRole("alert")).toContainText("Confirm your password to do this.");

    await refuse(1);
    await twoFactor(page).getByRole("button", { name: "Turn on" }).click();
    await window.getByLabel("Password", { exact: true }).fill("not this one");
    await page.keyboard.press("Enter");
    await expect(window.getByText("That is not your password.")).toBeVisible();
    await window.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Turn on two-factor authentication" })).toBeVisible();
  },
);
