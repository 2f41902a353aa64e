import type { Locator } from "@playwright/test";
import { messageBox, testChat } from "./chat-member.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

const backgroundOf = (place: Locator, part?: string) =>
  place.evaluate((element, name) => getComputedStyle(element, name).backgroundColor, part);

test.describe("for a member", () => {
  test.use({ as: "goldie" });

  test("with the system's colors, what is chosen stands out, and swatches keep theirs", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    for (const [path, chosen, other] of [
      ["/levels", '[aria-current="true"], main [aria-current="page"]', "main nav a:not([aria-current])"],
      ["/avatar", '[role=tab][aria-selected="true"]', '[role=tab][aria-selected="false"]'],
      ["/avatar", '[data-tile][aria-pressed="true"]', '[data-tile][aria-pressed="false"]'],
      ["/settings/appearance", '[aria-current="page"]', "main nav a:not([aria-current])"],
      ["/settings/appearance", "label:has([name=theme]:checked)", "label:has([name=theme]:not(:checked))"],
    ] as const) {
      if (!page.url().endsWith(path)) await page.goto(path);
      const edgeOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).outlineStyle);
      await expect.poll(() => edgeOf(chosen), chosen).toBe("solid");
      expect(await edgeOf(other)).toBe("none");
    }
    const sounds = page.getByRole("switch").first();
    const looks = async () => [await backgroundOf(sounds), await backgroundOf(sounds, "::after")];
    await sounds.setChecked(false);
    const off = await looks();
    await sounds.setChecked(true);
    await expect.poll(async () => (await looks())[0]).not.toBe(off[0]);
    for (const [ground, knob] of [off, await looks()]) expect(knob).not.toBe(ground);
    await page.goto("/avatar?tab=colors");
    expect(await backgroundOf(page.getByRole("button", { name: "Color #3C8DFF" }))).toBe("rgb(60, 141, 255)");
  });

  test("with a text size of 200 %, pages fit into a window of 1280 pixels", async ({ page, otherUser }) => {
    // A long name next to a time.
    await (await otherUser()).post("/api/forums/2/threads", { title: "Large letters", body: "Hello" });
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of [
      "/settings/account",
      "/settings/appearance",
      "/settings/privacy",
      "/avatar",
      "/levels",
      "/levels/1",
      "/shop",
      "/forums",
      "/",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      // Without it the first look would still see small letters.
      await expect(page.locator("html")).toHaveCSS("font-size", "32px");
      await test.step(path, () => expectFits(page));
    }
  });
});

testChat.describe("on a phone", () => {
  testChat.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  testChat(
    "titles of threads and the dock with unread messages are accessible, and the box for a message grows with its text where the browser can't do it by itself",
    async ({ chatMember, page }) => {
      const [anna, ben] = [await chatMember(), await chatMember()];
      await ben.send(anna, "one");
      await ben.send(anna, "two");
      await page.context().addCookies((await anna.api.request.storageState()).cookies);
      await page.goto("/forums/1");
      await expect(page.getByRole("link", { name: "Chat, 2" })).toBeVisible();
      await expectAccessible(page);
      await page.addInitScript(() => {
        const { supports } = CSS;
        CSS.supports = (property: string, value?: string) =>
          property !== "field-sizing" &&
          (value === undefined ? supports(property) : supports(property, value));
      });
      await page.goto(`/chat?with=${ben.id}`);
      const box = messageBox(page);
      await expect(box).toBeEnabled();
      await box.evaluate((area) => area.style.setProperty("field-sizing", "fixed"));
      const height = () => box.evaluate((area) => area.getBoundingClientRect().height);
      const oneLine = await height();
      await box.fill("word ".repeat(60));
      expect(await height()).toBeGreaterThan(1.8 * oneLine);
      await box.fill("a\nb\nc\nd\ne\nf\ng\nh\ni\nj");
      expect(await height()).toBeLessThanOrEqual(168);
      await box.fill("");
      expect(await height()).toBe(oneLine);
    },
  );
});
