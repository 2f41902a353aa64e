import { vi } from "vitest";
import { loginRoute } from "#domain/auth/sign-in/api.ts";
import { type DiscordLink, deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import {
  confirmRoute,
  deviceListRoute,
  endDeviceRoute,
  logoutOtherDevicesRoute,
  recoveryCodesRoute,
  secondStepRoute,
  twoFactorDisableRoute,
  twoFactorEnableRoute,
  twoFactorGenerateRoute,
} from "#domain/security/api.ts";
import {
  changeEmailRoute,
  changePasswordRoute,
  dataExportRoute,
  deleteAccountRoute,
  revertEmailRoute,
  startExportRoute,
  type UserDetails,
  userDetailsRoute,
} from "#domain/settings/api.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, fieldErrors } from "./support/site.ts";
import { test as base, describe, expect } from "./support/test.ts";

const WRONG = fieldErrors({ password: ["That's not your password."] });
const CODES = Array.from({ length: 16 }, (_, at) => `code-${at}`);

/** A member who is on their account tab. `details` changes what the site says about them. */
const test = base.extend<{ details: Given<UserDetails> }>({
  details: [
    async ({ page, site }, use) => {
      const details: Given<UserDetails> = { id: 7, username: "bobby", email_verified: true };
      site.signIn();
      site.respond(userDetailsRoute, () => details);
      site.respond(deviceListRoute, { data: [{ id: "a", current: true }, { id: "b" }] });
      await page.goto("/settings/account");
      await expect(page.getByText("Account ID")).toBeVisible();
      await use(details);
    },
    { auto: true },
  ],
});

const section = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
const press = (page: Page, heading: string, name: string | RegExp) =>
  section(page, heading).getByRole("button", { name }).click();
const dialog = (page: Page) => page.getByRole("dialog");
const devices = (page: Page) => section(page, "Where you are signed in").getByRole("listitem");
/** Enters the password in the open dialog. */
async function enterPassword(page: Page, password = "a password"): Promise<void> {
  await dialog(page).getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

describe("signing out elsewhere", () => {
  test("a new password does it, and errors are shown only at their field", async ({ page, site }) => {
    await expect(devices(page)).toHaveCount(2);
    await press(page, "Password", "Change password");
    const modal = page.getByRole("dialog", { name: "Change password" });
    await expect(modal.getByLabel("Current password")).toBeFocused();
    await page.keyboard.type("not this one");
    await modal.getByLabel("New password").fill("a better password");
    await modal.getByLabel("Repeat password").fill("a better password!");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("The two passwords don't match.")).toBeVisible();
    site.respond(changePasswordRoute, fieldErrors({ current_password: ["That's not your password."] }));
    await modal.getByLabel("Repeat password").fill("a better password");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("That's not your password.")).toHaveCount(1);
    await expect(modal.getByRole("alert")).toHaveCount(0);
    await expect(modal.getByLabel("Current password")).toBeFocused();
    await expect(modal.getByLabel("New password")).toHaveValue("a better password");
    site.respond(changePasswordRoute, {});
    site.respond(deviceListRoute, { data: [{ id: "a", current: true }] });
    await modal.getByLabel("Current password").fill("a password");
    await page.keyboard.press("Enter");
    await expect(modal).toBeHidden();
    await expect(devices(page)).toHaveCount(1);
  });

  test("is possible for one browser in the list", async ({ page, site }) => {
    site.respond(endDeviceRoute, () => {
      site.respond(deviceListRoute, { data: [{ id: "a", current: true }] });
      return {};
    });
    await devices(page)
      .nth(1)
      .getByRole("button", { name: /^Sign out / })
      .click();
    await expect(devices(page)).toHaveCount(1);
    await expect(devices(page)).toContainText("This browser");
    expect(site.calls(endDeviceRoute).map(({ params }) => params.sessionId)).toEqual(["b"]);
  });

  test("needs the password for all others", async ({ page, site }) => {
    site.respond(logoutOtherDevicesRoute, WRONG);
    await press(page, "Where you are signed in", "Log out other devices");
    await enterPassword(page);
    await expect(dialog(page).getByText("That's not your password.")).toHaveCount(1);
    site.respond(logoutOtherDevicesRoute, {});
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toHaveCount(0);
  });
});

test("errors of the email form are shown in its modal, and the input stays", async ({ page, site }) => {
  site.respond(changeEmailRoute, WRONG);
  await press(page, "Email", "Change email");
  await dialog(page).getByLabel("New email address").fill("nobody");
  await dialog(page).getByLabel("Current password").fill("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Email address must look like name@example.com.")).toBeVisible();
  await dialog(page).getByLabel("New email address").fill("other@example.com");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("That's not your password.")).toHaveCount(1);
  await expect(dialog(page).getByLabel("New email address")).toHaveValue("other@example.com");
});

