import { blockListRoute, deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import {
  acceptBuddyRoute,
  type BuddyCounts,
  buddyListRoute,
  deleteBuddyRoute,
  requestBuddyRoute,
} from "#domain/buddies/api.ts";
import type { Relation } from "#domain/buddies/rules.ts";
import { commentListRoute } from "#domain/comments/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { type Profile, profileRoute, userListRoute } from "#domain/users/api.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { errorResponse, pageOf, type Site } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const ANNA = { id: 9, username: "anna", url: "/users/anna" };
const counts = (buddies: number, incoming = 0, outgoing = 0): BuddyCounts => ({
  buddies,
  incoming,
  outgoing,
});
const outcome = (relation: Relation, after = counts(0), message = "") => ({
  relation,
  counts: after,
  message,
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Your buddies and requests" }).getByRole("link", { name });
const card = (page: Page, name = "anna") => page.getByRole("link", { name, exact: true });
const bubble = (page: Page) => page.getByRole("main").getByRole("img", { name: "Online" });
const requests = (page: Page) => page.getByRole("region", { name: "Buddy requests" });
const buddyCount = (page: Page) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText("Buddies", { exact: true }) })
    .locator("dd");

/** Sends the page a change of its user's relation to anna. */
const relate = (page: Page, relation: Relation, after: BuddyCounts) =>
  page.receive({ event: "BuddyChanged", user_id: 9, username: "anna", relation, counts: after });

const respondWithProfile = (site: Site, fields: Given<Profile> = {}) =>
  site.respond(profileRoute, { user: { ...ANNA, can_message: true, ...fields } });

const respondWithList = (site: Site, people: readonly (typeof ANNA)[], after: BuddyCounts) =>
  site.respond(buddyListRoute, { ...pageOf(people), user: { id: 7, username: "bobby" }, counts: after });

test.beforeEach(({ site }) => {
  site.signIn();
  site.respond(notificationListRoute, {});
});

describe("a buddy request", () => {
  test("is sent and canceled on a profile, which shows an acceptance at once", async ({ page, site }) => {
    respondWithProfile(site);
    site.respond(requestBuddyRoute, () => {
      respondWithProfile(site, { relation: "outgoing" });
      return outcome("outgoing");
    });
    await page.goto("/users/anna");
    await expect(buddyCount(page)).toHaveText(/^0/);
    await button(page, "Add buddy").click();
    await expect(button(page, "Cancel request")).toBeVisible();
    respondWithProfile(site, { relation: "buddy", buddies_count: 1 });
    await relate(page, "buddy", counts(1));
    await expect(button(page, "Buddies")).toBeVisible();
    await expect(buddyCount(page)).toHaveText(/^1/);
  });

  test("is accepted or declined on the profile of its sender", async ({ page, site }) => {
    respondWithProfile(site, { relation: "incoming" });
    site.respond(acceptBuddyRoute, () => {
      respondWithProfile(site, { relation: "buddy", buddies_count: 1 });
      return outcome("buddy", counts(1));
    });
    await page.goto("/users/anna");
    await expect(button(page, "Decline")).toBeVisible();
    await button(page, "Accept").click();
    await expect(button(page, "Buddies")).toBeVisible();
    await expect(buddyCount(page)).toHaveText(/^1/);
  });

  test("shows at home and in the bell, where it can be accepted, in all places", async ({ page, site }) => {
    await page.goto("/");
    const onHome = page.getByRole("main").getByRole("region", { name: "Buddy requests" });
    await expect(page.getByRole("heading", { name: "Buddies online" })).toBeVisible();
    await expect(page.getByText("None of your buddies are online.")).toBeVisible();
    await expect(onHome).toHaveCount(0);
    const waiting = { people: [ANNA], total: 1 };
    site.respond(homeRoute, { requests: waiting });
    site.respond(notificationListRoute, { requests: waiting });
    await relate(page, "incoming", counts(0, 1));
    await expect(onHome).toContainText("anna wants to be your buddy");
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^Notifications/ })
      .click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    site.respond(acceptBuddyRoute, () => {
      site.respond(homeRoute, {});
      site.respond(notificationListRoute, {});
      return outcome("buddy", counts(1), "You and anna are buddies.");
    });
    await panel.getByRole("button", { name: "Accept anna" }).click();
    await expect(page.getByText("You and anna are buddies.")).toBeVisible();
    await expect(requests(page)).toHaveCount(0);
  });

  test("that is declined on the home page leaves it", async ({ page, site }) => {
    site.respond(homeRoute, { requests: { people: [ANNA], total: 1 } });
    site.respond(deleteBuddyRoute, () => {
      site.respond(homeRoute, {});
      return outcome("none", counts(0), "Request declined.");
    });
    await page.goto("/");
    await button(page, "Decline anna").click();
    await expect(page.getByText("Request declined.")).toBeVisible();
    await expect(requests(page)).toHaveCount(0);
  });

  test.for([
    ["incoming", "Incoming", "Accept anna", acceptBuddyRoute, "buddy", counts(1)],
    ["incoming", "Incoming", "Decline anna", deleteBuddyRoute, "none", counts(0)],
    ["outgoing", "Outgoing", "Cancel request to anna", deleteBuddyRoute, "none", counts(0)],
  ] as const)(
    "leaves the list of %s requests (%s) with the button “%s”, or when the other one decides",
    async ([list, title, action, route, relation, after], { page, site }) => {
      const before = list === "incoming" ? counts(0, 1) : counts(0, 0, 1);
      const fill = () => respondWithList(site, [ANNA], before);
      const clear = () => respondWithList(site, [], after);
      fill();
      site.respond(route, () => {
        clear();
        return outcome(relation, after);
      });
      await page.goto(`/users/bobby/buddies/${list}`);
      await expect(tab(page, title)).toHaveText(`${title}1`);
      await button(page, action).click();
      await expect(page.getByText("No users found")).toBeVisible();
      await expect(tab(page, title)).toHaveText(`${title}0`);
      await expect(tab(page, "Buddies")).toHaveText(`Buddies${after.buddies}`);
      fill();
      await relate(page, list, before);
      await expect(card(page)).toBeVisible();
      clear();
      await relate(page, relation, after);
      await expect(page.getByText("No users found")).toBeVisible();
    },
  );

  test("is searched in the URL, and a page past the list's end leads back", async ({ page, site }) => {
    site.respond(buddyListRoute, ({ input }) => ({
      ...pageOf(input.page > 1 || !"anna".includes(input.search) ? [] : [ANNA], {
        current_page: input.page,
        total: input.search === "qqqqzzzz" ? 0 : 1,
      }),
      user: { id: 7, username: "bobby" },
      counts: counts(0, 1),
    }));
    const path = "/users/bobby/buddies/incoming";
    await page.goto(`${path}?page=2`);
    await expect(page.getByText("This page doesn't exist.")).toBeVisible();
    await page.getByRole("link", { name: "First page" }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 3 })).toHaveText(["anna"]);
    const box = page.getByRole("searchbox", { name: "Search incoming requests" });
    await box.fill("ann");
    await expect(page).toHaveURL(`${path}?search=ann`);
    await expect(page.getByRole("heading", { level: 3 })).toHaveText(["anna"]);
    await box.fill("qqqqzzzz");
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Show everyone" }).click();
    await expect(card(page)).toBeVisible();
    await page.goBack();
    await expect(box).toHaveValue("qqqqzzzz");
  });
});

