import { shownMessages, testChat as test } from "./chat-member.ts";
import { expect, NIGHTLY } from "./test.ts";

// Blocks, scrubbed messages and what a moderator sees: tests/ui/chat-moderation.test.ts.

test("a moderator finds and scrubs an old reported message", NIGHTLY, async ({ chatMember, openBrowser }) => {
  const [anna, ben] = [await chatMember(), await chatMember()];
  const reported = await ben.send(anna, "the reported words");
  for (let i = 0; i < 120; i++) await ben.send(anna, `later ${i}`);
  await anna.api.post(`/api/report/message/${reported}`, { reason: "other", details: "look" });
  const page = await openBrowser("moderator");
  await page.goto(`/chat?as=${anna.id}&with=${ben.id}&message=${reported}`);
  await page.getByRole("textbox", { name: "Reason for viewing" }).fill("A reported message");
  await page.getByRole("button", { name: "View chat" }).click();
  await expect(shownMessages(page).last()).toContainText("later 119");

  await page.getByRole("button", { name: "Jump to reported content" }).click();
  const message = shownMessages(page).filter({ hasText: "the reported words" });
  await expect(message).toBeInViewport();
  await message.hover();
  await message.getByRole("button", { name: "More about this message" }).click();
  await page.getByRole("menuitem", { name: "Scrub" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Scrub" }).click();
  await expect(shownMessages(page).first()).toContainText("Message removed");
});
