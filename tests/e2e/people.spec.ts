import type { BrowserContext, Page } from "@playwright/test";
import { Api } from "./api.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { openLive } from "./open-live.ts";
import { type Account, expect, NIGHTLY, newAccount, test, uniqueWord } from "./test.ts";

/** A browser of someone who has just signed up. */
interface Newcomer extends Account {
  page: Page;
  api: Api;
}

async function signUpIn(context: BrowserContext, page: Page, origin: string): Promise<Newcomer> {
  const account = newAccount();
  const api = new Api(context.request, origin);
  const { username, email, password } = account;
  await api.post("/api/auth/register", { username, email, password, password_confirmation: password });
  return { ...account, page, api };
}

const it = test.extend<{ anna: Newcomer; ben: Newcomer }>({
  anna: async ({ page, context, origin }, use) => use(await signUpIn(context, page, origin)),
  ben: async ({ openBrowser, origin }, use) => {
    const page = await openBrowser();
    await use(await signUpIn(page.context(), page, origin));
  },
});

const profileOf = ({ username }: Account) => `/users/${username}`;

const buddiesOf = ({ username }: Account, tab = "") => `/users/${username}/buddies${tab && `/${tab}`}`;

const requestBuddy = (from: Newcomer, to: Account) => from.api.post(`/api/buddy/${to.username}/request`);

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Your buddies and requests" }).getByRole("link", { name });

const cardOf = (page: Page, { username }: Account) => page.getByRole("link", { name: username, exact: true });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const buddyCount = (page: Page) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText("Buddies", { exact: true }) })
    .locator("dd");

const bubble = (page: Page) => page.getByRole("main").getByRole("img", { name: "Online" });

it("a request shows at once for the other member, and both see that it was accepted", async ({
  anna,
  ben,
}) => {
  await openLive(ben.page, buddiesOf(ben, "incoming"));
  await expect(ben.page.getByText("No users found")).toBeVisible();
  await expect(tab(ben.page, "Incoming")).toHaveText("Incoming0");

  await openLive(anna.page, profileOf(ben));
  await expect(buddyCount(anna.page)).toHaveText(/^0/);
  await button(anna.page, "Add buddy").click();
  await expect(button(anna.page, "Cancel request")).toBeVisible();

  await expect(cardOf(ben.page, anna)).toBeVisible();
  await expect(tab(ben.page, "Incoming")).toHaveText("Incoming1");
  await button(ben.page, `Accept ${anna.username}`).click();
  await expect(cardOf(ben.page, anna)).toHaveCount(0);
  await expect(tab(ben.page, "Incoming")).toHaveText("Incoming0");
  await expect(tab(ben.page, "Buddies")).toHaveText("Buddies1");

  await expect(button(anna.page, "Buddies")).toBeVisible();
  await expect(buddyCount(anna.page)).toHaveText(/^1/);
  await tab(ben.page, "Buddies").click();
  await expect(cardOf(ben.page, anna)).toBeVisible();
  await ben.page.reload();
  await expect(cardOf(ben.page, anna)).toBeVisible();
});

it("requests show on the home page and the bell, where they can be accepted, in all tabs at once", async ({
  anna,
  ben,
}) => {
  const { page } = ben;
  await openLive(page, "/");
  const onHome = page.getByRole("main").getByRole("region", { name: "Buddy requests" });
  await expect(page.getByRole("heading", { name: "Buddies online" })).toBeVisible();
  await expect(onHome).toHaveCount(0);
  await requestBuddy(anna, ben);
  await expect(onHome).toContainText(`${anna.username} wants to be your buddy`);
  await expectFits(page);
  await expectAccessible(page);

  const other = await page.context().newPage();
  await openLive(other, "/notifications");
  const onPage = other.getByRole("main").getByRole("region", { name: "Buddy requests" });
  await expect(onPage).toContainText(anna.username);

  await page.getByRole("banner").getByRole("button", { name: "Notifications, 1" }).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await panel.getByRole("button", { name: `Accept ${anna.username}` }).click();
  await expect(page.getByText(`You and ${anna.username} are buddies.`)).toBeVisible();
  for (const place of [panel.getByRole("region"), onHome, onPage]) await expect(place).toHaveCount(0);
});

it("a request that is declined on the home page leaves it", async ({ anna, ben }) => {
  await requestBuddy(anna, ben);
  await ben.page.goto("/");
  await button(ben.page, `Decline ${anna.username}`).click();
  await expect(ben.page.getByText("Request declined.")).toBeVisible();
  await expect(ben.page.getByRole("region", { name: "Buddy requests" })).toHaveCount(0);
  await anna.page.goto(profileOf(ben));
  await expect(button(anna.page, "Add buddy")).toBeVisible();
});

it("a member accepts a request on the profile of its sender", NIGHTLY, async ({ anna, ben }) => {
  await requestBuddy(anna, ben);
  await ben.page.goto(profileOf(anna));
  await expect(button(ben.page, "Decline")).toBeVisible();
  await button(ben.page, "Accept").click();
  await expect(button(ben.page, "Buddies")).toBeVisible();
  await expect(buddyCount(ben.page)).toHaveText(/^1/);
});

