import { expect, test, uniqueWord } from "./test.ts";

test("a visitor reads, a member writes, quotes, edits and bookmarks, a moderator moves and locks it, and the audit log lists both", async ({
  page,
  signUp,
  otherUser,
  openBrowser,
}) => {
  test.slow();
  const me = await signUp();
  const rude = await otherUser();
  const { username } = rude.account;
  const title = `Tide pools ${uniqueWord()}`;

  // A member writes.
  await page.goto("/forums/1");
  await page.getByRole("link", { name: "New thread" }).click();
  await page.getByLabel("Title").fill(title);
  await page.getByRole("textbox", { name: "Text" }).fill("Who has **seen** one?");
  await page.getByRole("button", { name: "Create thread" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const id = Number(/thread\/(\d+)/.exec(page.url())?.[1]);
  const insult = `You could not find the sea ${uniqueWord()}`;
  const { reply } = await rude.post<{ reply: { id: number } }>(`/api/forums/thread/${id}/reply`, {
    body: insult,
  });

  // A visitor reads.
  const visitor = await openBrowser();
  await visitor.goto("/forums");
  await visitor.getByRole("main").getByRole("link", { name: "Bopolis Central" }).first().click();
  await visitor.getByRole("link", { name: title }).first().click();
  await expect(visitor.getByText(insult)).toBeVisible();
  await expect(visitor.locator("strong", { hasText: "seen" })).toBeVisible();

  // The member quotes, edits and bookmarks.
  await page.reload();
  await page.getByRole("button", { name: `More about ${username}'s reply 1` }).click();
  await page.getByRole("menuitem", { name: "Quote" }).click();
  const box = page.getByRole("textbox", { name: "Text" });
  await expect(box).toHaveValue(new RegExp(`> ${insult}`));
  await box.press("ControlOrMeta+End");
  await box.pressSequentially("That was not kind.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.locator("blockquote", { hasText: insult })).toBeVisible();
  await expect(page.getByText("That was not kind.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `More about ${me.username}'s reply 2` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit reply" })).toBeVisible();
  await expect(box).toHaveValue(/That was not kind\.$/);
  await box.fill("That was not kind at all.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("That was not kind at all.")).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).first().click();
  const reloaded = page.waitForEvent("load");
  await page.getByRole("menuitem", { name: "Bookmark" }).click();
  await reloaded;
  await page.goto("/forums/bookmarks");
  await expect(page.getByRole("main").getByRole("link", { name: title })).toBeVisible();

  // The insult is taken back, and keeps its place.
  await rude.post(`/api/forums/replies/${reply.id}/delete`);
  await visitor.reload();
  await expect(visitor.getByText("This reply was deleted.")).toBeVisible();

  // A moderator moves and locks.
  const staff = await openBrowser("moderator");
  const choose = async (name: string) => {
    await staff.goto(`/forums/thread/${id}`);
    await staff.getByRole("button", { name: "More actions" }).first().click();
    const done = staff.waitForEvent("load");
    await staff.getByRole("menuitem", { name, exact: true }).click();
    await done;
  };
  await choose("Off Topic");
  await choose("Lock");
  await expect(staff.getByText("This thread is locked. As staff, you can still reply.")).toBeVisible();
  await staff.goto(`/staff/audit?actor=moderator`);
  const entries = staff.getByRole("main").getByRole("listitem");
  await expect(entries.filter({ hasText: title }).filter({ hasText: "locked" })).toHaveCount(1);
  await expect(entries.filter({ hasText: title }).filter({ hasText: "moved" })).toHaveCount(1);
});
