import type { BrowserContext, Locator, Page } from "@playwright/test";
import { Api } from "./api.ts";
import { expect, NIGHTLY, newPerson, type Person, test, unique } from "./fixtures.ts";
import { listen } from "./live.ts";

/** A browser of somebody who has just signed up. */
interface Newcomer extends Person {
  page: Page;
  api: Api;
}

async function enter(context: BrowserContext, page: Page, origin: string): Promise<Newcomer> {
  const person = newPerson();
  const api = new Api(context.request, origin);
  const { username, email, password } = person;
  await api.post("/api/auth/register", { username, email, password, password_confirmation: password });
  return { ...person, page, api };
}

const it = test.extend<{ anna: Newcomer; ben: Newcomer }>({
  anna: async ({ page, context, origin }, use) => use(await enter(context, page, origin)),
  ben: async ({ openBrowser, origin }, use) => {
    const page = await openBrowser();
    await use(await enter(page.context(), page, origin));
  },
});

const profileOf = ({ username }: Person) => `/users/${username}`;
const buddiesOf = ({ username }: Person, tab = "") => `/users/${username}/buddies${tab && `/${tab}`}`;
const ask = (from: Newcomer, to: Person) => from.api.post(`/api/buddy/${to.username}/request`);

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Your buddies and requests" }).getByRole("link", { name });
const cardOf = (page: Page, { username }: Person) => page.getByRole("link", { name: username, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const buddyCount = (page: Page) => page.getByRole("link", { name: /Buddies$/ });
const bubble = (page: Page) => page.getByRole("main").getByRole("img", { name: "Online" });

/** Somebody who signs up between two pages shifts them, and one card is the same. */
const expectTwoPages = (cards: Locator) => expect.poll(() => cards.count()).toBeGreaterThan(40);

it("a request shows at once with the other, and both hear that it was accepted", async ({ anna, ben }) => {
  await listen(ben.page, buddiesOf(ben, "incoming"));
  await expect(ben.page.getByText("No users found")).toBeVisible();
  await expect(tab(ben.page, "Incoming")).toHaveText("Incoming0");

  await listen(anna.page, profileOf(ben));
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

it("a request from somebody who was asked is their yes", NIGHTLY, async ({ anna, ben }) => {
  await ask(anna, ben);
  await ben.page.goto(profileOf(anna));
  await expect(button(ben.page, "Decline")).toBeVisible();
  await button(ben.page, "Accept").click();
  await expect(button(ben.page, "Buddies")).toBeVisible();
  await expect(buddyCount(ben.page)).toHaveText(/^1/);
});

it("who is declined, and who takes a request back, is gone from both lists without a reload", async ({
  anna,
  ben,
}) => {
  await ask(anna, ben);
  await listen(anna.page, buddiesOf(anna, "outgoing"));
  await listen(ben.page, buddiesOf(ben, "incoming"));
  await button(ben.page, `Decline ${anna.username}`).click();
  for (const page of [anna.page, ben.page]) await expect(page.getByText("No users found")).toBeVisible();
  await expect(tab(anna.page, "Outgoing")).toHaveText("Outgoing0");
  await expect(tab(ben.page, "Buddies")).toHaveText("Buddies0");

  await ask(anna, ben);
  await expect(tab(anna.page, "Outgoing")).toHaveText("Outgoing1");
  await expect(cardOf(ben.page, anna)).toBeVisible();
  await button(anna.page, `Cancel request to ${ben.username}`).click();
  for (const page of [anna.page, ben.page]) await expect(page.getByText("No users found")).toBeVisible();
  await expect(tab(ben.page, "Incoming")).toHaveText("Incoming0");
});

it("a buddy is removed after a question, and a refusal is told in a banner that can be dismissed", async ({
  anna,
  ben,
  complaints,
}) => {
  await ask(anna, ben);
  await ask(ben, anna);
  const { page } = anna;
  await listen(page, buddiesOf(anna));
  await listen(ben.page, profileOf(anna));
  const question = page.getByRole("alertdialog", {
    name: `Are you sure you want to remove ${ben.username} from your buddies?`,
  });
  await button(page, `Remove ${ben.username}`).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(cardOf(page, ben)).toBeVisible();

  complaints.expect(/^403 POST .*\/api\/buddy\/.+\/delete$/);
  await page.route("**/api/buddy/*/delete", (route) =>
    route.fulfill({ status: 403, json: { message: "Not today." } }),
  );
  await button(page, `Remove ${ben.username}`).click();
  await question.getByRole("button", { name: "Remove buddy" }).click();
  await expect(page.getByRole("alert")).toContainText("Not today.");
  await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute("**/api/buddy/*/delete");

  await expect(button(ben.page, "Buddies")).toBeVisible();
  await button(page, `Remove ${ben.username}`).click();
  await question.getByRole("button", { name: "Remove buddy" }).click();
  await expect(page.getByText("No users found")).toBeVisible();
  await expect(tab(page, "Buddies")).toHaveText("Buddies0");
  await expect(button(ben.page, "Add buddy")).toBeVisible();

  await ask(anna, ben);
  await ask(ben, anna);
  await button(ben.page, "Buddies").click();
  await ben.page.getByRole("menuitem", { name: "Remove buddy" }).click();
  await ben.page.getByRole("alertdialog").getByRole("button", { name: "Remove buddy" }).click();
  await expect(button(ben.page, "Add buddy")).toBeVisible();
  await expect(cardOf(page, ben)).toHaveCount(0);
});

it(
  "on others' pages only the number of buddies shows, and nothing to act on",
  NIGHTLY,
  async ({ anna, ben, page }) => {
    await ask(anna, ben);
    await ask(ben, anna);
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
  "a list of requests is searched by its address, and a page past its end leads back",
  NIGHTLY,
  async ({ anna, ben }) => {
    const { page } = anna;
    await ask(ben, anna);
    await page.goto(`${buddiesOf(anna, "incoming")}?page=2`);
    await expect(page.getByText("This page is past the last one.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(page).toHaveURL(buddiesOf(anna, "incoming"));
    await expect(page.getByRole("heading", { level: 3 })).toHaveText([ben.username]);
    await page.getByRole("searchbox", { name: "Search who asks you" }).fill(ben.username);
    await expect(page).toHaveURL(`${buddiesOf(anna, "incoming")}?search=${ben.username}`);
    await expect(page.getByRole("heading", { level: 3 })).toHaveText([ben.username]);
    await page.getByRole("searchbox").fill("qqqqzzzz");
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Show everybody" }).click();
    await expect(cardOf(page, ben)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue("qqqqzzzz");
  },
);

it("somebody is blocked on their page after a question and unblocked with a press, on every open page", async ({
  anna,
  ben,
}) => {
  await ask(anna, ben);
  await ask(ben, anna);
  const { page } = anna;
  const second = await page.context().newPage();
  await listen(second, profileOf(ben));
  await listen(ben.page, profileOf(anna));
  await page.bringToFront();
  await page.goto(profileOf(ben));
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name: "Block user" }).click();
  const question = page.getByRole("alertdialog", { name: `Block ${ben.username}?` });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You have blocked this user")).toHaveCount(0);
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name: "Block user" }).click();
  await question.getByRole("button", { name: "Block", exact: true }).click();

  for (const one of [page, second]) {
    await expect(one.getByRole("status").getByText("You have blocked this user")).toBeVisible();
    await expect(button(one, "Add buddy")).toHaveCount(0);
    await expect(button(one, "Message")).toHaveAttribute("aria-disabled", "true");
  }
  await expect(buddyCount(page)).toHaveText(/^0/);
  // Who is blocked is not told so, only that they can't write.
  await expect(ben.page.getByText(`${anna.username} does not take messages from you.`)).toBeVisible();
  await expect(button(ben.page, "Message")).toHaveAttribute("aria-disabled", "true");

  await button(page, "Unblock").click();
  for (const one of [page, second]) {
    await expect(one.getByText("You have blocked this user")).toHaveCount(0);
    await expect(button(one, "Add buddy")).toBeVisible();
  }
  await expect(ben.page.getByRole("link", { name: "Message" })).toBeVisible();
});

it(
  "a comment's author is blocked from its menu, and unblocked on the page of blocked people",
  NIGHTLY,
  async ({ anna, ben, complaints }) => {
    const { id, url } = await ben.api.makeLevel({ title: `Bench ${unique()}` });
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
    // A toggle must not take back what was wanted twice.
    await open();
    await expect(page.getByRole("alertdialog", { name: "You have blocked this user" })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.goto("/blocks");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blocked users1");
    await page.getByRole("searchbox", { name: "Search blocked users" }).fill("qqqqzzzz");
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Show everybody" }).click();
    await button(page, `Unblock ${ben.username}`).click();
    await expect(page.getByText("No users found")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blocked users0");
    await button(page, "Undo").click();
    await expect(cardOf(page, ben)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blocked users1");
  },
);

test("a visitor is asked to sign in before they see whom they have blocked", async ({ page }) => {
  await page.goto("/blocks");
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/blocks")}`);
});

test("the directory is searched, filtered and grown by its address, and Back leads where one was", async ({
  page,
}) => {
  const cards = page.getByRole("heading", { level: 3 });
  const more = button(page, "Show More");
  await page.goto("/users");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users");
  await expect(cards).toHaveCount(24);
  const first = await cards.first().textContent();
  await more.click();
  await expect(page).toHaveURL("/users?pages=2");
  await expectTwoPages(cards);
  await expect(cards.first()).toHaveText(first ?? "");
  await page.reload();
  await expectTwoPages(cards);
  const last = cards.nth(40).getByRole("link");
  const name = await last.textContent();
  await last.click();
  await expect(page).toHaveURL(`/users/${name}`);
  await page.goBack();
  await expect(page).toHaveURL("/users?pages=2");
  await expect(last).toBeInViewport();

  await page.getByRole("searchbox", { name: "Search users" }).fill("goldie");
  await expect(page).toHaveURL("/users?search=goldie");
  await expect(cards.first()).toHaveText("goldie");
  await page.getByRole("searchbox", { name: "Search users" }).fill("qqqqzzzz");
  await expect(page.getByText("No results found")).toBeVisible();
  await button(page, "Show everybody").click();
  await expect(cards).toHaveCount(24);

  await page.getByRole("button", { name: /In-game/ }).click();
  await expect(page).toHaveURL("/users?filter=playing");
  await expect(page.getByText("No users found")).toBeVisible();
  await page.getByRole("button", { name: /Online/ }).click();
  await expect(page).toHaveURL("/users?filter=online");
  await expect(page.getByRole("button", { name: /Online/ })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: /Online/ }).click();
  await expect(page).toHaveURL("/users");
  await page.goBack();
  await expect(page).toHaveURL("/users?filter=online");
});

test("the directory's counts are looked at again while the page is in sight, and shown", async ({ page }) => {
  await page.route("**/api/presence/counts", (route) =>
    route.fulfill({ json: { counts: { playing: 7, online: 1_234, users: 56_789 } } }),
  );
  await page.goto("/users");
  await expect(page.getByRole("button", { name: "7 In-game" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^1\.2K \(1,234\) Online$/ })).toBeVisible();
  await expect(page.getByText("56.8K")).toBeVisible();
});

test(
  "what could not be appended is told, and asked for again with the next press",
  NIGHTLY,
  async ({ page, complaints }) => {
    const cards = page.getByRole("heading", { level: 3 });
    await page.goto("/users");
    complaints.expect(/^403 GET .*\/api\/users\?page=2$/);
    await page.route("**/api/users?page=2", (route) =>
      route.fulfill({ status: 403, json: { message: "A moment, please." } }),
    );
    await button(page, "Show More").click();
    await expect(page.getByRole("alert")).toContainText("A moment, please.");
    await expect(cards).toHaveCount(24);
    await page.unroute("**/api/users?page=2");
    await button(page, "Show More").click();
    await expectTwoPages(cards);
    await expect(page.getByRole("alert")).toHaveCount(0);
  },
);

it("bubbles and counts change as somebody comes and goes in another browser", async ({ anna, ben }) => {
  const { page } = anna;
  await listen(page, `/users?search=${ben.username}`);
  await expect(cardOf(page, ben)).toBeVisible();
  await expect(bubble(page)).toHaveCount(0);
  await listen(ben.page, "/levels");
  await expect(bubble(page)).toBeVisible();
  await expect(page.getByRole("main").getByText("Online", { exact: true }).first()).toBeVisible();
  await ben.page.goto("about:blank");
  await expect(bubble(page)).toHaveCount(0);

  await listen(page, profileOf(ben));
  await listen(ben.page, "/levels");
  await expect(bubble(page)).toBeVisible();
  await ben.api.post("/api/auth/update", { appear_offline: true });
  await expect(bubble(page)).toHaveCount(0);
});

it("who comments is seen online beside what they said", NIGHTLY, async ({ anna, ben }) => {
  const { id, url } = await ben.api.makeLevel({ title: `Porch ${unique()}` });
  await ben.api.comment("level", id, "is anybody home?");
  await listen(anna.page, url);
  await listen(ben.page, "/levels");
  await expect(anna.page.getByRole("article").last().getByRole("img", { name: "Online" })).toBeVisible();
});

it("the front page shows which buddies are here", async ({ anna, ben }) => {
  const { page } = anna;
  await page.goto("/");
  await expect(page.getByText("Nobody you know is here right now.")).toBeVisible();
  await ask(anna, ben);
  await ask(ben, anna);
  await listen(ben.page, "/levels");
  const row = page.locator("section").filter({ hasText: "Buddies online" });
  // What the counts rest on is written a moment after somebody came.
  await expect(async () => {
    await page.reload();
    await expect(row.getByRole("link", { name: ben.username })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(bubble(page)).toBeVisible();
});

test("who plays is shown in green, with the level, over being online", NIGHTLY, async ({ page }) => {
  await page.route("**/api/users?*search=goldie*", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object[] };
    const player = { level: { id: 1, title_tooltip: "Sky Maze" } };
    const data = answer.data.map((user, i) => (i === 0 ? { ...user, online: true, player } : user));
    await route.fulfill({ response, json: { ...answer, data } });
  });
  await page.goto("/users");
  await page.getByRole("searchbox", { name: "Search users" }).fill("goldie");
  const sign = page.getByRole("img", { name: "Playing Sky Maze" });
  await expect(sign).toBeVisible();
  await expect(page.getByRole("link", { name: "Sky Maze" })).toHaveAttribute("href", "/levels/1");
  await sign.hover();
  await expect(page.getByText("Playing Sky Maze", { exact: true }).last()).toBeVisible();
});
