import {
  conversationRow,
  expectMessages,
  messageBox,
  openLiveChat,
  shownMessages,
  testChat as test,
  typeMessages,
} from "./chat-member.ts";
import { expect, NIGHTLY } from "./test.ts";

test("a user who gets blocked can't be messaged in any tab until they are unblocked", async ({
  chatMember,
}) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  await ben.send(anna, "you again");
  const path = `/chat?with=${ben.id}`;
  const [one, two] = [await openLiveChat(anna, path), await openLiveChat(anna, path)];
  await expect(messageBox(two)).toBeEnabled();
  await one.getByRole("button", { name: `More about ${ben.username}` }).click();
  await one.getByRole("menuitem", { name: "Block" }).click();
  await one.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  for (const page of [one, two]) {
    await expect(page.getByPlaceholder("This user is blocked")).toBeDisabled();
    await expect(conversationRow(page, ben).getByRole("img", { name: "This user is blocked" })).toBeVisible();
  }
  await one.getByRole("button", { name: `More about ${ben.username}` }).click();
  await one.getByRole("menuitem", { name: "Unblock" }).click();
  for (const page of [one, two]) await expect(messageBox(page)).toBeEnabled();
  await typeMessages(two, "peace?");
  await expectMessages(one, "you again", "peace?");
});

test("a scrubbed message is removed for both members at once", async ({ chatMember }) => {
  const [admin, ben] = [await chatMember("admin"), await chatMember()];
  await ben.send(admin, "something awful");
  const a = await openLiveChat(admin, `/chat?with=${ben.id}`);
  const b = await openLiveChat(ben, `/chat?with=${admin.id}`);
  await expectMessages(b, "something awful");
  await shownMessages(a).first().hover();
  await shownMessages(a).first().getByRole("button", { name: "More about this message" }).click();
  await a.getByRole("menuitem", { name: "Scrub" }).click();
  await a.getByRole("alertdialog").getByRole("button", { name: "Scrub" }).click();
  for (const page of [a, b]) await expectMessages(page, "Message removed");
  await expect(conversationRow(b, admin)).toContainText("Message removed");
  // A member has no such action.
  await ben.send(admin, "again");
  await expectMessages(b, "Message removed", "again");
  await expect(shownMessages(b).getByRole("button", { name: "More about this message" })).toHaveCount(0);
});

test(
  "a moderator reads a reported conversation as one of its members, and can do no more than scrub",
  NIGHTLY,
  async ({ chatMember, openBrowser }) => {
    const [anna, ben] = [await chatMember(), await chatMember()];
    const reported = await ben.send(anna, "the reported words");
    for (let i = 0; i < 120; i++) await ben.send(anna, `later ${i}`);
    await anna.api.post(`/api/report/message/${reported}`, { reason: "other", details: "look" });
    const page = await openBrowser("moderator");
    await page.goto(`/chat?as=${anna.id}&with=${ben.id}&message=${reported}`);
    await page.getByRole("button", { name: "View chat" }).click();
    await expect(page.getByText("Enter a reason for viewing this chat.")).toBeVisible();
    await page.getByRole("textbox", { name: "Reason for viewing" }).fill("A reported message");
    await page.getByRole("button", { name: "View chat" }).click();
    await expect(page.getByText(`You're viewing ${anna.username}'s chat as a moderator.`)).toBeVisible();
    await expect(page.getByRole("link", { name: "Search" })).toHaveCount(0);
    await expect(page.getByPlaceholder(/^Read-only view/)).toBeDisabled();
    await expect(shownMessages(page).last()).toContainText("later 119");

    await page.getByRole("button", { name: "Jump to reported content" }).click();
    const message = shownMessages(page).filter({ hasText: "the reported words" });
    await expect(message).toBeInViewport();
    await message.hover();
    await message.getByRole("button", { name: "More about this message" }).click();
    await page.getByRole("menuitem", { name: "Scrub" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Scrub" }).click();
    await expect(shownMessages(page).first()).toContainText("Message removed");
    // Viewing the chat has marked nothing as read for her.
    const { unread_count } = await anna.api.get<{ unread_count: number }>("/api/conversations");
    expect(unread_count).toBe(120);
  },
);

test("a moderator's list of conversations names the member who wrote", async ({
  chatMember,
  openBrowser,
}) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  await ben.send(anna, "first");
  await anna.send(ben, "second");
  const reported = await ben.send(anna, "third");
  await anna.api.post(`/api/report/message/${reported}`, { reason: "other", details: "look" });
  await anna.send(ben, "fourth");
  const page = await openBrowser("moderator");
  await page.goto(`/chat?as=${anna.id}&with=${ben.id}&message=${reported}`);
  await page.getByRole("textbox", { name: "Reason for viewing" }).fill("A reported message");
  await page.getByRole("button", { name: "View chat" }).click();
  await expect(conversationRow(page, ben)).toContainText(`${anna.username}: fourth`);
  await expect(conversationRow(page, ben)).not.toContainText("You");
});
