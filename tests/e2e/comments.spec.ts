import type { Page } from "@playwright/test";
import { expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const write = (page: Page) => page.getByLabel("Write a comment");

test("an emoticon is put at the caret, and typing goes on", NIGHTLY, async ({ page, signUp, api }) => {
  await signUp();
  const { url } = await api.makeLevel({ title: `Sticker Book ${uniqueWord()}` });
  await page.goto(url);
  await write(page).fill("a  b");
  await write(page).press("Home");
  await write(page).press("ArrowRight");
  await write(page).press("ArrowRight");
  await page.getByRole("button", { name: "Emoticons" }).click();
  await page.getByRole("dialog", { name: "Emoticons" }).getByRole("button", { name: "ghost sword" }).click();
  await expect(write(page)).toHaveValue("a :ghost_sword: b");
  await expect(write(page)).toBeFocused();
  await page.keyboard.type("!");
  await expect(write(page)).toHaveValue("a :ghost_sword:! b");
});

test("no long word, emoji or stacked mark widens a page", NIGHTLY, async ({ page, signUp, api }) => {
  const { username } = await signUp();
  const title = "W".repeat(60);
  const { id, url } = await api.makeLevel({ title, description: "M".repeat(900) });
  const bodies = [`z${"\u0300\u0301\u0302\u0303".repeat(25)}algo`, "👨‍👩‍👧‍👦".repeat(500), "W".repeat(500)];
  for (const body of bodies) await api.comment("level", id, body);
  await page.setViewportSize({ width: 360, height: 760 });
  for (const path of [url, `/users/${username}`, `/users/${username}/levels`, "/levels?order=newest"]) {
    await page.goto(path);
    await expect(page.getByText(title).first()).toBeAttached();
    await expectFits(page);
  }
  await page.goto(url);
  await expect(page.getByRole("listitem").getByRole("article")).toHaveCount(bodies.length);
  await expectFits(page);
});
