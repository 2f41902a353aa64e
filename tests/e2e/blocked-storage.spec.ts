import { expect, test } from "./test.ts";

test("the site works in a browser that blocks all storage", async ({ page, signUp }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await signUp({ verified: false });
  await page.goto("/me");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const reminder = page.getByText("Verify your email");
  if (await reminder.first().isVisible()) {
    await page.getByRole("button", { name: "Dismiss" }).first().click();
    await expect(reminder).toHaveCount(0);
  }
  for (const [path, heading] of [
    ["/levels", "Levels"],
    ["/shop", "Shop"],
    ["/level/create", "Create a level"],
    ["/settings/appearance", "Settings"],
    ["/avatar?tab=colors", "Avatar"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(page.getByText("Something went wrong"), heading).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Save this color" }).click();
  await expect(
    page.getByRole("group", { name: "Your colors" }),
    "a color lasts as long as the page",
  ).toBeVisible();
  await page.goto("/chat");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/chat?with=3");
  const box = page.getByRole("textbox", { name: /message/i });
  await box.fill("Hello without storage");
  await box.press("Enter");
  // The list of conversations soon says "You: Hello without storage".
  await expect(page.getByText("Hello without storage", { exact: true })).toBeVisible();
});
