import { vi } from "vitest";
import { profileRoute } from "#domain/users/api.ts";
import type { Page } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test.beforeEach(({ site }) => {
  site.respond(profileRoute, { user: { id: 3, username: "goldie", url: "/users/goldie" } });
});

const press = (page: Page) => page.getByRole("button", { name: "Share", exact: true }).first().click();

/** Replaces the device's share menu, which only some browsers have. */
function replaceMenu(share: (() => Promise<void>) | undefined): void {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
}

test("Share opens the device's menu with the title and the link", async ({ page }) => {
  const share = vi.fn(async () => {});
  replaceMenu(share);
  await page.goto("/users/goldie");
  await press(page);
  await expect
    .poll(() => share.mock.calls)
    .toEqual([[{ title: "goldie", url: `${location.origin}/users/goldie` }]]);
});

test("Share stays silent if the device's menu is closed", async ({ page }) => {
  const share = vi.fn(() => Promise.reject(new DOMException("closed", "AbortError")));
  replaceMenu(share);
  await page.goto("/users/goldie");
  await press(page);
  await expect.poll(() => share.mock.calls.length).toBe(1);
  await expect(page.getByText("Link copied.")).toHaveCount(0);
});
