import { messageListRoute, sendMessageRoute } from "#domain/conversations/api.ts";
import {
  createOutfitRoute,
  deleteOutfitRoute,
  editOutfitRoute,
  outfitListRoute,
  wearOutfitRoute,
} from "#domain/outfits/api.ts";
import { userDetailsRoute } from "#domain/settings/api.ts";
import type { Page } from "./support/page.ts";
import { errorResponse } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

// The specification's catalogs of errors (spec 1 §8, spec 2 §8), except those in the tests of a feature.

async function dismiss(page: Page, text: string): Promise<void> {
  const banner = page.getByRole("alert");
  await expect(banner).toHaveText(text);
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toHaveCount(0);
}

test("of outfits, the server's message is in the modal, or in a banner after it", async ({ page, site }) => {
  const problem = (message: string) => errorResponse("invalid", { message });
  site.signIn();
  site.respond(outfitListRoute, { data: [{ id: 1, name: "Rain" }] });
  site.respond(createOutfitRoute, problem("Not that name."));
  site.respond(editOutfitRoute, problem("Nor that one."));
  site.respond(wearOutfitRoute, problem("That outfit can't be worn."));
  site.respond(deleteOutfitRoute, problem("That outfit stays."));
  await page.goto("/avatar?tab=outfits");
  const modal = page.getByRole("dialog");
  const more = page.getByRole("button", { name: "More for 'Rain'" });
  for (const [open, send, message] of [
    [() => page.getByRole("button", { name: /New outfit/ }).click(), "Create outfit", "Not that name."],
    [
      async () => {
        await more.click();
        await page.getByRole("menuitem", { name: "Rename" }).click();
      },
      "Rename",
      "Nor that one.",
    ],
  ] as const) {
    await open();
    await modal.getByLabel("Name").fill("Another");
    await modal.getByRole("button", { name: send }).click();
    await expect(modal.getByText(message, { exact: true })).toBeVisible();
    await expect(modal.getByLabel("Name")).toHaveValue("Another");
    await modal.getByRole("button", { name: "Cancel" }).click();
  }
  await page.getByRole("button", { name: "Wear 'Rain'" }).click();
  await dismiss(page, "That outfit can't be worn.");
  await more.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete outfit" }).click();
  await dismiss(page, "That outfit stays.");
});

test("a message rejected without a reason shows 'Error'", async ({ page, site }) => {
  site.signIn();
  site.respond(messageListRoute, { data: [], user: { id: 3, username: "goldie" }, can_send: true });
  await page.goto("/chat?with=3");
  site.respond(sendMessageRoute, errorResponse("forbidden", { message: "" }));
  const box = page.getByRole("textbox", { name: /message/i });
  await expect(box).toBeEnabled();
  await box.fill("hello");
  await box.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: /^Error$/ })).toBeVisible();
  await expect(page.getByRole("img", { name: "Error", exact: true })).toBeVisible();
});

test("sounds of celebrations are off until turned on, and stay on in the browser", async ({ page, site }) => {
  site.signIn();
  site.respond(userDetailsRoute, {});
  await page.goto("/me");
  const sounds = page.getByRole("switch", { name: /^Celebration sounds/ });
  await expect(sounds).not.toBeChecked();
  await sounds.check();
  await page.goto("/settings/appearance");
  await expect(sounds).toBeChecked();
});
