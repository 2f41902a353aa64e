import type { Page } from "@playwright/test";
import { expectFitsAndAccessible } from "./expect-accessible.ts";
import { signUpIn } from "./make-shop-item.ts";
import { openLive } from "./open-live.ts";
import { expect, test } from "./test.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const bubble = (page: Page) => page.getByRole("main").getByRole("img", { name: "Online" });

// States of profiles, lists, requests and blocks: tests/ui/people.test.ts.

test("two members see each other's request and presence at once", async ({ page, openBrowser, origin }) => {
  const second = await openBrowser();
  const [anna, ben] = [await signUpIn(page, origin), await signUpIn(second, origin)];
  await openLive(page, `/users/${ben.username}`);
  await expect(bubble(page)).toHaveCount(0);
  await openLive(second, "/");
  await expect(bubble(page)).toBeVisible();
  await button(page, "Add buddy").click();
  await expect(button(page, "Cancel request")).toBeVisible();

  const request = second.getByRole("main").getByRole("region", { name: "Buddy requests" });
  await expect(request).toContainText(`${anna.username} wants to be your buddy`);
  await expectFitsAndAccessible(second);
  await request.getByRole("button", { name: `Accept ${anna.username}` }).click();
  await expect(second.getByText(`You and ${anna.username} are buddies.`)).toBeVisible();
  await expect(request).toHaveCount(0);
  await expect(button(page, "Buddies")).toBeVisible();

  await second.goto("about:blank");
  await expect(bubble(page)).toHaveCount(0);
});
