import type { Page } from "@playwright/test";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { openLive } from "./open-live.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const CLOSING = JSON.stringify({ event: "Closing", code: CLOSE_CODES.banned }).slice(0, -1);

/**
 * Opens a page that receives events. `waitForBan` resolves once it has received its user's ban, on any of its
 * sockets.
 */
async function openTab(tab: Page, path: string): Promise<{ tab: Page; waitForBan: () => Promise<void> }> {
  let isBanned = false;
  tab.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).startsWith(CLOSING)) isBanned = true;
    }),
  );
  await openLive(tab, path);
  const waitForBan = () => expect.poll(() => isBanned, `${path} receives the ban`).toBe(true);
  return { tab, waitForBan };
}

test.describe("for a moderator", () => {
  test.use({ as: "moderator" });

  test("a report is found in the queue, shows its subject and its reporter, is claimed, released and dismissed", async ({
    page,
    otherUser,
    openBrowser,
  }) => {
    const reporter = await otherUser();
    const maker = await otherUser();
    const { id, title } = await maker.makeLevel({
      title: `Copy ${uniqueWord()}`,
      description: "All mine, <b>honest</b>.",
    });
    const details = `I made this one ${uniqueWord()}`;
    await reporter.post(`/api/report/level/${id}`, { reason: "stolen work", details });
    await page.goto("/staff/reports?order=newest");
    // The list is dimmed until then, a moment after the URL has changed.
    const filtered = page.waitForResponse(/\/api\/staff\/reports\?.*type=level/);
    await page.getByLabel("Type").selectOption("Level");
    await expect(page).toHaveURL(/\?type=level&order=newest$/);
    await filtered;
    const card = page.getByRole("listitem").filter({ hasText: title });
    await expect(card).toContainText("Level · Stolen work");
    await expect(card).toContainText("1 report");
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expectFits(page);
    await expectAccessible(page);
    await card.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("All mine, <b>honest</b>.")).toBeVisible();
    const content = page.getByRole("listitem").filter({ hasText: details });
    await expect(content.getByRole("link", { name: reporter.account.username })).toBeVisible();

    await page.getByRole("button", { name: "Claim" }).click();
    await expect(page.getByText("Claimed by you")).toBeVisible();
    await page.getByRole("checkbox", { name: /^Ban/ }).check();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Enter a reason. They'll see it.")).toBeVisible();
    await expect(page.getByLabel("Reason")).toBeFocused();
    await expect(page.getByText(/^This will ban .+ for 1 week and notify 1 reporter\.$/)).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Release" }).click();
    await expect(page.getByRole("button", { name: "Claim" })).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("Report dismissed.")).toBeVisible();

    const theirs = await openBrowser();
    await theirs.context().addCookies((await reporter.request.storageState()).cookies);
    await theirs.goto("/reports");
    const report = theirs.getByRole("listitem").filter({ hasText: title });
    await expect(report).toContainText("Closed");
    await expect(report).toContainText(details);
    await expectFits(theirs);
    await expectAccessible(theirs);
  });

  test("all reports about one person are decided together on their page, and a removal is undone there", async ({
    page,
    otherUser,
  }) => {
    const reporter = await otherUser();
    const maker = await otherUser();
    const [first, second] = [
      await maker.makeLevel({ title: `Copy ${uniqueWord()}` }),
      await maker.makeLevel({ title: `Copy ${uniqueWord()}` }),
    ];
    for (const { id } of [first, second]) await reporter.post(`/api/report/level/${id}`, { reason: "spam" });
    await page.goto(`/staff/users/${maker.account.username}`);
    const list = page.getByRole("list", { name: "Open reports about them" });
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Choose all 2" }).click();
    await page.getByRole("button", { name: "Decide 2 together" }).click();
    const form = page.getByRole("dialog", { name: "Decide 2 reports together" });
    await form.getByRole("checkbox", { name: "Remove what was reported" }).check();
    await form.getByRole("checkbox", { name: "Warn them, once" }).check();
    await form.getByRole("button", { name: "Decide" }).click();
    await expect(form.getByText("Enter a reason. They'll see it.")).toBeVisible();
    await form.getByLabel("Reason").fill("Copied twice");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Decide" }).click();
    await expect(page.getByText("2 reports decided.")).toBeVisible();
    await expect(list).toHaveCount(0);

    await page.getByRole("button", { name: `Undo removal of ${first.title}` }).click();
    const undo = page.getByRole("dialog", { name: "Bring it back?" });
    await undo.getByLabel("Reason").fill("It was the original");
    await expectAccessible(page);
    await undo.getByRole("button", { name: "Bring it back" }).click();
    await expect(page.getByText(`“${first.title}” is back as it was.`)).toBeVisible();
    await expect(page.getByText("Removal undone")).toHaveCount(1);
    await expectFits(page);
    await expectAccessible(page);
    await page.goto(`/levels/${first.id}`);
    await expect(page.getByRole("heading", { level: 1, name: first.title })).toBeVisible();
  });
});