it("a declined or canceled request leaves both lists without a reload", async ({ anna, ben }) => {
  await requestBuddy(anna, ben);
  await openLive(anna.page, buddiesOf(anna, "outgoing"));
  await openLive(ben.page, buddiesOf(ben, "incoming"));
  await button(ben.page, `Decline ${anna.username}`).click();
  for (const page of [anna.page, ben.page]) await expect(page.getByText("No users found")).toBeVisible();
  await expect(tab(anna.page, "Outgoing")).toHaveText("Outgoing0");
  await expect(tab(ben.page, "Buddies")).toHaveText("Buddies0");

  await requestBuddy(anna, ben);
  await expect(tab(anna.page, "Outgoing")).toHaveText("Outgoing1");
  await expect(cardOf(ben.page, anna)).toBeVisible();
  await button(anna.page, `Cancel request to ${ben.username}`).click();
  for (const page of [anna.page, ben.page]) await expect(page.getByText("No users found")).toBeVisible();
  await expect(tab(ben.page, "Incoming")).toHaveText("Incoming0");
});

it("a buddy is removed after a confirmation, and an error shows in a banner that can be dismissed", async ({
  anna,
  ben,
  complaints,
}) => {
  await requestBuddy(anna, ben);
  await requestBuddy(ben, anna);
  const { page } = anna;
  await openLive(page, buddiesOf(anna));
  await openLive(ben.page, profileOf(anna));
  const question = page.getByRole("alertdialog", {
    name: `Are you sure you want to remove ${ben.username} from your buddies?`,
  });
  const pressRemove = async () => {
    await button(page, `More actions for ${ben.username}`).click();
    await page.getByRole("menuitem", { name: "Remove buddy" }).click();
  };
  await pressRemove();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(cardOf(page, ben)).toBeVisible();

  complaints.expect(/^403 POST .*\/api\/buddy\/.+\/delete$/);
  await page.route("**/api/buddy/*/delete", (route) =>
    route.fulfill({ status: 403, json: { message: "Not today." } }),
  );
  await pressRemove();
  await question.getByRole("button", { name: "Remove buddy" }).click();
  await expect(page.getByRole("alert")).toContainText("Not today.");
  await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute("**/api/buddy/*/delete");

  await expect(button(ben.page, "Buddies")).toBeVisible();
  await pressRemove();
  await question.getByRole("button", { name: "Remove buddy" }).click();
  await expect(page.getByText("No users found")).toBeVisible();
  await expect(tab(page, "Buddies")).toHaveText("Buddies0");
  await expect(button(ben.page, "Add buddy")).toBeVisible();

  await requestBuddy(anna, ben);
  await requestBuddy(ben, anna);
  await button(ben.page, "Buddies").click();
  await ben.page.getByRole("menuitem", { name: "Remove buddy" }).click();
  await ben.page.getByRole("alertdialog").getByRole("button", { name: "Remove buddy" }).click();
  await expect(button(ben.page, "Add buddy")).toBeVisible();
  await expect(cardOf(page, ben)).toHaveCount(0);
});

it(
  "another member's list shows their buddies, but no requests and no actions",
  NIGHTLY,
  async ({ anna, ben, page }) => {
    await requestBuddy(anna, ben);
    await requestBuddy(ben, anna);
    await page.goto(buddiesOf(ben));
    await expect(page.getByRole("heading", { level: 1, name: `${ben.username}'s Buddies` })).toBeVisible();
    await expect(page.getByText("1 buddy")).toBeVisible();
    await expect(cardOf(page, anna)).toBeVisible();
    await expect(tab(page, "Incoming")).toHaveCount(0);
    await expect(button(page, `Remove ${anna.username}`)).toHaveCount(0);
    await page.goto(buddiesOf(ben, "incoming"));
    await expect(page).toHaveURL(buddiesOf(ben));
  },
);

