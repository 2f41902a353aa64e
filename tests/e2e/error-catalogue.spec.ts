import type { Page } from "@playwright/test";
import { expect, NIGHTLY, test, unique } from "./fixtures.ts";

// The specification's catalogues of errors (spec 1 §8, spec 2 §8), as far as no test of a feature's own shows them.

/** Has the site answer the next calls of an address with a refusal. */
const refuse = (page: Page, address: string, status: number, json: object) =>
  page.route(address, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status, json }) : route.fallback(),
  );

const dismiss = async (page: Page, text: string) => {
  const banner = page.getByRole("alert").filter({ hasText: text });
  await expect(banner).toHaveText(text);
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toHaveCount(0);
};

test.describe("the catalogue of errors", () => {
  test("a page without its token says so in the console alone", async ({ page, complaints, join, api }) => {
    complaints.expect(/^419 POST .*\/favorite$/);
    complaints.expect(/^console error: CSRF token not found$/);
    await join();
    const { url } = await api.makeLevel({ title: `Tokens ${unique()}` });
    await page.goto(url);
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    await page.evaluate(() => document.querySelector('meta[name="csrf-token"]')?.remove());
    const refused = page.waitForResponse("**/favorite");
    await page
      .getByRole("button", { name: /favorite/i })
      .first()
      .click();
    await refused;
    await expect.poll(() => messages).toContain("CSRF token not found");
  });

  test.describe("of outfits", () => {
    test.use({ as: "bobby" });

    test(
      "creating and renaming tell the server's message in the window, wearing and deleting the first problem",
      NIGHTLY,
      async ({ page, api, complaints }) => {
        complaints.expect(/^422 POST .*\/api\/outfit\//);
        const name = unique("Outfit ");
        await api.post("/api/outfit/create", { name });
        await page.goto("/avatar?tab=outfits");
        const window = page.getByRole("dialog");

        await refuse(page, "**/api/outfit/create", 422, { message: "Not that name." });
        await page.getByRole("button", { name: /New outfit/ }).click();
        await window.getByLabel("Name").fill("Another");
        await window.getByRole("button", { name: "Create outfit" }).click();
        await expect(window.getByText("Not that name.", { exact: true })).toBeVisible();
        await window.getByRole("button", { name: "Cancel" }).click();

        await refuse(page, "**/api/outfit/edit/*", 422, { message: "Nor that one." });
        await page.getByRole("button", { name: `More for '${name}'` }).click();
        await page.getByRole("menuitem", { name: "Rename" }).click();
        await window.getByLabel("Name").fill("Another");
        await window.getByRole("button", { name: "Rename" }).click();
        await expect(window.getByText("Nor that one.", { exact: true })).toBeVisible();
        await expect(window.getByLabel("Name")).toHaveValue("Another");
        await window.getByRole("button", { name: "Cancel" }).click();

        const problems = {
          message: "Something is wrong.",
          errors: { id: ["That outfit can't be worn.", "Really."] },
        };
        await refuse(page, "**/api/outfit/wear/", 422, problems);
        await page.getByRole("button", { name: `Wear '${name}'` }).click();
        await dismiss(page, "That outfit can't be worn.");

        await refuse(page, "**/api/outfit/delete/*", 422, {
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
      "saving and deleting one tell the server's message in a banner",
      NIGHTLY,
      async ({ page, complaints }) => {
        complaints.expect(/^403 POST .*\/ratings/);
        await page.goto("/ratings?username=bobby");
        await page.getByRole("button", { name: "(Click to edit)" }).first().click();
        const window = page.getByRole("dialog");
        await refuse(page, "**/api/levels/*/ratings", 403, { message: "Ratings rest today." });
        await window.getByRole("button", { name: /^(Save|Submit|Update)/ }).click();
        await dismiss(page, "Ratings rest today.");
        await expect(window).toBeVisible();
      },
    );
  });

  test(
    "a message that is refused without a word says 'Error'",
    NIGHTLY,
    async ({ page, join, somebody, complaints }) => {
      complaints.expect(/^403 POST .*\/api\/messages\/send\//);
      await join();
      const other = await somebody();
      const { user } = await other.get<{ user: { id: number } }>("/api/session");
      await page.goto(`/chat?with=${user.id}`);
      await refuse(page, "**/api/messages/send/*", 403, { message: "" });
      const box = page.getByRole("textbox", { name: /message/i });
      await expect(box).toBeEnabled();
      await box.fill("hello");
      await box.press("Enter");
      await expect(page.getByRole("alert").filter({ hasText: /^Error$/ })).toBeVisible();
      await expect(page.getByRole("img", { name: "Error", exact: true })).toBeVisible();
    },
  );
});