test(
  "a user is banned from their profile, is signed out and sees why, and can come back",
  NIGHTLY,
  async ({ page, signUp, openBrowser }) => {
    const { username } = await signUp();
    const { waitForBan } = await openTab(page, "/levels");

    const staff = await openBrowser("moderator");
    const open = async () => {
      await staff.getByRole("button", { name: "More actions" }).click();
      await staff.getByRole("menuitem", { name: "Ban user" }).click();
      return staff.getByRole("dialog", { name: `Ban ${username}?` });
    };
    await staff.goto(`/users/${username}`);
    const ban = await open();
    const action = ban.getByRole("button", { name: `Ban ${username}` });
    await action.click();
    await expect(ban.getByText("Reason is required.")).toBeVisible();
    await expect(ban.getByLabel("Reason")).toBeFocused();
    await ban.getByLabel("Reason").fill("Said bad words");
    await ban.getByLabel("How long").selectOption("1 day");
    await expectFits(staff);
    await expectAccessible(staff);
    await action.click();
    await expect(staff.getByText(`${username} is banned until`)).toBeVisible();
    // The socket is closed before the ban's response; the page then reloads, which can take a while.
    await waitForBan();
    await expect(page.getByText("Reason: Said bad words")).toBeVisible();

    const again = await open();
    await expect(again.getByText("Reason: Said bad words")).toBeVisible();
    await again.getByRole("button", { name: "End the ban" }).click();
    await expect(staff.getByText(`${username} is no longer banned.`)).toBeVisible();
    await page.goto("/levels");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Levels");
  },
);