test("a link that undoes an email change works only until it expires", async ({ page, site }) => {
  site.respond(revertEmailRoute, errorResponse("token_expired"));
  await page.goto(`/email/revert/${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { level: 1, name: "Undo this change?" })).toBeVisible();
  await page.getByRole("button", { name: "Undo the change" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This link no longer works" })).toBeVisible();
});

test("a member's data is prepared in the background, and then there's a link", async ({ page, site }) => {
  const data = section(page, "Your data");
  page.clock.install();
  site.respond(startExportRoute, () => {
    site.respond(dataExportRoute, { export: { state: "ready", url: "/export.zip" } });
    return { export: { state: "waiting" as const } };
  });
  await data.getByRole("button", { name: "Prepare my data" }).click();
  await enterPassword(page);
  await expect(data.getByText("Your data is being prepared.")).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(data.getByRole("link", { name: "Download" })).toLinkTo("/export.zip");
});

test("an account is deleted with its name and password", async ({ page, site }) => {
  site.respond(deleteAccountRoute, WRONG);
  await press(page, "Delete your account", "Delete account");
  const modal = page.getByRole("dialog", { name: "Delete your account permanently?" });
  await expect(modal.getByText("What's deleted")).toBeVisible();
  await expect(modal.getByText("What stays")).toBeVisible();
  const name = modal.getByLabel("Type your username, bobby");
  await name.fill("goldie");
  await enterPassword(page, "not this one");
  await expect(modal.getByText("That's not your username.")).toBeVisible();
  expect(site.calls(deleteAccountRoute)).toEqual([]);
  await name.fill("bobby");
  await page.keyboard.press("Enter");
  await expect(modal.getByText("That's not your password.").first()).toBeVisible();
  site.respond(deleteAccountRoute, () => {
    site.user = null;
    return {};
  });
  await enterPassword(page);
  await expect.poll(() => page.left).toEqual(["/?deleted=1"]);
  await page.goto("/?deleted=1");
  await expect(page.getByText("Your account has been deleted. Goodbye!")).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});

describe("two-factor authentication", () => {
  const HEADING = "Two-factor authentication";
  const list = (page: Page) => page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  const confirmSaved = (page: Page) => page.getByRole("button", { name: "I've saved my codes" }).click();

  test("is turned on with a code, and shows its recovery codes once", async ({ page, site, details }) => {
    const writeText = vi.fn(async () => {});
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(writeText);
    site.respond(twoFactorGenerateRoute, { secret: "ABCD EFGH", svg: "<svg></svg>" });
    site.respond(twoFactorEnableRoute, fieldErrors({ code: ["That code isn't right."] }));
    await press(page, HEADING, "Turn on");
    const modal = page.getByRole("dialog", { name: "Turn on two-factor authentication" });
    const code = modal.getByLabel("Code from the app");
    await code.fill("12345");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("Code must be 6 digits.")).toBeVisible();
    await expect(code).toBeFocused();
    await code.fill("000000");
    await page.keyboard.press("Enter");
    await expect(modal.getByText("That code isn't right.")).toHaveCount(1);
    site.respond(twoFactorEnableRoute, { recovery_codes: CODES });
    // With a space in the middle, as apps show it.
    await code.fill("123 456");
    await page.keyboard.press("Enter");
    await expect(list(page)).toHaveText(CODES);
    expect(site.inputs(twoFactorEnableRoute).at(-1)).toEqual({ code: "123456" });
    const codes = page.getByRole("alertdialog", { name: "Your recovery codes" });
    await codes.getByRole("button", { name: "Copy" }).click();
    await expect(codes.getByRole("button", { name: "Copied!" })).toBeVisible();
    expect(writeText.mock.calls).toEqual([[CODES.join("\n")]]);
    // The codes are not shown again: only confirming that closes it.
    await page.keyboard.press("Escape");
    await expect(codes).toBeVisible();
    Object.assign(details, { "2fa": true, recovery_codes_left: 16 });
    await confirmSaved(page);
    await expect(codes).toBeHidden();
  });

  test("gets new codes and is turned off with the password", async ({ page, site, details }) => {
    Object.assign(details, { "2fa": true, recovery_codes_left: 3 });
    await page.reload();
    site.respond(recoveryCodesRoute, { recovery_codes: CODES });
    await press(page, HEADING, "New recovery codes");
    await enterPassword(page);
    await expect(list(page)).toHaveText(CODES);
    await confirmSaved(page);
    site.respond(twoFactorDisableRoute, WRONG);
    await press(page, HEADING, "Turn off");
    const confirmation = page.getByRole("dialog", { name: "Turn two-factor authentication off?" });
    await enterPassword(page, "not this one");
    await expect(confirmation.getByText("That's not your password.")).toHaveCount(1);
    site.respond(twoFactorDisableRoute, { message: "Two-factor authentication is off." });
    details["2fa"] = false;
    await enterPassword(page);
    await expect(page.getByText("Two-factor authentication is off.")).toBeVisible();
    await expect(section(page, HEADING).getByText("Off", { exact: true })).toBeVisible();
  });

  test("asks for the password if it was entered long ago, then continues or not", async ({ page, site }) => {
    const NEEDED = errorResponse("confirm_needed");
    site.respond(twoFactorGenerateRoute, NEEDED);
    const modal = page.getByRole("dialog", { name: "Is that you?" });
    await press(page, HEADING, "Turn on");
    await modal.getByRole("button", { name: "Cancel" }).click();
    await expect(section(page, HEADING).getByRole("alert")).toContainText(
      "Confirm your password to do this.",
    );
    site.respond(confirmRoute, WRONG);
    await press(page, HEADING, "Turn on");
    await enterPassword(page, "not this one");
    await expect(modal.getByText("That's not your password.")).toBeVisible();
    site.respond(confirmRoute, {});
    site.respond(twoFactorGenerateRoute, { secret: "ABCD EFGH", svg: "<svg></svg>" });
    await enterPassword(page);
    await expect(page.getByRole("dialog", { name: "Turn on two-factor authentication" })).toBeVisible();
  });

  test("has a second step that leads back, and starts over when it took too long", async ({ page, site }) => {
    site.user = null;
    site.respond(loginRoute, { two_factor: true });
    await page.goto("/login");
    await page.getByLabel("Username or email").fill("bobby");
    const signIn = async () => {
      await page.getByLabel("Password", { exact: true }).fill("a password");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "One more step" })).toBeVisible();
    };
    const enterCode = async () => {
      await expect(page.getByLabel("Code from your authenticator app")).toBeFocused();
      await page.keyboard.type("123456");
      await page.keyboard.press("Enter");
    };
    await signIn();
    site.respond(secondStepRoute, fieldErrors({ code: ["That code isn't right."] }));
    await enterCode();
    await expect(page.getByText("That code isn't right.").first()).toBeVisible();
    await page.getByRole("button", { name: "Back to password" }).click();
    await expect(page.getByLabel("Username or email")).toHaveValue("bobby");
    await signIn();
    site.respond(secondStepRoute, errorResponse("second_step_over"));
    await enterCode();
    await expect(page.getByRole("alert")).toContainText(
      "That took too long. Sign in again with your password.",
    );
    await expect(page.getByLabel("Username or email")).toHaveValue("bobby");
  });
});

describe("a Discord account", () => {
  const LINK: DiscordLink = { discord_id: "77", global_name: "Disco", username: "disco_b" };
  const discord = (page: Page) => section(page, "Discord");
  const button = (page: Page, name: string) => discord(page).getByRole("button", { name });
  const question = (page: Page) => page.getByRole("alertdialog", { name: "Unlink Disco?" });

  test("is linked in a new tab, while this one waits", async ({ page, details }) => {
    page.clock.install();
    await page.reload();
    await expect(discord(page).getByText("No Discord account is linked.")).toBeVisible();
    await discord(page).getByRole("link", { name: "Link Discord" }).click();
    details.discord_link = { ...LINK, discord_id: "" };
    await page.clock.fastForward(3_000);
    await expect(discord(page).getByText("Linking account information")).toBeVisible();
    details.discord_link = LINK;
    await page.clock.fastForward(3_000);
    await expect(discord(page).getByText("Disco", { exact: true })).toBeVisible();
    await expect(discord(page).getByText("disco_b · ID 77")).toBeVisible();
  });

  test("is synced and unlinked, and what fails says so and leaves it", async ({ page, site, details }) => {
    details.discord_link = LINK;
    site.respond(syncDiscordRoute, { message: "It has been synced." });
    site.respond(deleteDiscordRoute, errorResponse("conflict"));
    await page.reload();
    await button(page, "Sync").click();
    await expect(page.getByText("It has been synced.")).toBeVisible();
    site.respond(syncDiscordRoute, errorResponse("conflict"));
    await button(page, "Sync").click();
    await expect(discord(page).getByRole("alert")).toContainText(
      "An error occured when syncing information to your discord account.",
    );
    await button(page, "Dismiss").click();
    await button(page, "Unlink").click();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await button(page, "Unlink").click();
    await question(page).getByRole("button", { name: "Unlink" }).click();
    await expect(discord(page).getByRole("alert")).toContainText(
      "An error occured when unlinking your discord account.",
    );
    await expect(discord(page).getByText("Disco", { exact: true })).toBeVisible();
    site.respond(deleteDiscordRoute, () => {
      details.discord_link = null;
      return { message: "It has been unlinked." };
    });
    await button(page, "Unlink").click();
    await question(page).getByRole("button", { name: "Unlink" }).click();
    await expect(page.getByText("It has been unlinked.")).toBeVisible();
    await expect(discord(page).getByRole("link", { name: "Link Discord" })).toBeVisible();
  });
});
