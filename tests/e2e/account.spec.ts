import { readFile } from "node:fs/promises";
import { unzip } from "#tests/support/unzip.ts";
import { expectSignedIn, openAccount, part, signIn } from "./account.ts";
import { expect, NIGHTLY, test } from "./fixtures.ts";

test("a new password signs out every other browser, and what is wrong is said at the field alone", async ({
  page,
  join,
  openBrowser,
  complaints,
}) => {
  const person = await join();
  const elsewhere = await openBrowser();
  await signIn(elsewhere, person.username, person.password);
  await expectSignedIn(elsewhere, person);
  await openAccount(page);
  const devices = part(page, "Where you are signed in").getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await part(page, "Password").getByRole("button", { name: "Change password" }).click();
  const window = page.getByRole("dialog", { name: "Change password" });
  const password = `better ${person.password}`;
  await expect(window.getByLabel("Current password")).toBeFocused();
  await page.keyboard.type("not this one");
  await window.getByLabel("New password").fill(password);
  await window.getByLabel("Password again").fill(`${password}!`);
  await page.keyboard.press("Enter");
  await expect(window.getByText("The two passwords are not the same.")).toBeVisible();

  complaints.expect(/^422 POST .*\/api\/auth\/user\/password$/);
  await window.getByLabel("Password again").fill(password);
  await page.keyboard.press("Enter");
  await expect(window.getByText("That is not your password.")).toHaveCount(1);
  await expect(window.getByRole("alert")).toHaveCount(0);
  await expect(window.getByLabel("Current password")).toBeFocused();
  await expect(window.getByLabel("New password")).toHaveValue(password);
  await window.getByLabel("Current password").fill(person.password);
  await page.keyboard.press("Enter");
  await expect(window).toBeHidden();
  await expect(devices).toHaveCount(1);

  await elsewhere.goto("/transactions");
  await expect(elsewhere).toHaveURL(/\/login\?next=/);
  complaints.expect(/^422 POST .*\/api\/auth\/login$/);
  await signIn(elsewhere, person.username, person.password);
  await expect(elsewhere.getByText("That username or password is not right.")).toBeVisible();
  await elsewhere.getByLabel("Password", { exact: true }).fill(password);
  await elsewhere.keyboard.press("Enter");
  await expectSignedIn(elsewhere, person);
});

test("one browser is signed out from the list of them", async ({ page, join, openBrowser }) => {
  const person = await join();
  const elsewhere = await openBrowser();
  await signIn(elsewhere, person.username, person.password);
  await expectSignedIn(elsewhere, person);
  await openAccount(page);
  const devices = part(page, "Where you are signed in").getByRole("listitem");
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
  "refusals of the e-mail form and of logging out others stand in their windows, and what was typed stays",
  NIGHTLY,
  async ({ page, join, complaints }) => {
    complaints.expect(/^422 POST .*\/api\/auth\/user\/email$/);
    complaints.expect(/^422 POST .*\/api\/auth\/logout-other-devices$/);
    const person = await join();
    await openAccount(page);
    await part(page, "E-mail").getByRole("button", { name: "Change e-mail" }).click();
    const window = page.getByRole("dialog");
    await window.getByLabel("New e-mail address").fill("nobody");
    await window.getByLabel("Current password").fill("not this one");
    await page.keyboard.press("Enter");
    await expect(window.getByText("E-mail address must look like name@example.com.")).toBeVisible();
    await window.getByLabel("New e-mail address").fill(`other-${person.email}`);
    await page.keyboard.press("Enter");
    await expect(window.getByText("That is not your password.")).toHaveCount(1);
    await expect(window.getByLabel("New e-mail address")).toHaveValue(`other-${person.email}`);
    await window.getByRole("button", { name: "Cancel" }).click();

    await part(page, "Where you are signed in")
      .getByRole("button", { name: "Log out other devices" })
      .click();
    await window.getByLabel("Password", { exact: true }).fill("not this one");
    await page.keyboard.press("Enter");
    await expect(window.getByText("That is not your password.")).toHaveCount(1);
  },
);

test(
  "a link that takes an e-mail change back works while it lives only",
  NIGHTLY,
  async ({ page, complaints }) => {
    complaints.expect(/^422 POST .*\/api\/auth\/email\/revert$/);
    await page.goto(`/email/revert/${"x".repeat(43)}`);
    await expect(page.getByRole("heading", { level: 1, name: "Take the change back?" })).toBeVisible();
    await page.getByRole("button", { name: "Take it back" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "This link no longer works" })).toBeVisible();
  },
);

test("one's data is packed in the background and can be downloaded and read", async ({ page, join, api }) => {
  test.slow();
  const person = await join();
  const level = await api.makeLevel({ title: "Lighthouse" });
  await openAccount(page);
  const data = part(page, "Your data");
  await data.getByRole("button", { name: "Pack my data" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  const ready = data.getByRole("link", { name: "Download" });
  await expect(data.getByText("Your data is being packed.").or(ready).first()).toBeVisible();
  await expect(ready).toBeVisible({ timeout: 30_000 });
  const coming = page.waitForEvent("download");
  await ready.click();
  const file = await coming;
  const files = unzip(new Uint8Array(await readFile(await file.path())));
  expect(Object.keys(files)).toContain("README.json");
  const everything = Object.values(files).join("\n");
  for (const known of [person.username, person.email, level.title]) expect(everything).toContain(known);
  for (const content of Object.values(files)) expect(() => JSON.parse(content)).not.toThrow();
});

test("an account is deleted by its name and password, and nobody finds it or signs in to it", async ({
  page,
  join,
  complaints,
}) => {
  const person = await join();
  await openAccount(page);
  await part(page, "Delete your account").getByRole("button", { name: "Delete account" }).click();
  const window = page.getByRole("dialog", { name: "Delete your account for good?" });
  await expect(window.getByText("What goes")).toBeVisible();
  await expect(window.getByText("What stays")).toBeVisible();
  const name = window.getByLabel(`Type your username, ${person.username}`);
  await name.fill("bobby");
  await window.getByLabel("Password", { exact: true }).fill("not this one");
  await page.keyboard.press("Enter");
  await expect(window.getByText("That is not your username.")).toBeVisible();
  complaints.expect(/^422 POST .*\/api\/auth\/delete$/);
  await name.fill(person.username);
  await page.keyboard.press("Enter");
  await expect(window.getByText("That is not your password.").first()).toBeVisible();
  await window.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your account is deleted. Farewell!")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();

  complaints.expect(/^404 GET .*\/users\//);
  complaints.allow(/^404 GET .*\/api\/user\//);
  await page.goto(`/users/${person.username}`);
  await expect(page.getByRole("heading", { level: 1, name: "Nobody here has that name" })).toBeVisible();
  complaints.expect(/^422 POST .*\/api\/auth\/login$/);
  await signIn(page, person.email, person.password);
  await expect(page.getByText("That username or password is not right.")).toBeVisible();
});
