import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** Replaces the page's texts as a browser's translation does, now and as they change: each text by two `<font>` elements. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent || parent.closest("script, style, textarea, font")) continue;
        const outer = document.createElement("font");
        const inner = outer.appendChild(document.createElement("font"));
        // Letters show that it's a translation; numbers stay.
        inner.textContent = `‹${text.data}›`;
        text.replaceWith(outer);
      }
    };
    const watch = new MutationObserver(() => {
      watch.disconnect();
      translateIn(document.body);
      observe();
    });
    const observe = () =>
      watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    translateIn(document.body);
    observe();
  });

test("a translated page shows new numbers and survives what React inserts", async ({ page, signUp, api }) => {
  await page.goto("/levels");
  await expect(page.getByText(/^Fetched /)).toBeVisible();
  // On a slow connection, a script that translation needs and that has yet to load would come too late.
  await page.route("**/build/*.js", () => {});
  await translate(page);
  const expectFetched = async (text: RegExp | string) => {
    await expect(page.getByText(text)).toBeVisible();
    expect((await page.getByRole("main").textContent())?.match(/Fetched/g)).toHaveLength(1);
  };
  await expectFetched(/‹Fetched \d+ results›/);
  const box = page.getByRole("searchbox", { name: "Search levels" });
  await box.fill("zzzz nothing");
  await expectFetched("‹Fetched 0 results›");
  await box.fill("");
  await expectFetched(/‹Fetched [1-9]\d* results›/);
  await page.unrouteAll({ behavior: "ignoreErrors" });

  await signUp();
  await page.goto("/levels/1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await translate(page);
  const favorite = page.getByRole("button", { name: /Favorite/ });
  for (let press = 0; press < 3; press++) {
    const done = page.waitForResponse("**/api/levels/1/favorite");
    await favorite.click();
    await done;
  }
  const { level } = await api.get<{ level: { favorites_count: number } }>("/api/levels/1");
  const fact = page.locator("dl > div").filter({ hasText: "‹Favorites›" });
  await expect(fact).toContainText(`‹${level.favorites_count}›`);
  for (const [link, heading] of [
    ["Shop", "Shop"],
    ["Users", "Users"],
    ["Levels", "Levels"],
  ] as const) {
    await page.getByRole("banner").getByRole("link", { name: link }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`‹${heading}›`);
  }
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
});
