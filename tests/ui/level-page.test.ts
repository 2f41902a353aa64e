import { worldStart } from "#domain/build/starts/world-starts.ts";
import {
  deleteLevelRoute,
  editLevelRoute,
  favoriteLevelRoute,
  levelRevisionsRoute,
  levelRoute,
  restoreRevisionRoute,
  userLevelsRoute,
} from "#domain/levels/api.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { DRAWING_URL } from "#web/features/levels/level-query.ts";
import { errorResponse, pageOf } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

const SHED = {
  id: 1,
  revision: 1,
  title: "Shed",
  url: "/levels/1",
  can_edit: true,
  user: { id: 7, username: "bobby" },
};

test.beforeEach(({ site }) => {
  site.signIn();
  site.files.set("/file_url", serializeWorld(worldStart("island")));
  site.respond(levelRoute, { level: SHED });
});

test("a private level says so", async ({ page, site }) => {
  site.respond(levelRoute, { level: { ...SHED, visibility: "private" } });
  await page.goto("/levels/1");
  await expect(page.getByText("Private", { exact: true })).toBeVisible();
});

test("a level is edited by its creator only", async ({ page, site }) => {
  await page.goto("/levels/1");
  const edit = page.getByRole("link", { name: "Edit", exact: true });
  await expect(edit).toLinkTo("/levels/1/edit");
  await page.goto("/levels/1/edit");
  await expect(page.getByRole("heading", { level: 1, name: "Edit “Shed”" })).toBeVisible();
  const renamed = { ...SHED, title: "New name" };
  site.respond(editLevelRoute, () => {
    site.respond(levelRoute, { level: renamed });
    return { level: renamed };
  });
  await page.getByLabel("Title").fill("New name");
  await page.getByRole("switch", { name: /Allow comments/ }).setChecked(true);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Your changes are saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "New name" })).toBeVisible();
  expect(site.calls(editLevelRoute)[0]?.input).toMatchObject({ title: "New name", comments_enabled: true });

  site.respond(levelRoute, { level: { ...SHED, can_edit: false } });
  await page.goto("/levels/1");
  await expect(page.getByRole("heading", { level: 1, name: "Shed" })).toBeVisible();
  await expect(edit).toHaveCount(0);
  await page.goto("/levels/1/edit");
  await expect(page.getByRole("heading", { level: 1, name: "This level isn't yours" })).toBeAttached();
});

test("a level is deleted only after a confirmation with its name", async ({ page, site }) => {
  site.respond(deleteLevelRoute, () => {
    site.respond(levelRoute, errorResponse("not_found"));
    return { message: "“Shed” was deleted." };
  });
  site.respond(userLevelsRoute, { data: [], user: { id: 7, username: "bobby" } });
  await page.goto("/levels/1");
  const confirm = page.getByRole("alertdialog", { name: "Delete “Shed”?" });
  for (const name of ["Cancel", "Delete level"]) {
    expect(site.calls(deleteLevelRoute)).toEqual([]);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete level" }).click();
    await confirm.getByRole("button", { name }).click();
    await expect(confirm).toHaveCount(0);
  }
  await expect(page.getByText("“Shed” was deleted.")).toBeVisible();
  await expect(page).toHaveURL("/users/bobby/levels");
  await expect(page.getByText("You haven't built a level yet.")).toBeVisible();
  await page.goto("/levels/1");
  await expect(page.getByRole("heading", { level: 1, name: "This level isn't here" })).toBeAttached();
});

test("a level's picture isn't asked for while the level is being deleted", async ({ page, site }) => {
  site.respond(levelRoute, { level: { ...SHED, thumbnail_url: DRAWING_URL } });
  const deletion = site.hold(deleteLevelRoute, { message: "Gone." });
  await page.clock.install();
  await page.goto("/levels/1");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete level" }).click();
  await page.clock.fastForward(3_000);
  await expect.poll(() => site.calls(levelRoute).length).toBeGreaterThan(1);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete level" }).click();
  await expect.poll(() => site.calls(deleteLevelRoute).length).toBe(1);
  const before = site.calls(levelRoute).length;
  await page.clock.fastForward(10_000);
  expect(site.calls(levelRoute).length).toBe(before);
  deletion.release();
  await expect(page.getByText("Gone.")).toBeVisible();
});

