import type { Page } from "@playwright/test";
import { CLOSE } from "#domain/live/frames.ts";
import { expect, NIGHTLY, test, unique } from "./fixtures.ts";
import { listen } from "./live.ts";
import { expectAccessible, expectFits } from "./look.ts";

const CLOSING = JSON.stringify({ event: "Closing", code: CLOSE.banned });

/** Opens a page that hears what happens; `told` waits until it hears that its user is banned, on whichever socket it has then. */
async function openTab(tab: Page, path: string): Promise<{ tab: Page; told: () => Promise<void> }> {
  let heard = false;
  tab.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload) === CLOSING) heard = true;
    }),
  );
  await listen(tab, path);
  const told = () => expect.poll(() => heard, `${path} hears of the ban`).toBe(true);
  return { tab, told };
}

test.describe("to a moderator", () => {
  test.use({ as: "moderator" });

  test("a report is found in the queue, shows what was reported and by whom, is taken on, let go and dismissed", async ({
    page,
    somebody,
    openBrowser,
  }) => {
    const reporter = await somebody();
    const maker = await somebody();
    const { id, title } = await maker.makeLevel({
      title: `Copy ${unique()}`,
      description: "All mine, <b>honest</b>.",
    });
    const details = `I made this one ${unique()}`;
    await reporter.post(`/api/report/level/${id}`, { reason: "stolen work", details });
    await page.goto("/staff/reports?order=newest");
    await page.getByLabel("Kind").selectOption("Level");
    await expect(page).toHaveURL(/\?type=level&order=newest$/);
    const card = page.getByRole("listitem").filter({ hasText: title });
    await expect(card).toContainText("Level · Stolen work");
    await expect(card).toContainText("1 report");
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expectFits(page);
    await expectAccessible(page);
    await card.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("All mine, <b>honest</b>.")).toBeVisible();
    const said = page.getByRole("listitem").filter({ hasText: details });
    await expect(said.getByRole("link", { name: reporter.person.username })).toBeVisible();

    await page.getByRole("button", { name: "Take this on" }).click();
    await expect(page.getByText("You have taken this")).toBeVisible();
    await page.getByRole("checkbox", { name: /^Ban/ }).check();
    await page.getByRole("button", { name: "Do this" }).click();
    await expect(page.getByText("Say why: they will read it.")).toBeVisible();
    await expect(page.getByLabel("Reason")).toBeFocused();
    await expect(page.getByText(/^This will ban .+ for 1 week and tell 1 reporter\.$/)).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Let it go" }).click();
    await expect(page.getByRole("button", { name: "Take this on" })).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("The report has been dismissed.")).toBeVisible();

    const theirs = await openBrowser();
    await theirs.context().addCookies((await reporter.request.storageState()).cookies);
    await theirs.goto("/reports");
    const report = theirs.getByRole("listitem").filter({ hasText: title });
    await expect(report).toContainText("Closed");
    await expect(report).toContainText(details);
    await expectFits(theirs);
    await expectAccessible(theirs);
  });
});

test(
  "a user is banned from their profile, is signed out and told why, and let in again",
  NIGHTLY,
  async ({ page, join, openBrowser }) => {
    const { username } = await join();
    const { told } = await openTab(page, "/levels");

    const staff = await openBrowser("moderator");
    const open = async () => {
      await staff.getByRole("button", { name: "More actions" }).click();
      await staff.getByRole("menuitem", { name: "Ban user" }).click();
      return staff.getByRole("dialog", { name: `Ban ${username}?` });
    };
    await staff.goto(`/users/${username}`);
    const ban = await open();
    const act = ban.getByRole("button", { name: `Ban ${username}` });
    await act.click();
    await expect(ban.getByText("Reason is required.")).toBeVisible();
    await expect(ban.getByLabel("Reason")).toBeFocused();
    await ban.getByLabel("Reason").fill("Said bad words");
    await ban.getByLabel("How long").selectOption("1 day");
    await expectFits(staff);
    await expectAccessible(staff);
    await act.click();
    await expect(staff.getByText(`${username} is banned until`)).toBeVisible();
    // The socket is cut before the ban is answered; the page then loads itself anew, which takes what it takes.
    await told();
    await expect(page.getByText("Reason: Said bad words")).toBeVisible();

    const again = await open();
    await expect(again.getByText("Reason: Said bad words")).toBeVisible();
    await again.getByRole("button", { name: "End the ban" }).click();
    await expect(staff.getByText(`${username} is not banned any more.`)).toBeVisible();
    await page.goto("/levels");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Levels");
  },
);

