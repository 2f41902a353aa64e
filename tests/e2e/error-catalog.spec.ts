import type { Page } from "@playwright/test";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

// The specification's catalogs of errors (spec 1 §8, spec 2 §8), except those in the tests of a feature.

/** Makes the site reject the next POST requests to a URL. */
const reject = (page: Page, url: string, status: number, json: object) =>
  page.route(url, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status, json }) : route.fallback(),
  );

const dismiss = async (page: Page, text: string) => {
  const banner = page.getByRole("alert").filter({ hasText: text });
  await expect(banner).toHaveText(text);
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toHaveCount(0);
};

test.describe("the error catalog", () => {
  test("a page without its CSRF token reports it in the console only", async ({
    page,
    complaints,
    signUp,
    api,
  }) => {
    complaints.expect(/^419 POST .*\/favorite$/);
    complaints.expect(/^console error: CSRF token not found$/);
    await signUp();
    const { url } = await api.makeLevel({ title: `Tokens ${uniqueWord()}` });
    await page.goto(url);
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    await page.evaluate(() => document.querySelector('meta[name="csrf-token"]')?.remove());
    const rejected = page.waitForResponse("**/favorite");
    await page
      .getByRole("button", { name: /favorite/i })
      .first()
      .click();
    await rejected;
    await expect.poll(() => messages).toContain("CSRF token not found");
  });

  test.describe("of outfits", () => {
    test.use({ as: "bobby" });

    test(
      "shows the server's message in the modal of creating and renaming, and the first problem of wearing and deleting",
      NIGHTLY,
      async ({ page, api, complaints }) => {
        complaints.expect(/^422 POST .*\/api\/outfit\//);
        const name = uniqueWord("Outfit ");
        await api.post("/api/outfit/create", { name });
        await page.goto("/avatar?tab=outfits");
        const modal = page.getByRole("dialog");

        await reject(page, "**/api/outfit/create", 422, { message: "Not that name." });
        await page.getByRole("button", { name: /New outfit/ }).click();
        await modal.getByLabel("Name").fill("Another");
        await modal.getByRole("button", { name: "Create outfit" }).click();
        await expect(modal.getByText("Not that name.", { exact: true })).toBeVisible();
        await modal.getByRole("button", { name: "Cancel" }).click();

        await reject(page, "**/api/outfit/edit/*", 422, { message: "Nor that one." });
        await page.getByRole("button", { name: `More for '${name}'` }).click();
        await page.getByRole("menuitem", { name: "Rename" }).click();
        await modal.getByLabel("Name").fill("Another");
        await modal.getByRole("button", { name: "Rename" }).click();
        await expect(modal.getByText("Nor that one.", { exact: true })).toBeVisible();
        await expect(modal.getByLabel("Name")).toHaveValue("Another");
        await modal.getByRole("button", { name: "Cancel" }).click();

        const problems = {
          message: "Something is wrong.",
          errors: { id: ["That outfit can't be worn.", "Really."] },
        };
        await reject(page, "**/api/outfit/wear/", 422, problems);
        await page.getByRole("button", { name: `Wear '${name}'` }).click();
        await dismiss(page, "That outfit can't be worn.");

        await reject(page, "**/api/outfit/delete/*", 422, {
          message: "No.",
          errors: { id: ["That outfit stays."] },
        });
        await page.getByRole("button", { name: `More for '${name}'` }).click();
        await page.getByRole("menuitem", { name: "Delete" }).click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Delete outfit" }).click();
        await dismiss(page, "That outfit stays.");
      },
    );
  });

  test.describe("of ratings", () => {
    test.use({ as: "bobby" });

    test(
      "shows the server's message in a banner when saving fails",
      NIGHTLY,
      async ({ page, complaints }) => {
        complaints.expect(/^403 POST .*\/ratings/);
        await page.goto("/ratings?username=bobby");
        await page.getByRole("button", { name: "(Click to edit)" }).first().click();
        const modal = page.getByRole("dialog");
        await reject(page, "**/api/levels/*/ratings", 403, { message: "Ratings rest today." });
        await modal.getByRole("button", { name: /^(Save|Submit|Update)/ }).click();
        await dismiss(page, "Ratings rest today.");
        await expect(modal).toBeVisible();
      },
    );
  });

  test(
    "a message rejected without a reason shows 'Error'",
    NIGHTLY,
    async ({ page, signUp, otherUser, complaints }) => {
      complaints.expect(/^403 POST .*\/api\/messages\/send\//);
      await signUp();
      const other = await otherUser();
      const { user } = await other.get<{ user: { id: number } }>("/api/session");
      // Without a socket, messages go over HTTP.
      await page.routeWebSocket(/\/api\/live/, (socket) => socket.close());
      await page.goto(`/chat?with=${user.id}`);
      await reject(page, "**/api/messages/send/*", 403, { message: "" });
      const box = page.getByRole("textbox", { name: /message/i });
      await expect(box).toBeEnabled();
      await box.fill("hello");
      await box.press("Enter");
      await expect(page.getByRole("alert").filter({ hasText: /^Error$/ })).toBeVisible();
      await expect(page.getByRole("img", { name: "Error", exact: true })).toBeVisible();
    },
  );
});
