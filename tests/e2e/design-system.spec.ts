import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectAccessibleInEveryTheme,
  expectFits,
  expectFitsAndAccessible,
} from "./expect-accessible.ts";
import { expectGoodPage } from "./expect-good-page.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, NIGHTLY, test } from "./test.ts";

test("the design system is accessible in every theme and at both sizes", async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/dev/ui");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Design system");
    await expectPicturesLoaded(page);
    await expectFits(page);
    await expectAccessibleInEveryTheme(page);
  }
});

test("the hero, the closet, toasts and reminders are accessible in every theme", async ({ page, signUp }) => {
  const check = async (path: string, heading: string | RegExp) => {
    await page.goto(path);
    await expectGoodPage(page, heading);
    await expectAccessibleInEveryTheme(page);
  };
  await check("/", "A toy city built by its players");
  const { username } = await signUp({ verified: false });
  await page.goto("/");
  await expect(page.getByText(/of 5 stamps/)).toBeVisible();
  await check("/", /./);
  await check("/avatar", "Your bopi");
  await check("/me", username);
  await page.goto("/");
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("The verification link is on its way.")).toBeVisible();
  await expectFitsAndAccessible(page);
});

test("the theme that matches the device is accessible", NIGHTLY, async ({ page, context, origin }) => {
  await context.addCookies([{ name: "bopolis_theme", value: "device", url: origin }]);
  for (const [colorScheme, theme] of [
    ["light", "day"],
    ["dark", "night"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ["/", "/levels", "/levels/1", "/shop", "/users/goldie", "/register"]) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await expectGoodPage(page, /./);
    }
  }
});

test.describe("a layer over the page", () => {
  test.use({ as: "bobby" });

  const OVERLAYS: Record<string, (page: Page) => Promise<unknown>> = {
    "the account menu": async (page) => {
      await page.goto("/levels");
      await page.getByRole("button", { name: "Account menu of bobby" }).click();
      const menu = page.getByRole("menu");
      await expect(menu).toBeVisible();
      const hidden = () => menu.evaluate((box) => box.scrollHeight - box.clientHeight > 8);
      // All of it is visible, or it shows that there is more.
      await expect.poll(hidden).toBe((await menu.getAttribute("data-more")) === "true");
      if ((page.viewportSize()?.width ?? 0) >= 1280) expect(await hidden()).toBe(false);
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
    "the ratings panel of a level that can't be rated": async (page) => {
      await page.goto("/levels?filter=notPlayedByUser");
      await page.getByRole("heading", { level: 3 }).first().getByRole("link").click();
      await page.getByRole("button", { name: /of 5 stars|Not rated yet/ }).click();
      await expect(page.getByText("Clear this level or play it for 10 minutes to rate it.")).toBeVisible();
    },
    "the rating modal": async (page) => {
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
    "the confirmation of a block": async (page) => {
      await page.goto("/users/goldie");
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Block user" }).click();
      await expect(page.getByRole("alertdialog", { name: "Block goldie?" })).toBeVisible();
    },
    "the profile of a blocked user": async (page) => {
      await page.goto("/blocks");
      await page.getByRole("heading", { level: 3 }).first().getByRole("link").click();
      await expect(page.getByText("You've blocked this user").first()).toBeVisible();
    },
    "the achievements of a set": async (page) => {
      await page.goto("/users/goldie/achievements?set=9");
      await expect(
        page.getByRole("dialog", { name: "Spirit" }).getByRole("heading", { level: 3 }),
      ).toHaveCount(5);
    },
    "an item of an inventory": async (page) => {
      await page.goto("/users/bobby/inventory");
      await page.getByRole("link", { name: "Banana for Scale" }).click();
      await expect(page.getByText("bobby bought this item for 40 coins")).toBeVisible();
    },
    "the form for a new item, with errors": async (page) => {
      await page.goto("/shop/create/");
      await page.getByRole("radio", { name: "Onsale" }).check();
      await page.getByRole("button", { name: "Create item" }).click();
      await expect(page.getByText("Name is required.")).toBeVisible();
    },
    "the first step of two-factor authentication": async (page) => {
      await page.goto("/settings/account");
      await page.getByRole("button", { name: "Turn on" }).click();
      await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    },
    "the modal to change the password, with errors": async (page) => {
      await page.goto("/settings/account");
      await page.getByRole("button", { name: "Change password" }).click();
      await page.getByLabel("New password").fill("short");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Password must be at least 8 characters.")).toBeVisible();
    },
    "the confirmation to delete an account": async (page) => {
      await page.goto("/settings/account");
      await page.getByRole("button", { name: "Delete account" }).click();
      await expect(page.getByRole("dialog", { name: "Delete your account permanently?" })).toBeVisible();
    },
    "a form with errors": async (page) => {
      await page.goto("/report/level/1");
      await page.getByRole("button", { name: "Send report" }).click();
      await expect(page.getByText("Choose what's wrong.")).toBeVisible();
    },
  };

  /** Checked in every run: a menu, a search dialog, a form dialog, a sheet and a form with errors. */
  const ALWAYS = [
    "the achievements of a set",
    "the account menu",
    "the search palette",
    "the rating modal",
    "the form for a new item, with errors",
  ];
  for (const isAlways of [true, false])
    test(
      isAlways ? "one of each kind is accessible and fits" : "all others are accessible and fit",
      isAlways ? {} : NIGHTLY,
      async ({ page }) => {
        const layers = Object.entries(OVERLAYS).filter(([name]) => ALWAYS.includes(name) === isAlways);
        test.setTimeout(15_000 * (layers.length + 2));
        for (const [name, open] of layers)
          await test.step(name, async () => {
            await open(page);
            await expectPicturesLoaded(page);
            await expectFits(page);
            await expectAccessible(page, "[role=dialog], [role=alertdialog], [role=menu]");
          });
      },
    );
});