it(
  "a list of requests has its search in the URL, and a page past its end leads back",
  NIGHTLY,
  async ({ anna, ben }) => {
    const { page } = anna;
    await requestBuddy(ben, anna);
    await page.goto(`${buddiesOf(anna, "incoming")}?page=2`);
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(page).toHaveURL(buddiesOf(anna, "incoming"));
    await expect(page.getByRole("heading", { level: 3 })).toHaveText([ben.username]);
    await page.getByRole("searchbox", { name: "Search incoming requests" }).fill(ben.username);
    await expect(page).toHaveURL(`${buddiesOf(anna, "incoming")}?search=${ben.username}`);
    await expect(page.getByRole("heading", { level: 3 })).toHaveText([ben.username]);
    await page.getByRole("searchbox").fill("qqqqzzzz");
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Show everyone" }).click();
    await expect(cardOf(page, ben)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue("qqqqzzzz");
  },
);

it("a user is blocked after a confirmation and unblocked with a click, on every open page", async ({
  anna,
  ben,
}) => {
  await requestBuddy(anna, ben);
  await requestBuddy(ben, anna);
  const { page } = anna;
  const second = await page.context().newPage();
  await openLive(second, profileOf(ben));
  await openLive(ben.page, profileOf(anna));
  await page.bringToFront();
  await page.goto(profileOf(ben));
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name: "Block user" }).click();
  const question = page.getByRole("alertdialog", { name: `Block ${ben.username}?` });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You've blocked this user")).toHaveCount(0);
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name: "Block user" }).click();
  await question.getByRole("button", { name: "Block", exact: true }).click();

  for (const one of [page, second]) {
    await expect(one.getByRole("status").getByText("You've blocked this user")).toBeVisible();
    await expect(button(one, "Add buddy")).toHaveCount(0);
    await expect(button(one, "Message")).toHaveAttribute("aria-disabled", "true");
  }
  await expect(buddyCount(page)).toHaveText(/^0/);
  // A blocked user doesn't see the block, only that they can't write.
  await expect(ben.page.getByText(`You can't message ${anna.username}.`)).toBeVisible();
  await expect(button(ben.page, "Message")).toHaveAttribute("aria-disabled", "true");

  await button(page, "Unblock").click();
  for (const one of [page, second]) {
    await expect(one.getByText("You've blocked this user")).toHaveCount(0);
    await expect(button(one, "Add buddy")).toBeVisible();
  }
  await expect(ben.page.getByRole("link", { name: "Message" })).toBeVisible();
});

it(
  "the author of a comment is blocked from its menu and unblocked on the page of blocked users",
  NIGHTLY,
  async ({ anna, ben, complaints }) => {
    const { id, url } = await ben.api.makeLevel({ title: `Bench ${uniqueWord()}` });
    await ben.api.comment("level", id, "rude words");
    const { page } = anna;
    await page.goto(url);
    const open = async () => {
      await page.getByRole("button", { name: `More about ${ben.username}'s comment` }).click();
      await page.getByRole("menuitem", { name: "Block user" }).click();
    };
    const question = page.getByRole("alertdialog", { name: `Block ${ben.username}?` });
    complaints.expect(/^422 POST .*\/api\/block\/.+\/toggle$/);
    await page.route("**/api/block/*/toggle", (route) =>
      route.fulfill({ status: 422, json: { message: "Not this one." } }),
    );
    await open();
    await question.getByRole("button", { name: "Block", exact: true }).click();
    const error = page.getByRole("dialog", { name: "Error" });
    await expect(error).toContainText("Not this one.");
    await error.getByRole("button", { name: "Ok" }).click();
    await page.unroute("**/api/block/*/toggle");
    await open();
    await question.getByRole("button", { name: "Block", exact: true }).click();
    await expect(page.getByText(`${ben.username} is blocked.`)).toBeVisible();
    // A second block must not toggle the first one off.
    await open();
    await expect(page.getByRole("alertdialog", { name: "You've blocked this user" })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.goto("/blocks");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blocked users1");
    await page.getByRole("searchbox", { name: "Search blocked users" }).fill("qqqqzzzz");
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Show everyone" }).click();
    await button(page, `Unblock ${ben.username}`).click();
    await expect(page.getByText("No users found")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blocked users0");
    await button(page, "Undo").click();
    await expect(cardOf(page, ben)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blocked users1");
  },
);

test("a visitor is asked to sign in before they see blocked users", async ({ page }) => {
  await page.goto("/blocks");
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/blocks")}`);
});

it("bubbles and counts change as someone comes and goes in another browser", async ({ anna, ben }) => {
  const { page } = anna;
  await openLive(page, `/users?search=${ben.username}`);
  await expect(cardOf(page, ben)).toBeVisible();
  await expect(bubble(page)).toHaveCount(0);
  await openLive(ben.page, "/levels");
  await expect(bubble(page)).toBeVisible();
  await expect(page.getByRole("main").getByText("Online", { exact: true }).first()).toBeVisible();
  await ben.page.goto("about:blank");
  await expect(bubble(page)).toHaveCount(0);

  await openLive(page, profileOf(ben));
  await openLive(ben.page, "/levels");
  await expect(bubble(page)).toBeVisible();
  await ben.api.post("/api/auth/update", { appear_offline: true });
  await expect(bubble(page)).toHaveCount(0);
});

it("the author of a comment is shown as online next to it", NIGHTLY, async ({ anna, ben }) => {
  const { id, url } = await ben.api.makeLevel({ title: `Porch ${uniqueWord()}` });
  await ben.api.comment("level", id, "is anyone home?");
  await openLive(anna.page, url);
  await openLive(ben.page, "/levels");
  await expect(anna.page.getByRole("article").last().getByRole("img", { name: "Online" })).toBeVisible();
});

it("the home page shows which buddies are online", async ({ anna, ben }) => {
  const { page } = anna;
  await page.goto("/");
  await expect(page.getByText("None of your buddies are online.")).toBeVisible();
  await requestBuddy(anna, ben);
  await requestBuddy(ben, anna);
  await openLive(ben.page, "/levels");
  const row = page.locator("section").filter({ hasText: "Buddies online" });
  // The data of the counts is written a moment after someone comes online.
  await expect(async () => {
    await page.reload();
    await expect(row.getByRole("link", { name: ben.username })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(bubble(page)).toBeVisible();
});