test("a reported message goes from the report to a ban that every tab hears of, an appeal, and its end", async ({
  page,
  join,
  api,
  somebody,
  openBrowser,
  complaints,
}) => {
  test.slow();
  const me = await join();
  const rude = await somebody();
  const { username } = rude.person;
  const said = `you build like a brick ${unique()}`;
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  await rude.post(`/api/messages/send/${user.id}`, { body: "hello there" });
  const { id } = await rude.post<{ id: string }>(`/api/messages/send/${user.id}`, { body: said });

  // It is reported with its text before one's eyes.
  await page.goto(`/report/message/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report a message");
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByText(`By ${username}`)).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Harassment" }).check();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thank you. The moderators will look at it.")).toBeVisible();

  // A moderator sees it among what was said before it.
  const staff = await openBrowser("moderator");
  await staff.goto("/staff/reports?type=message&order=newest");
  await staff.getByRole("link", { name: said }).click();
  const context = staff.getByRole("list", { name: "The conversation around it" });
  await expect(context.getByRole("listitem")).toHaveCount(2);
  await expect(context.getByRole("listitem").filter({ hasText: said })).toContainText("Reported");
  await expect(staff.getByRole("listitem").filter({ hasText: me.username })).toContainText("Harassment");
  const look = staff.getByRole("link", { name: "See it where it is" });
  await expect(look).toHaveAttribute("href", new RegExp(`^/chat\\?as=${user.id}&with=\\d+&message=${id}$`));

  // Whom it is about has a tab that rests, one with something begun, and one that is just loading.
  const theirs = await openBrowser();
  await theirs.context().addCookies((await rude.request.storageState()).cookies);
  const tabs = [
    await openTab(await theirs.context().newPage(), "/levels"),
    await openTab(await theirs.context().newPage(), "/ratings"),
  ];
  const begun = tabs[1]?.tab;
  await begun?.evaluate(() => addEventListener("beforeunload", (event) => event.preventDefault()));
  await begun?.getByRole("heading", { level: 1 }).click();
  let asked = false;
  begun?.on("dialog", (dialog) => {
    asked = true;
    void dialog.accept();
  });
  for (const act of [/^Remove the message/, /^Ban/]) await staff.getByRole("checkbox", { name: act }).check();
  await staff.getByLabel("Start from").selectOption("Insults");
  await staff.getByLabel("How long").selectOption("For ever");
  await expect(
    staff.getByText(`This will remove the message, ban ${username} for ever and tell 1 reporter.`),
  ).toBeVisible();
  await staff.getByRole("button", { name: "Do this" }).click();
  const sure = staff.getByRole("alertdialog", { name: `Ban ${username} for ever?` });
  const answer = staff.waitForResponse(/\/decide$/);
  // What a page asks for while the ban comes may be refused.
  complaints.allow(/^403 /);
  const loading = theirs.goto("/users").catch(() => null);
  await sure.getByRole("button", { name: `Ban ${username} for ever` }).click();
  expect(await (await answer).json()).toMatchObject({
    message: "It is done, and everybody who reported it will be told.",
  });
  for (const { told } of tabs) await told();
  await loading;
  for (const tab of [theirs, ...tabs.map(({ tab }) => tab)])
    await expect(tab.getByText("Reason: You insulted somebody.")).toBeVisible();
  expect(asked).toBe(false);

  // They see why, and appeal.
  await expect(theirs).toHaveURL("/banned");
  await expect(theirs.getByRole("heading", { name: "Your account is banned" })).toBeVisible();
  await expectFits(theirs);
  await expectAccessible(theirs);
  const sorry = `I am sorry ${unique()}`;
  await theirs.getByLabel("What do you want to say?").fill(sorry);
  await theirs.getByRole("button", { name: "Send appeal" }).click();
  await expect(theirs.getByText(/It is next in line\.|before it\./)).toBeVisible();

  // Not whoever banned them decides, but somebody else.
  await staff.goto("/staff/appeals");
  const own = staff.getByRole("article", { name: `Appeal of ${username}` });
  await expect(own).toContainText("You made this ban: another moderator decides.");
  const admin = await openBrowser("admin");
  await admin.goto("/staff/appeals");
  const appeal = admin.getByRole("article", { name: `Appeal of ${username}` });
  await expect(appeal).toContainText(sorry);
  await expectFits(admin);
  await expectAccessible(admin);
  await appeal.getByLabel("Answer").fill("Welcome back. Be kind.");
  await appeal.getByRole("button", { name: `End the ban of ${username}` }).click();
  await expect(appeal).toBeHidden();
  await theirs.goto("/standing");
  await expect(theirs.getByRole("heading", { name: "Your standing" })).toBeVisible();

  // Whoever reported it reads what became of it.
  await page.goto("/reports");
  await expect(page.getByRole("listitem").filter({ hasText: said })).toContainText("We acted");
});