test("an older revision can be downloaded and restored", async ({ page, site }) => {
  const revisions = (newest: number) =>
    Array.from({ length: newest }, (_, at) => ({
      revision: newest - at,
      current: at === 0,
      file_url: `/assets/${newest - at}`,
    }));
  const show = (newest: number) => {
    site.respond(levelRoute, { level: { ...SHED, revision: newest } });
    site.respond(levelRevisionsRoute, pageOf(revisions(newest)));
  };
  show(2);
  site.respond(restoreRevisionRoute, () => {
    show(3);
    return { level: { ...SHED, revision: 3 } };
  });
  await page.goto("/levels/1");
  await page.getByRole("button", { name: /^Revisions ?2$/ }).click();
  await expect(page).toHaveURL("/levels/1?revisions=1");
  const current = page.getByRole("listitem").filter({ hasText: "Current" });
  await expect(current).toContainText("Revision 2");
  await expect(page.getByRole("link", { name: "Download revision 1" })).toLinkTo(/\/assets\/1/);
  await page.getByRole("button", { name: "Restore revision 1" }).click();
  await expect(page.getByText("Revision 1 is back, as revision 3.")).toBeVisible();
  await expect(current).toContainText("Revision 3");
  await expect(page.getByRole("button", { name: /^Revisions ?3$/ })).toBeVisible();
  expect(site.calls(restoreRevisionRoute)[0]?.params).toEqual({ id: "1", revision: "1" });
});

test("a drawn picture shows once it is ready, and stays where 3D can't be drawn", async ({ page, site }) => {
  site.respond(levelRoute, { level: { ...SHED, thumbnail_url: DRAWING_URL, picture_url: DRAWING_URL } });
  await page.clock.install();
  await page.goto("/levels/1");
  await expect(page.getByText("Drawing the picture…")).toBeVisible();
  site.respond(levelRoute, { level: { ...SHED, thumbnail_url: "/assets/s", picture_url: "/assets/p" } });
  await page.clock.fastForward(3_000);
  const picture = page.getByRole("img", { name: "Picture of Shed" });
  await expect(picture).toHaveAttribute("src", "/assets/p");
  await expect(page.getByText("Drawing the picture…")).toHaveCount(0);
  await page.getByRole("button", { name: "View in 3D" }).click();
  await expect(page.getByText("Your browser can't draw 3D here.")).toBeVisible();
  await expect(picture).toBeVisible();
  await expect(page.locator("canvas")).toHaveCount(0);
});

test("a level becomes a favorite at once, unless the server rejects it", async ({ page, site }) => {
  await page.goto("/levels/1");
  const favorite = page.getByRole("button", { name: "Favorite", exact: true });
  const response = site.hold(
    favoriteLevelRoute,
    errorResponse("too_many", { message: "You're going too fast." }),
  );
  await favorite.click();
  await expect(favorite).toHaveAttribute("aria-pressed", "true");
  response.release();
  const problem = page.getByRole("dialog", { name: "Error" });
  await expect(problem).toContainText("You're going too fast.");
  await problem.getByRole("button", { name: "Ok" }).click();
  await expect(favorite).toHaveAttribute("aria-pressed", "false");
  site.respond(favoriteLevelRoute, { favorited: true, favorites_count: 1 });
  await favorite.click();
  await expect(favorite).toHaveAttribute("aria-pressed", "true");

  document.querySelector('meta[name="csrf-token"]')?.remove();
  await favorite.click();
  // A page without its token reports it in the console only.
  await expect.poll(() => site.problems.splice(0)).toContain("CSRF token not found");
});
