import type { Page } from "@playwright/test";
import { signOutByMenu } from "./enter-sign-in.ts";
import { expectAccessible, expectFitsAndAccessible } from "./expect-accessible.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const box = (page: Page) => page.getByRole("textbox", { name: "Text" });
const tool = (page: Page, name: RegExp) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name });

/** Selects a word in the text box. */
const select = (page: Page, word: string) =>
  box(page).evaluate((area: HTMLTextAreaElement, text) => {
    const at = area.value.indexOf(text);
    area.focus();
    area.setSelectionRange(at, at + text.length);
  }, word);

interface CreatedThread {
  thread: { id: number; url: string; opening: { id: number } };
}

test("a thread is written, restored, and edited with its history", NIGHTLY, async ({ page, signUp }) => {
  const me = await signUp();
  const title = `Lighthouse ${uniqueWord()}`;
  await page.goto("/forums/2/create");
  await page.getByLabel("Title").fill(title);
  await box(page).fill("a bright light");
  await select(page, "bright");
  await page.keyboard.press("Control+b");
  await expect(box(page)).toHaveValue("a **bright** light");
  await page.keyboard.press("Control+z");
  await expect(box(page)).toHaveValue("a bright light");
  await select(page, "bright");
  await tool(page, /^Spoiler/).click();
  await expect(box(page)).toHaveValue("a ||bright|| light");
  await tool(page, /^Bold/).focus();
  await page.keyboard.press("ArrowRight");
  await expect(tool(page, /^Italic/)).toBeFocused();
  await page.keyboard.press("End");
  await expect(tool(page, /^Show an item/)).toBeFocused();

  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(box(page)).toHaveValue("a ||bright|| light");
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByRole("button", { name: /^Spoiler: / })).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole("button", { name: "Create thread" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  const id = Number(/thread\/(\d+)/.exec(page.url())?.[1]);
  await page.goto(`/forums/thread/${id}/reply`);
  await box(page).fill("Blinding!");
  await box(page).press("Control+Enter");
  await expect(page).toHaveURL(/\?reply=\d+#reply-\d+$/);
  await page.getByRole("button", { name: `More about ${me.username}'s reply 1` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  // Until then, the box under the thread is the one on the page.
  await expect(page.getByRole("heading", { level: 1, name: "Edit reply" })).toBeVisible();
  await box(page).fill("Blinding, or nearly.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("article").getByText("Blinding, or nearly.")).toBeVisible();
  await page.getByRole("button", { name: /^edited/i }).click();
  const edits = page.getByRole("dialog", { name: "Edit history" });
  await expect(edits.locator("ins")).toHaveText(["Blinding, or nearly."]);
  await expectAccessible(page, "[data-modal]");
});

test("a draft is its author's; rejected text stays", NIGHTLY, async ({ page, signUp, api, complaints }) => {
  const me = await signUp();
  const { thread } = await api.post<CreatedThread>("/api/forums/2/threads", {
    title: `Pier ${uniqueWord()}`,
    body: "Anyone here?",
  });
  await page.goto(`${thread.url}/reply`);
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Text is required.")).toBeVisible();
  await expect(box(page)).toBeFocused();
  await box(page).fill("x".repeat(10_001));
  await page.getByRole("tab", { name: "Preview" }).click();
  complaints.expect(/^422 POST .*\/preview$/);
  await expect(page.getByRole("alert")).toContainText("at most 10000");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(box(page)).toBeFocused();
  await box(page).fill("Me, later.");
  // The box under the thread continues the draft.
  await page.goto(thread.url);
  // The box loads when it comes into view.
  await page.locator("#your-reply").scrollIntoViewIfNeeded();
  await expect(box(page)).toHaveValue("Me, later.");
  // A held reply is stored, and the box is free again.
  await box(page).fill("https://links.example ".repeat(9));
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByRole("link", { name: "See your standing" })).toHaveAttribute("href", "/standing");
  await expect(box(page)).toHaveValue("");
  await box(page).fill("Mine alone.");
  // The next member who signs in here doesn't see it.
  await signOutByMenu(page, me);
  await signUp();
  await page.goto(`${thread.url}/reply`);
  await expect(box(page)).toHaveValue("");
});
