import { worldUpload } from "./api.ts";
import { disableWebGl } from "./disable-web-gl.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

test.describe("a level", () => {
  test("that is private is there for its creator and staff, and for no one else", async ({
    page,
    signUp,
    api,
    openBrowser,
    complaints,
  }) => {
    const { username } = await signUp();
    const title = `Secret Shed ${uniqueWord()}`;
    const { url } = await api.makeLevel({ title, visibility: "private" });
    await page.goto(`/levels?search=${encodeURIComponent(title)}`);
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await page.getByLabel("Show private levels").check();
    await expect(page).toHaveURL(/showPrivateLevels=true$/);
    await page.goBack();
    await expect(page.getByLabel("Show private levels")).not.toBeChecked();
    await page.goForward();
    await expect(page.getByLabel("Show private levels")).toBeChecked();
    await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByText("Private", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: title, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("Private", { exact: true })).toBeVisible();

    complaints.expect(/^404 GET .*\/levels\/\d+$/);
    for (const as of [null, "PixelPanda"]) {
      const other = await openBrowser(as);
      await other.goto(url);
      await expect(other.getByRole("heading", { level: 1, name: "This level isn't here" })).toBeAttached();
      await other.goto(`/levels?search=${encodeURIComponent(title)}&showPrivateLevels=true`);
      await expect(other.getByText("No results", { exact: true })).toBeVisible();
      await other.goto(`/users/${username}/levels`);
      await expect(other.getByText(`${username} hasn't built a level yet.`)).toBeVisible();
    }
    const moderator = await openBrowser("moderator");
    await moderator.goto(url);
    await expect(moderator.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });

  test("can be edited by its creator only", async ({ page, signUp, api, openBrowser }) => {
    await signUp();
    const title = `Old Name ${uniqueWord()}`;
    const { url } = await api.makeLevel({ title });
    await page.goto(url);
    // At any width, the menu's "…" isn't alone on a line.
    const top = (name: string) =>
      page
        .getByRole("main")
        .getByRole("button", { name })
        .first()
        .evaluate((button) => button.getBoundingClientRect().top);
    for (const width of [360, 390, 1000, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await top("Share")).toBe(await top("More actions"));
    }
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Edit “${title}”` })).toBeVisible();
    const renamed = `New Name ${uniqueWord()}`;
    await page.getByLabel("Title").fill(renamed);
    await page.getByRole("switch", { name: /Allow comments/ }).uncheck();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Your changes are saved.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
    await expect(page.getByText("The creator of this level turned comments off.")).toBeVisible();

    const other = await openBrowser("PixelPanda");
    await other.goto(url);
    await expect(other.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
    await expect(other.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
    await other.goto(`${url}/edit`);
    await expect(other.getByRole("heading", { level: 1, name: "This level isn't yours" })).toBeAttached();
    const visitor = await openBrowser();
    await visitor.goto(`${url}/edit`);
    await expect(visitor).toHaveURL(`/login?next=${encodeURIComponent(`${url}/edit`)}`);
  });

  test(
    "is deleted only after a confirmation with its name",
    NIGHTLY,
    async ({ page, signUp, api, complaints }) => {
      const { username } = await signUp();
      const title = `Sand Castle ${uniqueWord()}`;
      const { url } = await api.makeLevel({ title });
      await page.goto(url);
      const menu = page.getByRole("button", { name: "More actions" });
      const confirm = page.getByRole("alertdialog", { name: `Delete “${title}”?` });
      await menu.click();
      await page.getByRole("menuitem", { name: "Delete level" }).click();
      await confirm.getByRole("button", { name: "Cancel" }).click();
      await expect(confirm).toBeHidden();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await menu.click();
      await page.getByRole("menuitem", { name: "Delete level" }).click();
      await confirm.getByRole("button", { name: "Delete level" }).click();
      await expect(page.getByText(`“${title}” was deleted.`)).toBeVisible();
      await expect(page).toHaveURL(`/users/${username}/levels`);
      await expect(page.getByText("You haven't built a level yet.")).toBeVisible();
      complaints.expect(/^404 GET .*\/levels\/\d+$/);
      await page.goto(url);
      await expect(page.getByRole("heading", { level: 1, name: "This level isn't here" })).toBeAttached();
    },
  );

  test(
    "keeps every saved document as a revision, and an older one can be restored",
    NIGHTLY,
    async ({ page, signUp, api }) => {
      await signUp();
      const { id, url } = await api.makeLevel({
        title: `Rope Bridge ${uniqueWord()}`,
        file: worldUpload("obby"),
      });
      await api.postForm(`/api/levels/${id}`, { file: worldUpload("island") });
      await page.goto(url);
      await page.getByRole("button", { name: "Revisions 2" }).click();
      await expect(page).toHaveURL(`${url}?revisions=1`);
      const current = page.getByRole("listitem").filter({ hasText: "Current" });
      await expect(current).toContainText("Revision 2");
      await expect(page.getByRole("link", { name: "Download revision 1" })).toHaveAttribute(
        "href",
        /\/assets\//,
      );
      await page.getByRole("button", { name: "Restore revision 1" }).click();
      await expect(page.getByText("Revision 1 is back, as revision 3.")).toBeVisible();
      await expect(current).toContainText("Revision 3");
      await expect(page.getByRole("button", { name: "Revisions 3" })).toBeVisible();
      await page.reload();
      await expect(current).toContainText("Revision 3");
    },
  );

  test("shows its drawn picture as soon as it is ready", async ({ page, signUp, api }) => {
    await signUp();
    const title = `Paper Boats ${uniqueWord()}`;
    const { url } = await api.makeLevel({ title, file: worldUpload("race") });
    await page.goto(url);
    await expect(page.getByRole("img", { name: `Picture of ${title}` })).toHaveAttribute(
      "src",
      /^\/assets\//,
      {
        timeout: 30_000,
      },
    );
    await expect(page.getByText("Drawing the picture…")).toBeHidden();
  });

  test("can be seen in 3D in place of its picture, by pointer and by keyboard", async ({ page }) => {
    await page.goto("/levels/1");
    const picture = page.getByRole("img", { name: /^Picture of / });
    const box = await picture.boundingBox();
    const open = page.getByRole("button", { name: "View in 3D" });
    await open.click();
    const canvas = page.locator("canvas[data-ready=true]");
    await expect(canvas).toBeFocused({ timeout: 60_000 });
    await canvas.press("ArrowLeft");
    await canvas.press("+");
    expect(await canvas.boundingBox()).toEqual(box);
    await expectAccessible(page);
    await canvas.press("Escape");
    await expect(page.locator("canvas")).toHaveCount(0);
    await expect(open).toBeFocused();
  });

  test("keeps its picture, with a message, where 3D can't be drawn", NIGHTLY, async ({ page }) => {
    await disableWebGl(page);
    await page.goto("/levels/1");
    await page.getByRole("button", { name: "View in 3D" }).click();
    await expect(page.getByText("Your browser can't draw 3D here.")).toBeVisible();
    await expect(page.getByRole("img", { name: /^Picture of / })).toBeVisible();
    await expect(page.locator("canvas")).toHaveCount(0);
  });

  test("becomes a favorite at once, and stops being one if the server rejects it", async ({
    page,
    signUp,
    otherUser,
    complaints,
  }) => {
    await signUp();
    const maker = await otherUser();
    const { url } = await maker.makeLevel({ title: `Lemon Stand ${uniqueWord()}` });
    await page.goto(url);
    const favorite = page.getByRole("button", { name: "Favorite", exact: true });
    complaints.expect(/^429 POST .*\/favorite$/);
    await page.route("**/favorite", (route) =>
      route.fulfill({ status: 429, json: { message: "You're going too fast." } }),
    );
    await favorite.click();
    const problem = page.getByRole("dialog", { name: "Error" });
    await expect(problem).toContainText("You're going too fast.");
    await problem.getByRole("button", { name: "Ok" }).click();
    await expect(problem).toBeHidden();
    await expect(favorite).toHaveAttribute("aria-pressed", "false");
    await page.unroute("**/favorite");
    const saved = page.waitForResponse("**/favorite");
    await favorite.click();
    await expect(favorite).toHaveAttribute("aria-pressed", "true");
    await saved;
    await page.reload();
    await expect(favorite).toHaveAttribute("aria-pressed", "true");
  });
});
