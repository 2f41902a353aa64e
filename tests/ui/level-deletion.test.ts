import { deleteLevelRoute, levelRoute } from "#domain/levels/api.ts";
import { DRAWING_URL } from "#web/features/levels/level-query.ts";
import { expect, test } from "./support/test.ts";

test("a level's page doesn't ask for its picture while the level is being deleted", async ({
  page,
  site,
}) => {
  site.signIn({ username: "bobby" });
  site.respond(levelRoute, {
    level: { id: 7, url: "/levels/7", title: "Sky Maze", can_edit: true, thumbnail_url: DRAWING_URL },
  });
  const deletion = site.hold(deleteLevelRoute, { message: "Gone." });
  await page.clock.install();
  await page.goto("/levels/7");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete level" }).click();
  await page.clock.fastForward(2_000);
  expect(site.calls(levelRoute).length).toBeGreaterThan(1);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete level" }).click();
  await expect.poll(() => site.calls(deleteLevelRoute).length).toBe(1);
  const before = site.calls(levelRoute).length;
  await page.clock.fastForward(10_000);
  expect(site.calls(levelRoute).length).toBe(before);
  deletion.release();
  await expect(page.getByText("Gone.")).toBeVisible();
});
