import type { Page } from "@playwright/test";
import type { Avatar, ClosetItem } from "#domain/avatar/api.ts";
import { decodeLook } from "#domain/avatar/bopi-look.ts";
import type { Outfit } from "#domain/outfits/api.ts";
import { disableWebGl } from "./disable-web-gl.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

const preview = (page: Page) => page.locator("[data-preview]");
const canvas = (page: Page) => page.getByRole("img", { name: /bopi in 3D/ });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const header = (page: Page) => page.getByRole("banner").locator("img[src*='/assets/'], img[src*='/bopi/']");
const headerPicture = (page: Page) => header(page).getAttribute("src");
const SAVED =
  "Your bopi has been saved, it may take a few minutes for your changes to be reflected across the site";

/** Waits for the page's socket. Events from before it opens are fetched once it has. */
async function waitForSocket(page: Page): Promise<void> {
  await page.waitForEvent("websocket", { predicate: (socket) => socket.url().endsWith("/api/live") });
}

/** Counts every layout shift from now on, also right after input. Stacked notices don't count: they lie over the page. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const counter = window as unknown as { shifts: number };
    counter.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const isNotice = ({ node }: { node: Node | null }) =>
          node instanceof Element && node.closest("[aria-label=Notifications]") !== null;
        if (!sources.every(isNotice)) counter.shifts += value;
      }
    }).observe({ type: "layout-shift" });
  });
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts);

async function openCustomizer(page: Page, query = ""): Promise<void> {
  const open = waitForSocket(page);
  await page.goto(`/avatar${query}`);
  await open;
  await expect(preview(page)).toHaveAttribute("data-preview", "canvas");
}

test("a color shows at once in 3D, is saved as the only difference, and updates the header of every open page", async ({
  page,
  signUp,
}) => {
  await signUp();
  const other = await page.context().newPage();
  const otherSocket = waitForSocket(other);
  await other.goto("/levels");
  await otherSocket;
  await openCustomizer(page, "?tab=colors");
  await expect.poll(() => headerPicture(page), "the first bopi is drawn").toMatch(/^\/assets\//);
  const before = await canvas(page).screenshot();

  await button(page, "Left arm").click();
  await button(page, "Color #3C8DFF").click();
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expect
    .poll(async () => Buffer.compare(before, await canvas(page).screenshot()), "the canvas has changed")
    .not.toBe(0);

  const [old, oldElsewhere] = [await headerPicture(page), await headerPicture(other)];
  const place = await preview(page).boundingBox();
  await watchShifts(page);
  const sent = page.waitForRequest("**/api/avatar/update");
  await button(page, "Save").click();
  expect((await sent).postDataJSON()).toEqual({ left_arm_color: "3C8DFF" });
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await preview(page).boundingBox(), "the notice moves nothing").toEqual(place);
  await expect.poll(() => headerPicture(page)).not.toBe(old);
  expect(await shifts(page), "saving moves nothing").toBe(0);
  await expect.poll(() => headerPicture(other)).not.toBe(oldElsewhere);
  await expectPicturesLoaded(other);
  await expect(button(page, "Save")).toBeDisabled();
  await expect(page.getByText(SAVED), "the notice goes by itself").toBeHidden({ timeout: 10_000 });
});

test("the customizer asks before a link, Back or the browser discards unsaved changes", async ({
  page,
  signUp,
}) => {
  const { username } = await signUp();
  await page.goto(`/users/${username}/inventory`);
  await page.getByRole("link", { name: "Dress your bopi" }).click();
  await tab(page, "Colors").click();
  await button(page, "Color #3C8DFF").click();
  const leaveDialog = page.getByRole("alertdialog", { name: "Leave without saving?" });

  await page.getByRole("banner").getByRole("link", { name: "Shop", exact: true }).click();
  await leaveDialog.getByRole("button", { name: "Cancel" }).click();
  await expect(leaveDialog).toBeHidden();
  await expect(page).toHaveURL("/avatar?tab=colors");

  const browserDialog = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await browserDialog;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  for (const choice of ["Cancel", "Leave"]) {
    await page.evaluate(() => history.back());
    await expect(leaveDialog).toBeVisible();
    await expect(page).toHaveURL("/avatar?tab=colors");
    await expect(page.getByText("Not saved yet")).toBeVisible();
    await leaveDialog.getByRole("button", { name: choice }).click();
  }
  await expect(page).toHaveURL(`/users/${username}/inventory`);
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL("/avatar?tab=colors");
  await expect(button(page, "Save"), "nothing is left to save").toBeDisabled();
});

