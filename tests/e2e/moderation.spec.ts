import type { Page } from "@playwright/test";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { expectFitsAndAccessible } from "./expect-accessible.ts";
import { openLive } from "./open-live.ts";
import { expect, test, uniqueWord } from "./test.ts";

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

// Cases, people, bans and appeals: tests/ui/staff.test.ts.

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
  await expectFitsAndAccessible(page);
  await page.getByRole("radio", { name: "Harassment" }).check();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thanks! Our moderators will take a look.")).toBeVisible();

  // A moderator sees it among the messages before it.
  const staff = await openBrowser("moderator");
  await staff.goto("/staff/reports?type=message&order=newest");
  await expect(staff.getByRole("link", { name: content })).toBeVisible();
  await expect(staff.locator("main [aria-busy=true]")).toHaveCount(0);
  await expectFitsAndAccessible(staff);
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
  await expectFitsAndAccessible(staff);
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
  await expectFitsAndAccessible(theirs);
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
  await expectFitsAndAccessible(admin);
  await appeal.getByLabel("Reply").fill("Welcome back. Be kind.");
  await appeal.getByRole("button", { name: `End the ban of ${username}` }).click();
  await expect(appeal).toBeHidden();
  await theirs.goto("/standing");
  await expect(theirs.getByRole("heading", { name: "Your standing" })).toBeVisible();

  // The reporter sees the outcome.
  await page.goto("/reports");
  await expect(page.getByRole("listitem").filter({ hasText: content })).toContainText("We acted");
  await expectFitsAndAccessible(page);
});
