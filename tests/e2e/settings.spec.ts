import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { openAccount, settingsSection } from "./enter-sign-in.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { type Account, expect, NIGHTLY, newAccount, test } from "./test.ts";

const tabs = (page: Page) => page.getByRole("navigation", { name: "Sections of your settings" });
const theme = (page: Page) => page.locator("html");

test(
  "the tabs are in the URL, Back returns to the previous one, and an unknown tab is a missing page",
  NIGHTLY,
  async ({ page, signUp, complaints }) => {
    const account = await signUp();
    await page.goto("/levels");
    await page.getByRole("button", { name: `Account menu of ${account.username}` }).click();
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
      if (name === "Billing")
        await expect(page.getByText("You don't have a Gold subscription.")).toBeVisible();
    }
    await page.goBack();
    await expect(page).toHaveURL("/settings/appearance");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Site theme" })).toBeVisible();
    complaints.expect(/^404 GET .*\/settings\/friends$/);
    await page.goto("/settings/friends");
    await expect(page.getByRole("heading", { level: 1, name: "No one lives here" })).toBeVisible();
  },
);

test("a visitor is asked to sign in before they see any settings", async ({ page }) => {
  await page.goto("/settings/privacy");
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/settings/privacy")}`);
});

test(
  "a link passes a message or an error to the page by its code, and no text of its own",
  NIGHTLY,
  async ({ page, signUp }) => {
    await signUp();
    await page.goto("/settings/account?message=discord_linked");
    await expect(page.getByText("Your Discord account is linked.")).toBeVisible();
    await expect(page).toHaveURL("/settings/account");
    await page.goto("/settings/account?error=discord_denied");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Discord wasn't linked, because you didn't allow it there.");
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await expect(alert).toHaveCount(0);
    await page.goto("/settings/account?error=Call+this+number");
    await expect(page).toHaveURL("/settings/account");
    await expect(page.getByText("Account ID")).toBeVisible();
    await expect(page.getByText("Call this number")).toHaveCount(0);
  },
);

test("a bio that is edited while it is being saved can be saved again", async ({ page, signUp }) => {
  const account = await signUp();
  await openAccount(page);
  const bio = settingsSection(page, "Bio");
  const held = Promise.withResolvers<void>();
  await page.route(
    "**/api/auth/user",
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const box = bio.getByRole("textbox");
  const save = bio.getByRole("button", { name: "Save" });
  await box.fill("I build towers.");
  await save.click();
  await box.fill("I build bridges.");
  held.resolve();
  await save.click();
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await expect(save).not.toHaveAttribute("aria-busy", "true");
  await page.goto(`/users/${account.username}`);
  await expect(page.getByText("I build bridges.")).toBeVisible();
});

test("the account tab shows the account, and the bio is saved when it has changed", async ({
  page,
  signUp,
  complaints,
}) => {
  const account = await signUp({ verified: false });
  await openAccount(page);
  const you = settingsSection(page, "You");
  await expect(you.getByText(account.username, { exact: true })).toBeVisible();
  await expect(you.getByText("1, with 0 XP")).toBeVisible();
  await expect(you.getByRole("link", { name: "Learn about Gold" })).toHaveAttribute("href", "/gold");
  await expect(you.getByRole("switch", { name: /Golden username/ })).toBeDisabled();
  const email = settingsSection(page, "Email");
  await expect(email.getByText(account.email)).toHaveCount(0);
  await expect(email.getByText(new RegExp(`^${account.email.slice(0, 2)}\\*+@`))).toBeVisible();
  await email.getByRole("button", { name: "Send link again" }).click();

  const bio = settingsSection(page, "Bio");
  const box = bio.getByRole("textbox");
  expect((await box.boundingBox())?.height).toBe(120);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/user")) sent.push(request.postData() ?? "");
  });
  const save = bio.getByRole("button", { name: "Save" });
  await save.click({ force: true });
  await box.fill("I build towers.");
  await expect(bio.getByText("15 / 1,000")).toBeVisible();
  await save.click();
  await expect.poll(() => sent).toEqual([JSON.stringify({ bio: "I build towers." })]);
  await expect(save).toHaveAttribute("aria-disabled", "true");
  await save.click({ force: true });
  expect(sent).toHaveLength(1);
  await box.fill("x".repeat(1_001));
  await save.click();
  await expect(bio.getByText("Bio must be at most 1000 characters.")).toBeVisible();

  complaints.expect(/^422 POST .*\/api\/auth\/user$/);
  await page.route("**/api/auth/user", (route) =>
    route.fulfill({ status: 422, json: { message: "Not these words." } }),
  );
  await box.fill("Rude words.");
  await save.click();
  await expect(bio.getByRole("alert")).toContainText("Not these words.");
  await expect(box).toHaveValue("Rude words.");
  await page.goto(`/users/${account.username}`);
  await expect(page.getByText("I build towers.")).toBeVisible();
});