test.describe("with a full wardrobe", () => {
  test.use({ as: "admin" });

  test(
    "hats take the first empty slot, then that of the hat removed last; equipped items come off, and undo restores them",
    NIGHTLY,
    async ({ page }) => {
      await openCustomizer(page, "?tab=wearing");
      await button(page, "Take everything off").click();
      await expect(page.getByText("Not wearing anything")).toBeVisible();
      await tab(page, "Hats").click();
      const wear = (name: string) => button(page, `Wear ${name}`).click();
      await wear("Traffic Cone");
      await wear("Chef's Tower");
      await wear("Propeller Cap");
      await button(page, "Take off Chef's Tower").click();
      await wear("Crown of Sunday");
      // All 3 slots are full, so the one emptied last is replaced.
      await wear("Office Cactus");
      await tab(page, "Wearing").click();
      const equipped = page.getByRole("button", { name: /^Take off / });
      await expect(equipped).toHaveText(["Traffic Cone", "Office Cactus", "Propeller Cap"]);
      await tab(page, "Faces").click();
      await button(page, "Wear Bopi Classic").click();
      await button(page, "Wear Monday Face").click();
      await tab(page, "Wearing").click();
      await expect(equipped).toHaveText(["Traffic Cone", "Office Cactus", "Propeller Cap", "Monday Face"]);
      await button(page, "Undo").click();
      await expect(button(page, "Save")).toBeDisabled();
      await expect(button(page, "Take off Traffic Cone")).toHaveCount(0);
    },
  );

  test(
    "a member can search a category, sees if nothing is found, and opens an item's page with Ctrl or the option",
    NIGHTLY,
    async ({ page, context }) => {
      await openCustomizer(page, "?tab=shoes");
      await page.getByRole("searchbox", { name: "Search shoes" }).fill("duck");
      await expect(page).toHaveURL("/avatar?tab=shoes&search=duck");
      await expect(page.getByRole("button", { name: /^(?:Wear|Take off) / })).toHaveText(["Duck Slippers"]);
      await page.getByRole("searchbox", { name: "Search shoes" }).fill("qqqzz");
      await expect(page.getByText("No shoes found")).toBeVisible();
      await page.getByRole("searchbox", { name: "Search shoes" }).fill("");

      const slippers = page.getByRole("button", { name: /Duck Slippers/ });
      const pressed = await slippers.getAttribute("aria-pressed");
      const opened = context.waitForEvent("page");
      await slippers.click({ modifiers: ["Control"] });
      const itemPage = await opened;
      await expect(itemPage.getByRole("heading", { name: "Duck Slippers" })).toBeVisible();
      await expect(slippers).toHaveAttribute("aria-pressed", pressed ?? "");
      await button(page, "Options").click();
      await page.getByRole("menuitemcheckbox", { name: "Open item pages" }).click();
      const again = context.waitForEvent("page");
      await button(page, "Open the page of Duck Slippers").click();
      await expect((await again).getByRole("heading", { name: "Duck Slippers" })).toBeVisible();
    },
  );

  test(
    "the closet shows a member's items and then the shop's, page by page",
    NIGHTLY,
    async ({ page, api }) => {
      const names: string[] = [];
      let pages = 0;
      for (let after: string | null = ""; after !== null; pages++) {
        const body: { data: ClosetItem[]; next: string | null } = await api.get(
          `/api/closet/hat?after=${after}`,
        );
        names.push(...body.data.map(({ name }) => name));
        after = body.next;
      }
      await openCustomizer(page, "?tab=hat");
      await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Yours");
      for (let shown = 1; shown < pages; shown++) await button(page, "Show More").click();
      await expect(page.locator("[data-tile]")).toHaveCount(names.length);
      await expect(button(page, "Show More")).toHaveCount(0);
      await page.getByRole("link", { name: "See more in the shop" }).click();
      await expect(page).toHaveURL("/shop?category=hat");
    },
  );

  test("a member tries an item on their own bopi on the item's page", async ({ page }) => {
    await page.goto("/items/1");
    const onBopi = page.getByRole("img", { name: "Traffic Cone on your bopi" });
    await expect(onBopi, "the first thing to see").toHaveAttribute("data-shown", "true");
    expect(decodeLook((await onBopi.getAttribute("src"))?.split("/")[2] ?? "")?.items.hat1).toBe(1);
    await page.getByRole("radio", { name: "Picture" }).check({ force: true });
    await expect(onBopi).toHaveCount(0);
    await expect(page.getByRole("img", { name: "Picture of Traffic Cone" })).toBeVisible();
    await page.getByRole("radio", { name: "In 3D" }).check({ force: true });
    await expect(preview(page)).toHaveAttribute("data-preview", "canvas");
    await button(page, "Turn left").click();
  });
});

