import { expect, test, unique } from "./fixtures.ts";
import { expectAccessible, expectFits } from "./look.ts";

test.describe("to a moderator", () => {
  test.use({ as: "moderator" });

  test("the queue of reports is in the account menu, and shows who reported what and why", async ({
    page,
    somebody,
  }) => {
    const reporter = await somebody();
    const { id, title } = await (await somebody()).makeLevel({ title: `Copy ${unique()}` });
    const details = `I made this one ${unique()}`;
    await reporter.post(`/api/report/level/${id}`, { reason: "stolen work", details });
    await page.goto("/");
    await page.getByRole("button", { name: "Account menu of moderator" }).click();
    await page.getByRole("menuitem", { name: "Staff" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open reports");
    const report = page.getByRole("listitem").filter({ hasText: details });
    await expect(report.getByRole("heading", { name: "Level: Stolen work" })).toBeVisible();
    await expect(report.getByRole("link", { name: reporter.person.username, exact: true })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    await report.getByRole("link", { name: /^Look at it/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });
});

test("a user is banned from their profile, is out within a second and told why, and let in again", async ({
  page,
  join,
  openBrowser,
}) => {
  const { username } = await join();
  const opening = page.waitForEvent("websocket");
  await page.goto("/levels");
  const socket = await opening;
  await socket.waitForEvent("framereceived");

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
  const cut = socket.waitForEvent("close");
  await act.click();
  await expect(staff.getByText(`${username} is banned until`)).toBeVisible();
  // The socket is cut before the ban is answered; the page then loads itself anew, which takes what it takes.
  await cut;
  await expect(page.getByText("Reason: Said bad words")).toBeVisible();

  const again = await open();
  await expect(again.getByText("Reason: Said bad words")).toBeVisible();
  await again.getByRole("button", { name: "End the ban" }).click();
  await expect(staff.getByText(`${username} is not banned any more.`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Levels");
  await expect(page.getByText("Reason: Said bad words")).toBeHidden();
});

test("a message is reported with its text before one's eyes, and leads moderators to where it was said", async ({
  page,
  join,
  api,
  somebody,
  openBrowser,
}) => {
  const me = await join();
  const rude = await somebody();
  const said = `you build like a brick ${unique()}`;
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  const { id } = await rude.post<{ id: string }>(`/api/messages/send/${user.id}`, { body: said });
  await page.goto(`/report/message/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report a message");
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByText(`By ${rude.person.username}`)).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Harassment" }).check();
  const details = `They wrote this out of nowhere ${unique()}`;
  await page.getByRole("textbox", { name: "Details" }).fill(details);
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thank you. The moderators will look at it.")).toBeVisible();

  const staff = await openBrowser("moderator");
  await staff.goto("/staff/reports");
  const report = staff.getByRole("listitem").filter({ hasText: details });
  await expect(report.getByRole("heading", { name: "Message: Harassment" })).toBeVisible();
  await expect(report.getByRole("link", { name: me.username, exact: true })).toBeVisible();
  await report.getByRole("link", { name: /^Look at it/ }).click();
  await expect(staff).toHaveURL(new RegExp(`/chat/?\\?as=${user.id}&with=\\d+&message=${id}$`));
  await expect(staff.getByRole("list", { name: /^Messages with/ }).getByText(said)).toBeVisible();
  await expect(staff.getByRole("button", { name: "Jump to reported content" })).toBeVisible();
});