test(
  "privacy choices are saved at once, and one that fails is reverted with a quiet message",
  NIGHTLY,
  async ({ page, signUp, api, complaints }) => {
    await signUp();
    await page.goto("/settings/privacy");
    const saved = () => page.waitForResponse("**/api/auth/update");
    for (const [label, choice] of [
      ["Who can message you", "Buddies"],
      ["Who can comment on your profile", "No one"],
      ["Who can join you in game", "Buddies"],
    ] as const) {
      const done = saved();
      await page.getByLabel(label).selectOption(choice);
      await done;
    }
    const done = saved();
    await page.getByRole("switch", { name: /Appear offline/ }).check();
    await done;
    const { user } = await api.get<{ user: Record<string, unknown> }>("/api/session");
    expect(user).toMatchObject({
      message_privacy_permission_id: 2,
      comment_privacy_permission_id: 3,
      join_privacy_permission_id: 2,
      appear_offline: true,
    });
    await page.reload();
    await expect(page.getByLabel("Who can comment on your profile")).toHaveValue("3");
    await expect(page.getByRole("switch", { name: /Appear offline/ })).toBeChecked();
    await expect(page.getByRole("heading", { level: 2, name: /^Blocked users/ })).toBeVisible();

    complaints.expect(/^403 POST .*\/api\/auth\/update$/);
    await page.route("**/api/auth/update", (route) =>
      route.fulfill({ status: 403, json: { message: "Not today." } }),
    );
    await page.getByLabel("Who can comment on your profile").selectOption("Everyone");
    await expect(page.getByText("That couldn't be saved. Try again.")).toBeVisible();
    await expect(page.getByLabel("Who can comment on your profile")).toHaveValue("3");
  },
);

test(
  "blocked users are listed in the privacy tab, with the search in the URL",
  NIGHTLY,
  async ({ page, signUp, api, otherUser }) => {
    await signUp();
    const { account } = await otherUser();
    await api.post(`/api/block/${account.username}/toggle`);
    await page.goto("/settings/privacy");
    await expect(page.getByRole("heading", { level: 2, name: /^Blocked users/ })).toHaveText(
      "Blocked users1",
    );
    await page.getByRole("searchbox", { name: "Search blocked users" }).fill("qqqqzzzz");
    await expect(page).toHaveURL("/settings/privacy?search=qqqqzzzz");
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Show everyone" }).click();
    await page.getByRole("button", { name: `Unblock ${account.username}` }).click();
    await expect(page.getByText("No users found")).toBeVisible();
  },
);

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

test(
  "a site theme shows at once, is reverted with the page if it is not saved, and stays if it is",
  NIGHTLY,
  async ({ page, signUp, api }) => {
    await signUp();
    await page.goto("/settings/appearance");
    await expect(theme(page)).toHaveAttribute("data-theme", "night");
    await page.getByRole("radio", { name: "Grape", exact: true }).check();
    await expect(theme(page)).toHaveAttribute("data-theme", "grape");
    await tabs(page).getByRole("link", { name: "Privacy" }).click();
    await expect(theme(page)).toHaveAttribute("data-theme", "night");

    await tabs(page).getByRole("link", { name: "Appearance" }).click();
    await page.getByRole("radio", { name: "Grape", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(theme(page)).toHaveAttribute("data-theme", "seafoam");
    await page.getByRole("button", { name: "Save theme" }).click();
    await expect(page.getByText("Theme saved.")).toBeVisible();
    await tabs(page).getByRole("link", { name: "Privacy" }).click();
    await expect(theme(page)).toHaveAttribute("data-theme", "seafoam");
    expect((await api.get<{ user: { theme_id: number } }>("/api/session")).user.theme_id).toBe(4);
    await page.context().clearCookies({ name: "bopolis_theme" });
    await page.reload();
    await expect(theme(page)).toHaveAttribute("data-theme", "seafoam");
  },
);

test("a site theme that couldn't be saved says so, stays unsaved, and is saved by the next press", async ({
  page,
  signUp,
  api,
  complaints,
}) => {
  complaints.expect(/^503 POST .*\/api\/auth\/update/);
  await signUp();
  await page.goto("/settings/appearance");
  await page.getByRole("radio", { name: "Grape", exact: true }).check();
  await page.route("**/api/auth/update", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  const save = page.getByRole("button", { name: "Save theme" });
  await save.click();
  await expect(page.getByText("That couldn't be saved. Try again.")).toBeVisible();
  await expect(theme(page), "the preview stays").toHaveAttribute("data-theme", "grape");
  await expect(save).not.toHaveAttribute("aria-disabled", "true");
  await save.click();
  await expect(page.getByText("Theme saved.")).toBeVisible();
  expect((await api.get<{ user: { theme_id: number } }>("/api/session")).user.theme_id).toBe(3);
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

test("the ban page leads back to the site by itself when the ban is lifted", async ({
  page,
  signUp,
  otherUser,
}) => {
  const { account, staff } = await signUpBanned(signUp, otherUser);
  await page.clock.install();
  await page.goto("/banned");
  await expect(page.getByText("Banned permanently.")).toBeVisible();
  await staff.post(`/api/staff/users/${account.username}/unban`, {});
  await page.clock.runFor(15_000);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("navigation").first()).toBeVisible();
});

test("staff without two-factor authentication see on every page how to turn it on", async ({
  page,
  signUp,
  complaints,
}) => {
  // The browser doesn't know the origin of a page that the test has passed on.
  complaints.allow(/WebSocket connection to .* failed: .*LOCAL_NETWORK_ACCESS/);
  await signUp();
  await page.route("**/levels", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"needs_two_factor":false', '"needs_two_factor":true');
    await route.fulfill({ response, body });
  });
  await page.goto("/levels");
  await expect(page.getByText("Staff tools need two-factor authentication.")).toBeVisible();
  await page.getByRole("link", { name: "Turn it on" }).click();
  await expect(page).toHaveURL("/settings/account");
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
});

test("a weak password is rejected at its field before anything is sent", async ({ page }) => {
  const { username, email } = newAccount();
  await page.goto("/register");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("abcdefgh");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password must be more than letters or keys in a row.")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(username);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password must be more than your username.")).toBeVisible();
});