test(
  "several parts are colored at once, and all color controls work with the keyboard",
  NIGHTLY,
  async ({ page, signUp }) => {
    await signUp();
    await openCustomizer(page, "?tab=colors");
    const part = (name: string) => button(page, name);
    await expect(part("Head")).toHaveAttribute("aria-pressed", "true");
    await part("Head").click({ modifiers: ["Control"] });
    await expect(part("Head"), "the last one stays").toHaveAttribute("aria-pressed", "true");
    await part("Torso").click({ modifiers: ["Shift"] });
    await expect(page.getByText("2 parts")).toBeVisible();
    await part("Torso").click();
    await expect(part("Head")).toHaveAttribute("aria-pressed", "false");

    await part("Torso").focus();
    await page.keyboard.press("ArrowRight");
    await expect(part("Left arm")).toBeFocused();
    await page.keyboard.press("Control+Space");
    await expect(page.getByText("2 parts")).toBeVisible();
    const hex = page.getByLabel("Hex");
    await hex.fill("#12ab");
    await hex.press("Enter");
    await expect(page.getByText("Not saved yet"), "half a color is none").toHaveCount(0);
    await hex.fill("12ab34");
    await expect(hex).toHaveValue("#12AB34");
    await page.getByLabel("Red").fill("255");
    await page.getByLabel("Red").press("Enter");
    await expect(hex).toHaveValue("#FFAB34");
    await page.getByLabel("Green").fill("300");
    await page.getByLabel("Green").press("Enter");
    await expect(hex).toHaveValue("#FFAB34");
    await button(page, "Save this color").click();
    const own = page.getByRole("group", { name: "Your colors" });
    await expect(own.getByRole("button", { name: "Color #FFAB34" })).toBeVisible();

    const sent = page.waitForRequest("**/api/avatar/update");
    await button(page, "Save").click();
    expect((await sent).postDataJSON()).toEqual({ body_color: "FFAB34", left_arm_color: "FFAB34" });
    await page.reload();
    await expect(
      own.getByRole("button", { name: "Color #FFAB34" }),
      "the saved color is still there",
    ).toBeVisible();
  },
);

test(
  "a failed save is reported in a banner, and the changes stay",
  NIGHTLY,
  async ({ page, signUp, complaints }) => {
    complaints.expect(/^500 POST .*avatar\/update/);
    await signUp();
    await openCustomizer(page, "?tab=colors");
    await page.route("**/api/avatar/update", (route) =>
      route.fulfill({ status: 500, json: { message: "The paint has run out.", code: "internal" } }),
    );
    await button(page, "Color #F94144").click();
    await button(page, "Save").click();
    await expect(page.getByRole("alert")).toContainText("The paint has run out.");
    await expect(button(page, "Save")).toBeEnabled();
    await page.getByRole("alert").getByRole("button").click();
    await expect(page.getByRole("alert")).toHaveCount(0);

    await tab(page, "Outfits").click();
    await page.getByRole("button", { name: /New outfit/ }).click();
    const modal = page.getByRole("dialog");
    await modal.getByLabel("Name").fill("Sunday best");
    await modal.getByRole("button", { name: "Create outfit" }).click();
    await expect(modal.getByText("The paint has run out."), "the outfit's name is not lost").toBeVisible();
    await expect(modal.getByLabel("Name")).toHaveValue("Sunday best");
  },
);