test("a buddy is removed after a confirmation, and an error shows in a banner", async ({ page, site }) => {
  respondWithList(site, [ANNA], counts(1));
  site.respond(deleteBuddyRoute, errorResponse("forbidden", { message: "Not today." }));
  await page.goto("/users/bobby/buddies");
  const question = page.getByRole("alertdialog", {
    name: "Are you sure you want to remove anna from your buddies?",
  });
  const remove = async (choice: string) => {
    await button(page, "More actions for anna").click();
    await page.getByRole("menuitem", { name: "Remove buddy" }).click();
    await question.getByRole("button", { name: choice }).click();
    await expect(question).toBeHidden();
  };
  await remove("Cancel");
  await expect(card(page)).toBeVisible();
  await remove("Remove buddy");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Not today.");
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await expect(alert).toHaveCount(0);
  site.respond(deleteBuddyRoute, () => {
    respondWithList(site, [], counts(0));
    respondWithProfile(site);
    return outcome("none");
  });
  await remove("Remove buddy");
  await expect(page.getByText("No users found")).toBeVisible();
  await expect(tab(page, "Buddies")).toHaveText("Buddies0");
  respondWithProfile(site, { relation: "buddy", buddies_count: 1 });
  await page.goto("/users/anna");
  await button(page, "Buddies").click();
  await page.getByRole("menuitem", { name: "Remove buddy" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove buddy" }).click();
  await expect(button(page, "Add buddy")).toBeVisible();
});

test("another member's list shows their buddies, but no requests and no actions", async ({ page, site }) => {
  site.respond(buddyListRoute, { ...pageOf([ANNA]), user: { id: 8, username: "ben" }, counts: counts(1) });
  await page.goto("/users/ben/buddies");
  await expect(page.getByRole("heading", { level: 1, name: "ben's Buddies" })).toBeVisible();
  await expect(page.getByText("1 buddy")).toBeVisible();
  await expect(card(page)).toBeVisible();
  await expect(tab(page, "Incoming")).toHaveCount(0);
  await expect(button(page, "More actions for anna")).toHaveCount(0);
  await page.goto("/users/ben/buddies/incoming");
  await expect(page).toHaveURL("/users/ben/buddies");
});

describe("a block", () => {
  const question = (page: Page) => page.getByRole("alertdialog", { name: "Block anna?" });

  test("is made after a confirmation and lifted with a click", async ({ page, site }) => {
    respondWithProfile(site, { relation: "buddy", buddies_count: 1 });
    await page.goto("/users/anna");
    const banner = page.getByRole("status").getByText("You've blocked this user");
    const message = (page: Page) => button(page, "Message");
    const block = async (choice: string) => {
      await button(page, "More actions").click();
      await page.getByRole("menuitem", { name: "Block user" }).click();
      await question(page).getByRole("button", { name: choice, exact: true }).click();
      await expect(question(page)).toBeHidden();
    };
    await block("Cancel");
    await expect(banner).toHaveCount(0);
    // In every tab of the member, this one too.
    const receive = (block: boolean) =>
      page.receive({ event: "ContactChanged", user_id: 9, username: "anna", block });
    const setBlock = (blocked: boolean) => {
      respondWithProfile(site, { block: blocked, can_message: !blocked });
      return { blocked };
    };
    site.respond(toggleBlockRoute, () => setBlock(true));
    site.respond(deleteBlockRoute, () => setBlock(false));
    await block("Block");
    await receive(true);
    await expect(banner).toBeVisible();
    await expect(button(page, "Add buddy")).toHaveCount(0);
    await expect(message(page)).toHaveAttribute("aria-disabled", "true");
    await expect(buddyCount(page)).toHaveText(/^0/);
    await button(page, "Unblock").click();
    await receive(false);
    await expect(banner).toHaveCount(0);
    await expect(button(page, "Add buddy")).toBeVisible();
  });

  test("isn't seen by who is blocked, only that they can't write", async ({ page, site }) => {
    respondWithProfile(site);
    await page.goto("/users/anna");
    await expect(page.getByRole("link", { name: "Message" })).toBeVisible();
    respondWithProfile(site, { can_message: false });
    await page.receive({ event: "ContactChanged", user_id: 9, username: "anna" });
    await expect(page.getByText("You can't message anna.")).toBeVisible();
    await expect(button(page, "Message")).toHaveAttribute("aria-disabled", "true");
  });

  test("is made once from a comment's menu, and lifted on the page of blocks", async ({ page, site }) => {
    site.respond(levelRoute, { level: { id: 1, title: "Bench" } });
    site.respond(commentListRoute, {
      data: [{ id: 4, user: ANNA, body: "rude words" }],
      meta: { current_page: 1, last_page: 1, total: 1 },
    });
    respondWithProfile(site);
    await page.goto("/levels/1");
    const open = async () => {
      await button(page, "More about anna's comment").click();
      await page.getByRole("menuitem", { name: "Block user" }).click();
    };
    const confirm = async () => {
      await open();
      const block = question(page).getByRole("button", { name: "Block", exact: true });
      await expect(block).toBeEnabled();
      await block.click();
    };
    site.respond(toggleBlockRoute, errorResponse("invalid", { message: "Not this one." }));
    await confirm();
    const error = page.getByRole("dialog", { name: "Error" });
    await expect(error).toContainText("Not this one.");
    await error.getByRole("button", { name: "Ok" }).click();
    site.respond(toggleBlockRoute, () => {
      respondWithProfile(site, { block: true });
      return { blocked: true, message: "anna is blocked." };
    });
    await confirm();
    await expect.poll(() => page.reloads).toBe(1);
    await page.reload();
    await expect(page.getByText("anna is blocked.")).toBeVisible();
    // A second block must not toggle the first one off.
    await open();
    await expect(page.getByRole("alertdialog", { name: "You've blocked this user" })).toBeVisible();
    await page.keyboard.press("Escape");

    let blocked: (typeof ANNA)[] = [ANNA];
    site.respond(blockListRoute, ({ input }) => pageOf(input.search ? [] : blocked));
    site.respond(deleteBlockRoute, () => {
      blocked = [];
      return { blocked: false };
    });
    site.respond(toggleBlockRoute, () => {
      blocked = [ANNA];
      return { blocked: true };
    });
    await page.goto("/blocks");
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("Blocked users1");
    await page.getByRole("searchbox", { name: "Search blocked users" }).fill("qqqqzzzz");
    await expect(page.getByText("No results found")).toBeVisible();
    await page.getByRole("link", { name: "Show everyone" }).click();
    await button(page, "Unblock anna").click();
    await expect(page.getByText("No users found")).toBeVisible();
    await expect(heading).toHaveText("Blocked users0");
    await button(page, "Undo").click();
    await expect(card(page)).toBeVisible();
    await expect(heading).toHaveText("Blocked users1");
  });
});

describe("presence", () => {
  const move = (page: Page, online: boolean) =>
    page.receive({ event: "PresenceChanged", users: [{ user_id: 9, online, player: null }] });

  test("changes in the directory and on a profile as someone comes and goes", async ({ page, site }) => {
    site.respond(userListRoute, pageOf([ANNA]));
    respondWithProfile(site);
    for (const path of ["/users?search=anna", "/users/anna"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: "anna" }).first()).toBeVisible();
      await expect(bubble(page)).toHaveCount(0);
      await move(page, true);
      await expect(bubble(page)).toBeVisible();
      await move(page, false);
      await expect(bubble(page)).toHaveCount(0);
    }
  });

  test("shows next to a comment, and on the home page of a buddy", async ({ page, site }) => {
    site.respond(levelRoute, { level: { id: 1, title: "Porch" } });
    site.respond(commentListRoute, { data: [{ id: 4, user: ANNA, body: "anyone home?" }] });
    await page.goto("/levels/1");
    await expect(page.getByText("anyone home?")).toBeVisible();
    await move(page, true);
    await expect(page.getByRole("article").last().getByRole("img", { name: "Online" })).toBeVisible();
    site.respond(homeRoute, { buddies_online: [{ ...ANNA, online: true }] });
    await page.goto("/");
    const row = page.locator("section").filter({ hasText: "Buddies online" });
    await expect(row.getByRole("link", { name: "anna" })).toBeVisible();
    await expect(bubble(page)).toBeVisible();
  });
});
