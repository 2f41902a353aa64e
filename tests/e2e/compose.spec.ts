import type { Page } from "@playwright/test";
import { signOut } from "./account.ts";
import { expect, NIGHTLY, test, unique } from "./fixtures.ts";
import { expectAccessible, expectFits } from "./look.ts";

const box = (page: Page) => page.getByRole("textbox", { name: "Text" });
const tool = (page: Page, name: RegExp) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name });

/** Selects a word in what is written. */
const select = (page: Page, word: string) =>
  box(page).evaluate((area: HTMLTextAreaElement, text) => {
    const at = area.value.indexOf(text);
    area.focus();
    area.setSelectionRange(at, at + text.length);
  }, word);

interface Made {
  thread: { id: number; url: string; opening: { id: number } };
}

test(
  "a thread is written with the toolbar, kept over a reload, quoted, and changed with its history",
  NIGHTLY,
  async ({ page, join, somebody }) => {
    const me = await join();
    const title = `Lighthouse ${unique()}`;
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
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create thread" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

    const other = await somebody();
    const id = Number(/thread\/(\d+)/.exec(page.url())?.[1]);
    const { reply } = await other.post<{ reply: { id: number } }>(`/api/forums/thread/${id}/reply`, {
      body: "> what somebody said before\n\nIt is **very** bright.",
    });
    await page.goto(`/forums/thread/${id}/reply?quote=${reply.id}`);
    const { username } = other.person;
    const quote = `> [@${username}](/forums/thread/${id}?reply=${reply.id}#reply-${reply.id}) wrote:\n> It is **very** bright.\n\n`;
    await expect(box(page)).toHaveValue(quote);
    await box(page).fill(`${quote}Blinding!`);
    await box(page).press("Control+Enter");
    await expect(page).toHaveURL(/\?reply=\d+#reply-\d+$/);
    await expect(page.getByRole("article").getByText("Blinding!")).toBeVisible();

    await page.getByRole("button", { name: `More about ${me.username}'s reply 2` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    // The box under the thread is there until then.
    await expect(page.getByRole("heading", { level: 1, name: "Edit reply" })).toBeVisible();
    await box(page).fill("Blinding, or nearly.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("article").getByText("Blinding, or nearly.")).toBeVisible();
    await page.getByRole("button", { name: /^edited/i }).click();
    const edits = page.getByRole("dialog", { name: "Edits" });
    await expect(edits.locator("ins")).toHaveText(["Blinding, or nearly."]);
    await expectAccessible(page, "[data-modal]");
  },
);

test(
  "a draft is its writer's own, and what is refused stays where it was typed",
  NIGHTLY,
  async ({ page, join, api, complaints }) => {
    const me = await join();
    const { thread } = await api.post<Made>("/api/forums/2/threads", {
      title: `Pier ${unique()}`,
      body: "Anybody here?",
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
    // Under the thread, what was begun goes on.
    await page.goto(thread.url);
    // The box comes when one gets there.
    await page.locator("#your-reply").scrollIntoViewIfNeeded();
    await expect(box(page)).toHaveValue("Me, later.");
    // What is held back is kept: the box is for something else then.
    await box(page).fill("https://links.example ".repeat(9));
    await page.getByRole("button", { name: "Send reply" }).click();
    await expect(page.getByRole("link", { name: "See your standing" })).toHaveAttribute("href", "/standing");
    await expect(box(page)).toHaveValue("");
    await box(page).fill("Mine alone.");
    // Whoever signs in here next does not see it.
    await signOut(page, me);
    await join();
    await page.goto(`${thread.url}/reply`);
    await expect(box(page)).toHaveValue("");
  },
);
