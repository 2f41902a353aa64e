import type { Page } from "@playwright/test";
import type { Level, Page as Listed } from "./api.ts";
import { expect, test, unique } from "./fixtures.ts";
import { expectAccessible, expectFits } from "./look.ts";
import { expectPicturesLoaded } from "./pictures.ts";

interface Screen {
  /** `{own}` is a level of the one who looks. */
  path: string;
  /** The page's one h1. */
  heading: string | RegExp;
  missing?: boolean;
  /** It shows a busy button on purpose. */
  busy?: boolean;
}

const MISSING_LEVEL = "This level isn't here";
const SCREENS: Record<"visitor" | "bobby" | "admin", Screen[]> = {
  visitor: [
    { path: "/", heading: "A toy city that its players build" },
    { path: "/levels", heading: "Levels" },
    { path: "/levels?search=qqqqzzzzx", heading: "Levels" },
    { path: "/levels?filter=favorited", heading: "Levels" },
    { path: "/levels/1", heading: /./ },
    { path: "/levels/999999", heading: MISSING_LEVEL, missing: true },
    { path: "/users/goldie", heading: "goldie" },
    { path: "/users/goldie/levels", heading: "Levels by goldie" },
    { path: "/users/nobody_here", heading: "There is nobody of this name", missing: true },
    { path: "/users/nobody_here/levels", heading: "There is nobody of this name", missing: true },
    { path: "/items/1", heading: "Traffic Cone" },
    { path: "/items/999999", heading: "This item isn't here", missing: true },
    { path: "/ratings", heading: "Ratings" },
    { path: "/ratings?username=nobody_here", heading: "Ratings" },
    { path: "/register", heading: "Make your bopi" },
    { path: "/login", heading: "Welcome back" },
    { path: "/forgot-password", heading: "Forgot your password?" },
    { path: `/reset-password/${"x".repeat(43)}`, heading: "Choose a new password" },
    { path: "/no-such-page", heading: "Nobody lives here", missing: true },
    { path: "/dev/ui", heading: "Design system", busy: true },
  ],
  bobby: [
    { path: "/", heading: "Hello, bobby!" },
    { path: "/levels", heading: "Levels" },
    { path: "/levels?filter=clearedByUser&order=newest&page=2", heading: "Levels" },
    { path: "/levels/{own}?revisions=1", heading: /./ },
    { path: "/levels/{own}/edit", heading: /^Edit “.+”$/ },
    { path: "/levels/1/edit", heading: "This level isn't yours" },
    { path: "/level/create", heading: "Create a level" },
    { path: "/users/bobby", heading: "bobby" },
    { path: "/users/bobby/levels", heading: "Levels by bobby" },
    { path: "/items/2", heading: "Chef's Tower" },
    { path: "/ratings?username=bobby", heading: "Ratings" },
    { path: "/report/level/1", heading: "Report a level" },
    { path: "/report/comment/1", heading: "Report a comment" },
    { path: "/report/user/nobody_here", heading: "There is nothing to report here" },
  ],
  admin: [
    { path: "/ratings", heading: "Ratings" },
    { path: "/levels/1", heading: /./ },
  ],
};

async function expectGoodLooks(page: Page, { heading, busy }: Omit<Screen, "path">): Promise<void> {
  const first = page.getByRole("heading", { level: 1 });
  await expect(first).toHaveText(heading);
  await expect(first).toHaveCount(1);
  await expect(page).toHaveTitle(/(^|.+ · )Bopolis$/);
  if (!busy) await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectPicturesLoaded(page);
  await expectFits(page);
  await expectAccessible(page);
}

for (const [who, screens] of Object.entries(SCREENS)) {
  test.describe(who === "visitor" ? "to a visitor" : `to ${who}`, () => {
    test.use({ as: who === "visitor" ? null : who });
    for (const { path, missing, ...screen } of screens) {
      test(`${path} is accessible in every theme, complete and no wider than the window`, async ({
        page,
        api,
        complaints,
      }) => {
        const { data } = await api.get<Listed<Level>>("/api/users/bobby/levels");
        if (missing || path.startsWith("/report/user/nobody")) complaints.expect(/^404 GET /);
        await page.goto(path.replace("{own}", String(data[0]?.id)));
        await expectGoodLooks(page, screen);
        const { width = 0 } = page.viewportSize() ?? {};
        if (width > 390) return;
        await page.setViewportSize({ width: 360, height: 740 });
        await expectFits(page);
      });
    }
  });
}

test.describe("what lies over the page", () => {
  test.use({ as: "bobby" });

  const OVERLAYS: Record<string, (page: Page) => Promise<unknown>> = {
    "the account menu": async (page) => {
      await page.goto("/levels");
      await page.getByRole("button", { name: "Account menu of bobby" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    "the search palette": async (page) => {
      await page.goto("/ratings");
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.getByRole("combobox", { name: "Search" }).fill("bob");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
    "the ratings panel": async (page) => {
      await page.goto("/levels/1");
      await page.getByRole("button", { name: /of 5 stars|Not rated yet/ }).click();
      await expect(page.getByRole("dialog", { name: "Ratings of this level" })).toBeVisible();
    },
    "the rating window": async (page) => {
      await page.goto("/ratings?username=bobby");
      await page.getByRole("button", { name: "(Click to edit)" }).first().click();
      await expect(page.getByRole("slider").first()).toBeVisible();
    },
    "the emoticon picker": async (page) => {
      await page.goto("/items/1");
      await page.getByRole("button", { name: "Emoticons" }).click();
      await expect(page.getByRole("dialog", { name: "Emoticons" })).toBeVisible();
    },
    "the confirmation of a deletion": async (page) => {
      await page.goto("/users/bobby/levels");
      await page.getByRole("heading", { level: 3 }).first().getByRole("link").click();
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Delete level" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
    "a form with errors": async (page) => {
      await page.goto("/report/level/1");
      await page.getByRole("button", { name: "Send report" }).click();
      await expect(page.getByText("Choose what is wrong.")).toBeVisible();
    },
  };

  for (const [name, open] of Object.entries(OVERLAYS)) {
    test(`${name} is accessible in every theme and fits`, async ({ page }) => {
      await open(page);
      await expectPicturesLoaded(page);
      await expectFits(page);
      await expectAccessible(page);
    });
  }

  test("a message and a banner are accessible in every theme", async ({ page, join, api }) => {
    await page.context().clearCookies();
    await join();
    const { url } = await api.makeLevel({ title: `Kiosk ${unique()}` });
    await page.goto(url);
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect(page.getByText("A new link is on its way.")).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
});
