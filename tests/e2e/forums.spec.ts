import type { Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

interface CreatedThread {
  thread: { id: number; url: string };
}

/** Creates a thread with more replies than a page shows, each with a unique word. */
async function makeThread(writer: Api, word: string, body: string): Promise<CreatedThread["thread"]> {
  const { thread } = await writer.post<CreatedThread>("/api/forums/2/threads", {
    title: `All about ${word}`,
    body,
  });
  const reply = (n: number) =>
    writer.post(`/api/forums/thread/${thread.id}/reply`, {
      body: `${uniqueWord("one")} more of ${word}${n}`,
    });
  await Promise.all(Array.from({ length: 21 }, (_, i) => reply(i + 1)));
  return thread;
}

const post = (page: Page, position: number) =>
  page.getByRole("article", { name: new RegExp(`^#${position}, by `) });

test("a visitor reads a thread, and finds a reply by its link", NIGHTLY, async ({ page, otherUser }) => {
  const word = uniqueWord("kites");
  const writer = await otherUser("goldie");
  await makeThread(
    writer,
    word,
    "They fly ||at night|| over **this**:\n\n/levels/1\n\n/levels/999999\n\nAsk @goldie.",
  );
  const { level } = await writer.get<{ level: { title: string } }>("/api/levels/1");
  await page.goto("/forums");
  await page.getByRole("link", { name: "Off Topic" }).click();
  await page.getByRole("link", { name: `All about ${word}`, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`All about ${word}`);

  const opening = page.getByRole("article", { name: "goldie started the thread" });
  await expect(opening.getByRole("link", { name: level.title })).toBeVisible();
  await expect(opening.getByText("This level was deleted, or isn't public.")).toBeVisible();
  const spoiler = opening.getByRole("button", { name: /^Spoiler/ });
  await spoiler.press("Enter");
  await expect(spoiler).toBeHidden();
  await expect(opening.getByText("at night")).toBeVisible();

  await page.getByRole("navigation", { name: "Pages, below" }).getByRole("link", { name: "Page 2" }).click();
  await post(page, 21).getByRole("link", { name: "Permanent link to #21" }).click();
  await expect(page).toHaveURL(/\?reply=(\d+)#reply-\1$/);
  await page.reload();
  await expect(post(page, 21)).toBeInViewport();
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in to reply" })).toBeVisible();

  await page.goto("/forums/search");
  await page.getByRole("searchbox", { name: "Search terms" }).fill(`${word}12`);
  await page
    .getByRole("heading", { name: `All about ${word}` })
    .getByRole("link")
    .click();
  await expect(page.getByRole("article").filter({ hasText: `${word}12` })).toBeInViewport();
  await opening.getByRole("link", { name: "@goldie" }).click();
  await expect(page).toHaveURL("/users/goldie");
});

test("a member returns to what is new, and to bookmarks", NIGHTLY, async ({ page, signUp, otherUser }) => {
  await signUp();
  const word = uniqueWord("boats");
  const thread = await makeThread(await otherUser("goldie"), word, "Row, row.");
  await page.goto("/forums/2");
  const row = page.getByRole("article").filter({ hasText: word });
  await row.getByRole("link", { name: /^22 new posts/ }).click();
  await expect(page.getByRole("article", { name: "goldie started the thread" })).toBeInViewport();
  await page.getByRole("button", { name: "Bookmark", exact: true }).click();
  await page.getByRole("navigation", { name: "Pages, below" }).getByRole("link", { name: "Page 2" }).click();
  await expect(post(page, 21)).toBeVisible();

  await page.getByRole("link", { name: "Off Topic" }).click();
  await expect(row).toContainText("Bookmarked");
  await expect(row.getByRole("link", { name: /new post/ })).toBeHidden();
  await (await otherUser("bobby")).post(`/api/forums/thread/${thread.id}/reply`, {
    body: `Ahoy ${uniqueWord()}`,
  });
  await page.goto("/forums/bookmarks");
  await row.getByRole("link", { name: /^1 new post/ }).click();
  await expect(page.getByText("New since your last visit")).toBeVisible();
  await expect(post(page, 22)).toBeInViewport();

  await page.goto("/forums/bookmarks");
  await row.getByRole("button", { name: "Remove bookmark" }).click();
  await expect(page.getByText("No bookmarks yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
});