test("an outfit is created, drawn, renamed, equipped and deleted", async ({ page, signUp, api }) => {
  await signUp();
  await openCustomizer(page, "?tab=colors");
  await button(page, "Color #7BC950").click();
  await tab(page, "Outfits").click();
  await expect(page.getByText("No outfits found"), "the tile says it all").toHaveCount(0);
  await page.getByRole("button", { name: /New outfit/ }).click();
  const modal = page.getByRole("dialog");
  await modal.getByLabel("Name").fill("x".repeat(31));
  await modal.getByRole("button", { name: "Create outfit" }).click();
  await expect(modal.getByText("Name must be at most 30 characters.")).toBeVisible();
  await expect(page.getByText(SAVED), "a wrong name saves nothing").toHaveCount(0);
  const name = uniqueWord("Outfit ");
  await modal.getByLabel("Name").fill(name);
  await modal.getByRole("button", { name: "Create outfit" }).click();
  await expect(modal).toHaveCount(0);
  await expect(page.getByText(SAVED), "the bopi was saved first").toBeVisible();
  const tile = button(page, `Wear '${name}'`);
  await expect(tile.locator("img"), "its picture is drawn and shows by itself").toHaveAttribute(
    "src",
    /^\/assets\//,
  );

  await tab(page, "Colors").click();
  await button(page, "Color #F94144").click();
  await button(page, "Save").click();
  await expect(button(page, "Save")).toBeDisabled();
  await tab(page, "Outfits").click();
  const equipped = page.waitForResponse("**/api/outfit/wear/");
  await tile.click();
  expect(((await (await equipped).json()) as Avatar).head_color).toBe("7BC950");

  await button(page, `More for '${name}'`).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await modal.getByLabel("Name").fill(`${name} 2`);
  await modal.getByRole("button", { name: "Rename" }).click();
  await expect(button(page, `Wear '${name} 2'`)).toBeVisible();
  await button(page, `More for '${name} 2'`).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete outfit" }).click();
  // While the dialog is open, no tile has a role, so that their absence says nothing.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(button(page, `Wear '${name} 2'`)).toHaveCount(0);
  const body = await api.get<{ data: Outfit[] }>("/api/outfits/1/?pretty");
  expect(body.data).toEqual([]);
});

test("a picture replaces the canvas without WebGL and when its context is lost", async ({
  page,
  signUp,
  complaints,
}) => {
  complaints.expect(/Context Lost/);
  complaints.expect(/WEBGL_lose_context extension not supported/);
  await signUp();
  await openCustomizer(page);
  await page.evaluate(() => {
    const element = document.querySelector<HTMLCanvasElement>("[data-preview] canvas");
    element?.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
  });
  await expect(preview(page)).toHaveAttribute("data-preview", "picture");
  await expect(preview(page).locator("img")).toBeVisible();

  await disableWebGl(page);
  await page.reload();
  await expect(preview(page).getByRole("img", { name: /'s bopi$/ })).toBeVisible();
  await expect(preview(page)).toHaveAttribute("data-preview", "picture");
  await expect(canvas(page), "nothing is said to be in 3D").toHaveCount(0);
  await expectPicturesLoaded(page);
});

test("red, green and blue are typed one after the other without losing the focus", async ({
  page,
  signUp,
}) => {
  await signUp();
  await openCustomizer(page, "?tab=colors");
  await page.getByLabel("Red").focus();
  for (const channel of ["12", "34", "56"]) {
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(channel);
    await page.keyboard.press("Tab");
  }
  await expect(page.getByLabel("Hex")).toHaveValue("#0C2238");
  await expect(button(page, "Save this color"), "Tab leads on from field to field").toBeFocused();
  await page.getByLabel("Hex").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("#aabbcc");
  await expect(page.getByLabel("Hex"), "a finished color keeps the focus").toBeFocused();
  await expect(page.getByLabel("Blue")).toHaveValue("204");
  await button(page, "Color #3C8DFF").click();
  await expect(page.getByLabel("Hex"), "a color from the palette replaces what was typed").toHaveValue(
    "#3C8DFF",
  );
});

test("a second tab follows what the first saves, and doesn't put it back with its own changes", async ({
  page,
  signUp,
  api,
}) => {
  await signUp();
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  const avatar = () => api.get<Avatar>(`/api/avatar/${user.id}/`);
  const other = await page.context().newPage();
  await openCustomizer(other, "?tab=colors");
  await button(other, "Right arm").click();
  await button(other, "Color #7BC950").click();
  await expect(other.getByText("Not saved yet")).toBeVisible();

  const body = await api.post<Avatar>("/api/avatar/update", { head_color: "3C8DFF" });
  expect(body.head_color).toBe("3C8DFF");
  await button(other, "Head").click();
  await expect(other.getByLabel("Hex"), "the saved bopi is live").toHaveValue("#3C8DFF");
  const sent = other.waitForRequest("**/api/avatar/update");
  await button(other, "Save").click();
  expect((await sent).postDataJSON()).toEqual({ right_arm_color: "7BC950" });
  await expect(other.getByText(SAVED)).toBeVisible();
  expect(await avatar()).toMatchObject({ head_color: "3C8DFF", right_arm_color: "7BC950" });
  await other.close();
});