test("a reported message leads from the report to a ban that reaches every tab, an appeal, and its end", async ({
  page,
  signUp,
  api,
  otherUser,
  openBrowser,
  complaints,
}) => {
  test.slow();
  const me = await signUp();
  const rude = await otherUser();
  const { username } = rude.account;
  const content = `you build like a brick ${uniqueWord()}`;
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  await rude.post(`/api/messages/send/${user.id}`, { body: "hello there" });
  const { id } = await rude.post<{ id: string }>(`/api/messages/send/${user.id}`, { body: content });

  // The message is reported with its text in view.
  await page.goto(`/report/message/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report a message");
  await expect(page.getByText(content)).toBeVisible();
  await expect(page.getByText(`By ${username}`)).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Harassment" }).check();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thanks! Our moderators will take a look.")).toBeVisible();

  // A moderator sees it among the messages before it.
  const staff = await openBrowser("moderator");
  await staff.goto("/staff/reports?type=message&order=newest");
  await staff.getByRole("link", { name: content }).click();
  const context = staff.getByRole("list", { name: "Messages around it" });
  await expect(context.getByRole("listitem")).toHaveCount(2);
  await expect(context.getByRole("listitem").filter({ hasText: content })).toContainText("Reported");
  await expect(staff.getByRole("listitem").filter({ hasText: me.username })).toContainText("Harassment");
  const placeLink = staff.getByRole("link", { name: "View in place" });
  await expect(placeLink).toHaveAttribute(
    "href",
    new RegExp(`^/chat\\?as=${user.id}&with=\\d+&message=${id}$`),
  );

  // The reported user has an idle tab, one with unsaved changes, and one that is loading.
  const theirs = await openBrowser();
  await theirs.context().addCookies((await rude.request.storageState()).cookies);
  const tabs = [
    await openTab(await theirs.context().newPage(), "/levels"),
    await openTab(await theirs.context().newPage(), "/ratings"),
  ];
  const unsavedTab = tabs[1]?.tab;
  await unsavedTab?.evaluate(() => addEventListener("beforeunload", (event) => event.preventDefault()));
  await unsavedTab?.getByRole("heading", { level: 1 }).click();
  let sawDialog = false;
  unsavedTab?.on("dialog", (dialog) => {
    sawDialog = true;
    void dialog.accept();
  });
  for (const action of [/^Remove the message/, /^Ban/])
    await staff.getByRole("checkbox", { name: action }).check();
  await staff.getByLabel("Start from").selectOption("Insults");
  await staff.getByLabel("How long").selectOption("Permanently");
  await expect(
    staff.getByText(`This will remove the message, ban ${username} permanently and notify 1 reporter.`),
  ).toBeVisible();
  await staff.getByRole("button", { name: "Apply" }).click();
  const confirmation = staff.getByRole("alertdialog", { name: `Ban ${username} permanently?` });
  const response = staff.waitForResponse(/\/decide$/);
  // Requests of a page during the ban can be rejected.
  complaints.allow(/^403 /);
  const loading = theirs.goto("/users").catch(() => null);
  await confirmation.getByRole("button", { name: `Ban ${username} permanently` }).click();
  expect(await (await response).json()).toMatchObject({
    message: "Done. Everyone who reported it will be notified.",
  });
  for (const { waitForBan } of tabs) await waitForBan();
  await loading;
  for (const tab of [theirs, ...tabs.map(({ tab }) => tab)])
    await expect(tab.getByText("Reason: You insulted someone.")).toBeVisible();
  expect(sawDialog).toBe(false);

  // The user sees why, and appeals.
  await expect(theirs).toHaveURL("/banned");
  await expect(theirs.getByRole("heading", { name: "Your account is banned" })).toBeVisible();
  await expectFits(theirs);
  await expectAccessible(theirs);
  const appealText = `I am sorry ${uniqueWord()}`;
  await theirs.getByLabel("What do you want to say?").fill(appealText);
  await theirs.getByRole("button", { name: "Send appeal" }).click();
  await expect(theirs.getByText(/It's next in line\.|ahead of it\./)).toBeVisible();

  // The appeal is decided by someone other than the moderator who issued the ban.
  await staff.goto("/staff/appeals");
  const ownBan = staff.getByRole("article", { name: `${username}'s appeal` });
  await expect(ownBan).toContainText("You issued this ban, so another moderator decides.");
  const admin = await openBrowser("admin");
  await admin.goto("/staff/appeals");
  const appeal = admin.getByRole("article", { name: `${username}'s appeal` });
  await expect(appeal).toContainText(appealText);
  await expectFits(admin);
  await expectAccessible(admin);
  await appeal.getByLabel("Reply").fill("Welcome back. Be kind.");
  await appeal.getByRole("button", { name: `End the ban of ${username}` }).click();
  await expect(appeal).toBeHidden();
  await theirs.goto("/standing");
  await expect(theirs.getByRole("heading", { name: "Your standing" })).toBeVisible();

  // The reporter sees the outcome.
  await page.goto("/reports");
  await expect(page.getByRole("listitem").filter({ hasText: content })).toContainText("We acted");
});
