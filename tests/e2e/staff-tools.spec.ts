import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

test.use({ as: "admin" });

test("a user is looked up and warned, and the audit log shows who did it and why", async ({
  page,
  otherUser,
}) => {
  const { account } = await otherUser();
  const { username } = account;
  await page.goto("/staff");
  const nav = page.getByRole("navigation", { name: "Staff pages" });
  const width = await nav.evaluate((box) => box.clientWidth);
  for (const group of ["Queues", "World", "Log", "People"]) {
    await nav.getByRole("link", { name: group, exact: true }).click();
    await expect(nav.getByRole("link", { name: group, exact: true })).toHaveAttribute("data-active", "true");
    expect(await nav.evaluate((box) => box.clientWidth), group).toBe(width);
  }
  await page.getByRole("searchbox").fill(username);
  await expect(page).toHaveURL(new RegExp(`search=${username}$`));
  await page.getByRole("heading", { name: username }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(username);
  await expect(page.getByRole("heading", { name: "Same IP addresses" })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Warn" }).click();
  const form = page.getByRole("dialog", { name: `Warn ${username}` });
  await form.getByRole("button", { name: "Send the warning" }).click();
  await expect(form.getByText("Reason is required.")).toBeVisible();
  const reason = `No shouting ${uniqueWord()}`;
  await form.getByRole("textbox").fill(reason);
  await form.getByRole("button", { name: "Send the warning" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(reason)).toBeVisible();

  await page.getByRole("link", { name: "In the audit log" }).click();
  const entry = page.getByRole("listitem").filter({ hasText: reason });
  await expect(entry).toContainText(`admin warned ${username}`);
  await expect(page.getByRole("listitem").filter({ hasText: `admin looked up ${username}` })).toHaveCount(1);
  await page.getByRole("combobox", { name: "Action" }).selectOption("User look");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/action=user\.look/);
  await expect(entry).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);
});

test("the audit log goes back to its oldest entry, and a search finds it", async ({ page, otherUser }) => {
  const { username } = (await otherUser()).account;
  await page.goto(`/staff/users/${username}`);
  await page.getByRole("button", { name: "Warn" }).click();
  const form = page.getByRole("dialog", { name: `Warn ${username}` });
  await form.getByRole("textbox").fill("Not so loud");
  await form.getByRole("button", { name: "Send the warning" }).click();
  await expect(form).toBeHidden();

  await page.goto("/staff/audit?actor=admin&action=user.warn");
  await expect(page.getByRole("listitem").filter({ hasText: `admin warned ${username}` })).toBeVisible();
  const oldest = page.getByRole("listitem").filter({ hasText: "Too loud in the first year" });
  await expect(oldest).toHaveCount(0);
  // Other tests add warnings, too.
  while (!(await oldest.isVisible())) {
    const older = page.getByRole("link", { name: /^(Older|Search further back)$/ });
    const href = await older.getAttribute("href");
    await older.click();
    await expect(page.locator(`a[href="${href}"]`)).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the newest" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: `admin warned ${username}` })).toBeVisible();

  await page.goto("/staff/audit?search=loud");
  await expect(oldest).toBeVisible();
});

test("an admin renames a user, and pages about the old name show the new one", async ({
  page,
  otherUser,
}) => {
  const { username } = (await otherUser()).account;
  const renamed = uniqueWord("calm");
  await page.goto(`/staff/users/${username}`);
  await page.getByRole("button", { name: "Rename" }).click();
  const form = page.getByRole("dialog", { name: `Rename ${username}` });
  await expect(form.getByLabel("New username")).toBeFocused();
  await page.keyboard.type(renamed);
  await form.getByLabel("Reason").fill("Calmer");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Rename" }).click();
  await expect(page).toHaveURL(new RegExp(`/staff/users/${renamed}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(renamed);
  // An open page still links to the old name.
  await page.evaluate((path) => {
    window.history.pushState({}, "", path);
    window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, `/users/${username}`);
  await expect(page).toHaveURL(new RegExp(`/users/${renamed}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(renamed);
});

test(
  "a level is featured by its name and removed again, and both are logged with the old and the new value",
  NIGHTLY,
  async ({ page, otherUser }) => {
    const { id, title } = await (await otherUser()).makeLevel({ title: `Lantern ${uniqueWord()}` });
    await page.goto("/staff/featured");
    await page.getByRole("searchbox", { name: "Feature a level" }).fill(title);
    await page.getByRole("button", { name: `Feature ${title}` }).click();
    await expect(page.getByText(`${title} is now featured.`)).toBeVisible();
    const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: title }) });
    await row.getByRole("button", { name: `Remove ${title} from featured` }).click();
    await expect(row).toHaveCount(0);
    await page.goto(`/staff/audit?subject_type=level&subject=${id}`);
    const [last, first] = [page.getByRole("article").first(), page.getByRole("article").nth(1)];
    for (const one of [last, first]) await one.getByText("Details").click();
    await expect(last.getByRole("deletion")).toHaveText("yes");
    await expect(last.getByRole("insertion")).toHaveText("no");
    await expect(first.getByRole("insertion")).toHaveText("yes");
  },
);

test("an admin appoints a moderator, who is on the team page until dismissed", async ({
  page,
  otherUser,
}) => {
  const other = await otherUser();
  const { username } = other.account;
  await page.goto(`/staff/users/${username}`);
  await page.getByRole("button", { name: "Change role" }).click();
  const form = page.getByRole("dialog", { name: `Change role of ${username}` });
  await form.getByRole("button", { name: "Change role" }).click();
  await expect(form.getByText("Reason is required.")).toBeVisible();
  await form.getByLabel("New role").selectOption({ label: "Moderator: reports, warnings, bans" });
  await form.getByLabel("Reason").fill("Calm and fair");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText(`${username} is a moderator now.`)).toBeVisible();

  await page.getByRole("navigation", { name: "Staff pages" }).getByRole("link", { name: "Team" }).click();
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: username }) });
  await expect(card).toContainText("by admin");
  await expect(card).toContainText("Two-factor off");
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Change role of ${username}` }).click();
  await form.getByLabel("New role").selectOption({ label: "Member: no staff tools" });
  await form.getByLabel("Reason").fill("Stepped down");
  await form.getByRole("button", { name: "Change role" }).click();
  await expect(card).toHaveCount(0);
});
