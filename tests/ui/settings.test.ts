import { sessionRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { blockListRoute } from "#domain/blocks/api.ts";
import { customerRoute, invoicesRoute } from "#domain/gold/api.ts";
import { standingRoute } from "#domain/moderation/api.ts";
import {
  startExportRoute,
  updateAccountRoute,
  updateBioRoute,
  userDetailsRoute,
} from "#domain/settings/api.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, pageOf } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const DETAILS = { id: 7, username: "bobby", email_address: "bo***@example.com", email_verified: true };

test.beforeEach(({ site }) => {
  site.signIn({ message_privacy_permission_id: 1, comment_privacy_permission_id: 1, theme_id: 1 });
  site.respond(userDetailsRoute, DETAILS);
});

const tabs = (page: Page) => page.getByRole("navigation", { name: "Sections of your settings" });
const section = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("the tabs are in the URL, Back returns to the previous one, and an unknown tab is a missing page", async ({
  page,
  site,
}) => {
  // The billing tab asks its page for preloaded details first.
  site.files.set("/settings/billing", "");
  site.respond(customerRoute, { plans: [] });
  site.respond(invoicesRoute, {});
  await page.goto("/levels");
  await page.getByRole("button", { name: "Account menu of bobby" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings/account");
  for (const [name, path] of [
    ["Privacy", "/settings/privacy"],
    ["Appearance", "/settings/appearance"],
    ["Billing", "/settings/billing"],
  ] as const) {
    await tabs(page).getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(tabs(page).getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
  await page.goBack();
  await expect(page).toHaveURL("/settings/appearance");
  await page.goto("/settings/friends");
  await expect(page.getByRole("heading", { level: 1, name: "No one lives here" })).toBeVisible();
});

test("a link passes a message or an error to the page by its code", async ({ page }) => {
  await page.goto("/settings/account?message=discord_linked");
  await expect(page.getByText("Your Discord account is linked.")).toBeVisible();
  await expect(page).toHaveURL("/settings/account");
  await page.goto("/settings/account?error=discord_denied");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Discord wasn't linked, because you didn't allow it there.");
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await expect(alert).toHaveCount(0);
});

describe("the bio", () => {
  test("is saved when it has changed, and keeps what was typed when it isn't accepted", async ({
    page,
    site,
  }) => {
    site.respond(updateBioRoute, {});
    await page.goto("/settings/account");
    const box = section(page, "Bio").getByRole("textbox");
    const bio = section(page, "Bio");
    const save = bio.getByRole("button", { name: "Save" });
    await save.click({ force: true });
    expect(site.calls(updateBioRoute)).toEqual([]);
    await box.fill("I build towers.");
    await expect(bio).toContainText("15 / 1,000");
    await save.click();
    await expect(save).toHaveAttribute("aria-disabled", "true");
    expect(site.calls(updateBioRoute).map(({ input }) => input)).toEqual([{ bio: "I build towers." }]);
    await box.fill("x".repeat(1_001));
    await save.click();
    await expect(bio).toContainText("Bio must be at most 1000 characters.");
    expect(site.calls(updateBioRoute)).toHaveLength(1);
    site.respond(updateBioRoute, errorResponse("invalid", { message: "Not these words." }));
    await box.fill("Rude words.");
    await save.click();
    await expect(bio.getByRole("alert")).toContainText("Not these words.");
    await expect(box).toHaveValue("Rude words.");
  });

  test("can be saved again when it was edited while it was being saved", async ({ page, site }) => {
    const held = site.hold(updateBioRoute, {});
    await page.goto("/settings/account");
    const box = section(page, "Bio").getByRole("textbox");
    const save = section(page, "Bio").getByRole("button", { name: "Save" });
    await box.fill("I build towers.");
    await save.click();
    await box.fill("I build bridges.");
    held.release();
    await expect(save).not.toHaveAttribute("aria-busy", "true");
    await save.click();
    await expect(save).toHaveAttribute("aria-disabled", "true");
    expect(site.calls(updateBioRoute).map(({ input }) => input.bio)).toEqual([
      "I build towers.",
      "I build bridges.",
    ]);
  });
});

test("the account tab shows the account, with a part of the email address", async ({ page }) => {
  await page.goto("/settings/account");
  await expect(page.getByText("with 0 XP")).toBeVisible();
  await expect(page.getByRole("link", { name: "Learn about Gold" })).toHaveAttribute("href", "/gold");
  await expect(page.getByRole("switch", { name: /Golden username/ })).toBeDisabled();
  await expect(page.getByText("bo***@example.com")).toBeVisible();
});

test("the privacy tab lists blocked users and saves choices at once; one that fails is reverted with a quiet message", async ({
  page,
  site,
}) => {
  site.respond(updateAccountRoute, {});
  site.respond(blockListRoute, pageOf([{ id: 9, username: "grumpy" }]));
  await page.goto("/settings/privacy");
  await expect(page.getByRole("heading", { level: 2, name: /^Blocked users/ })).toHaveText("Blocked users1");
  await expect(page.getByRole("button", { name: "Unblock grumpy" })).toBeVisible();
  await page.getByLabel("Who can message you").selectOption("Buddies");
  await page.getByLabel("Who can comment on your profile").selectOption("No one");
  await page.getByRole("switch", { name: /Appear offline/ }).check();
  await expect
    .poll(() => site.calls(updateAccountRoute).map(({ input }) => input))
    .toEqual([
      { message_privacy_permission_id: 2 },
      { comment_privacy_permission_id: 3 },
      { appear_offline: true },
    ]);
  site.respond(updateAccountRoute, errorResponse("forbidden", { message: "Not today." }));
  await page.getByLabel("Who can comment on your profile").selectOption("Everyone");
  await expect(page.getByText("That couldn't be saved. Try again.")).toBeVisible();
  await expect(page.getByLabel("Who can comment on your profile")).toHaveValue("3");
});

describe("a site theme", () => {
  const theme = (page: Page) => page.locator("html");

  test("shows at once, is reverted with the page if it is not saved, and stays if it is", async ({
    page,
    site,
  }) => {
    site.respond(updateAccountRoute, {});
    await page.goto("/settings/appearance");
    await page.getByRole("radio", { name: "Grape", exact: true }).check();
    await expect(theme(page)).toHaveAttribute("data-theme", "grape");
    await tabs(page).getByRole("link", { name: "Privacy" }).click();
    await expect(theme(page)).not.toHaveAttribute("data-theme", "grape");

    await tabs(page).getByRole("link", { name: "Appearance" }).click();
    await page.getByRole("radio", { name: "Grape", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(theme(page)).toHaveAttribute("data-theme", "seafoam");
    await page.getByRole("button", { name: "Save theme" }).click();
    await expect(page.getByText("Theme saved.")).toBeVisible();
    await tabs(page).getByRole("link", { name: "Privacy" }).click();
    await expect(theme(page)).toHaveAttribute("data-theme", "seafoam");
    expect(site.calls(updateAccountRoute).map(({ input }) => input)).toEqual([{ theme_id: 4 }]);
  });

  test("that couldn't be saved says so, stays unsaved, and is saved by the next press", async ({
    page,
    site,
  }) => {
    site.respond(updateAccountRoute, errorResponse("unavailable"));
    await page.goto("/settings/appearance");
    await page.getByRole("radio", { name: "Grape", exact: true }).check();
    const save = page.getByRole("button", { name: "Save theme" });
    await save.click();
    await expect(page.getByText("That couldn't be saved. Try again.")).toBeVisible();
    await expect(theme(page)).toHaveAttribute("data-theme", "grape");
    await expect(save).not.toHaveAttribute("aria-disabled", "true");
    site.respond(updateAccountRoute, {});
    await save.click();
    await expect(page.getByText("Theme saved.")).toBeVisible();
  });
});

describe("a banned member", () => {
  const BAN = { reason: "Too many cones.", until: null };

  test("sees why, keeps their security settings and can download their data", async ({ page, site }) => {
    site.signIn({ banned: BAN });
    site.respond(standingRoute, { banned: BAN });
    site.respond(startExportRoute, { export: { state: "waiting" } });
    await page.goto("/banned");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is banned");
    await expect(page.getByText("Banned permanently.")).toBeVisible();
    await expect(page.getByText("Reason: Too many cones.")).toBeVisible();
    await expect(page.getByRole("link", { name: /Gold|Shop|Levels|billing/i })).toHaveCount(0);
    await page.getByRole("button", { name: "Prepare my data" }).click();
    await page.getByRole("textbox", { name: "Password" }).fill("a password");
    await page.getByRole("dialog").getByRole("button", { name: "Prepare my data" }).click();
    await expect
      .poll(() => site.calls(startExportRoute).map(({ input }) => input))
      .toEqual([{ password: "a password" }]);

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

  test("is led back to the site when the ban is lifted", async ({ page, site }) => {
    site.signIn({ banned: BAN });
    site.respond(standingRoute, { banned: BAN });
    page.clock.install();
    await page.goto("/banned");
    await expect(page.getByText("Banned permanently.")).toBeVisible();
    site.respond(sessionRoute, { user: { ...site.user, banned: null } });
    await page.clock.fastForward(15_000);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("navigation").first()).toBeVisible();
  });
});

test("staff without two-factor authentication see on every page how to turn it on", async ({
  page,
  site,
}) => {
  site.signIn({ needs_two_factor: true });
  await page.goto("/levels");
  await expect(page.getByText("Staff tools need two-factor authentication.")).toBeVisible();
  await page.getByRole("link", { name: "Turn it on" }).click();
  await expect(page).toHaveURL("/settings/account");
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
});

test("a weak password is rejected at its field before anything is sent", async ({ page, site }) => {
  site.user = null;
  await page.goto("/register");
  await page.getByLabel("Username").fill("towerfan");
  await page.getByLabel("Email address").fill("towerfan@example.com");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("abcdefgh");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password must be more than letters or keys in a row.")).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill("towerfan");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password must be more than your username.")).toBeVisible();
  expect(site.calls(registerRoute)).toEqual([]);
});
