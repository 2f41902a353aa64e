import { messageListRoute, sendMessageRoute } from "#domain/conversations/api.ts";
import { userDetailsRoute } from "#domain/settings/api.ts";
import { test as base, expect } from "./support/test.ts";

const STORAGES = ["localStorage", "sessionStorage", "indexedDB", "caches"] as const;

const test = base.extend<{ blocked: undefined }>({
  blocked: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern
    async ({}, use) => {
      const before = STORAGES.map((name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const);
      for (const name of STORAGES)
        Object.defineProperty(window, name, {
          configurable: true,
          get: () => {
            throw new DOMException("Access is denied for this document.", "SecurityError");
          },
        });
      await use(undefined);
      for (const [name, property] of before) {
        Reflect.deleteProperty(window, name);
        if (property) Object.defineProperty(window, name, property);
      }
    },
    { auto: true },
  ],
});

test("the site works in a browser that blocks all storage", async ({ page, site }) => {
  const heading = page.getByRole("heading", { level: 1 });
  const open = async (path: string) => {
    await page.goto(path);
    await expect(heading.first()).toBeVisible();
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
  };
  await open("/");
  site.signIn({ email_verified: false });
  site.respond(userDetailsRoute, {});
  await open("/me");
  const reminder = page.getByText("Verify your email");
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(reminder).toHaveCount(0);
  for (const path of ["/levels", "/shop", "/level/create", "/settings/appearance", "/avatar?tab=colors"])
    await open(path);
  await page.getByRole("button", { name: "Save this color" }).click();
  // A color lasts as long as the page.
  await expect(page.getByRole("group", { name: "Your colors" })).toBeVisible();
  site.respond(messageListRoute, { user: { id: 3, username: "goldie" }, can_send: true });
  site.respond(sendMessageRoute, { id: "3_7_1" });
  await open("/chat?with=3");
  const box = page.getByRole("textbox", { name: /message/i });
  await box.fill("Hello without storage");
  await box.press("Enter");
  await expect(page.getByText("Hello without storage", { exact: true }).first()).toBeVisible();
});
