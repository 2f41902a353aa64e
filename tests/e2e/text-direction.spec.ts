import type { Locator } from "@playwright/test";
import { expect, test, uniqueWord } from "./test.ts";

const TITLES = ["המגדל הארוך ביותר שנבנה אי פעם בעיר הלבנים", "أطول برج تم بناؤه على الإطلاق في المدينة"];

/** The side on which a text's first line starts, measured by its first character. */
const startSideOf = (element: Locator) =>
  element.evaluate((node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    range.setStart(walker.nextNode() as Text, 0);
    range.setEnd(range.startContainer, 1);
    const [box, first] = [node.getBoundingClientRect(), range.getBoundingClientRect()];
    return first.left - box.left < box.right - first.right ? "left" : "right";
  });

/** Waits for it: a page's first element can give way to another while the page loads. */
async function expectRightToLeft(element: Locator): Promise<void> {
  await expect(element).toHaveCSS("direction", "rtl");
  await expect.poll(() => startSideOf(element)).toBe("right");
}

test("titles in Hebrew and Arabic run from right to left", async ({ page, api, signUp, otherUser }) => {
  const { username } = await signUp();
  for (const title of TITLES) {
    const { url } = await api.makeLevel({ title });
    await page.goto(url);
    await expectRightToLeft(page.getByRole("heading", { level: 1, name: title }));
  }
  const { account } = await otherUser();
  await page.goto(`/chat?user=${account.username}`);
  const text = `مرحبا ${uniqueWord()}`;
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
  const texts = page.getByText(text, { exact: true });
  await expect(texts.first()).toBeVisible();
  // The bubble is a new element once the message is sent.
  for (const one of await texts.all()) await expect(one).toHaveCSS("direction", "rtl");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/users/${username}/levels`);
  for (const title of TITLES) {
    const card = page.getByRole("heading", { level: 3, name: title });
    await expectRightToLeft(card);
    // An ellipsis is at the end of the text, which is on the left.
    await expect(card).toHaveCSS("overflow", "hidden");
    await expect(card).toHaveCSS("-webkit-line-clamp", "2");
  }
});
