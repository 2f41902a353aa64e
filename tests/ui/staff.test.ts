import { featureLevelRoute } from "#domain/levels/api.ts";
import {
  appealQueueRoute,
  appealRoute,
  banRoute,
  banStateRoute,
  type CaseDetails,
  caseRoute,
  claimCaseRoute,
  decideAppealRoute,
  decideCaseRoute,
  decidePersonRoute,
  openWorkRoute,
  reportQueueRoute,
  standingRoute,
  unbanRoute,
  undoRemovalRoute,
  warnRoute,
} from "#domain/moderation/api.ts";
import { ownReportsRoute } from "#domain/reports/api.ts";
import { paletteRoute } from "#domain/search/api.ts";
import {
  accountLookupRoute,
  accountRoute,
  auditRoute,
  featuredRoute,
  renameRoute,
  roleRoute,
  type StaffAccount,
  teamRoute,
  userHistoryRoute,
} from "#domain/staff/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import type { Given } from "./support/complete.ts";
import type { Page } from "./support/page.ts";
import { pageOf, type Site } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const RUDE = { id: 9, username: "rude", url: "/users/rude" };
const button = (page: Page, name: string) => page.getByRole("button", { name });
const row = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const form = (page: Page, name: string) => page.getByRole("dialog", { name });

const respondWithAccount = (site: Site, fields: Given<StaffAccount> = {}) =>
  site.respond(accountRoute, { account: { user: RUDE, can_punish: true, ...fields } });

test.beforeEach(({ site }) => {
  site.signIn({ username: "admin", role: "admin" });
  respondWithAccount(site);
});

describe("a reported level", () => {
  const CASE = {
    id: 4,
    type: "level",
    target: "1",
    name: "Copy",
    url: "/levels/1",
    user: RUDE,
    reason: "stolen work",
    reports_count: 1,
    evidence: [{ title: "Copy", text: "All mine, <b>honest</b>." }],
    reports: [{ user: { username: "reporter" }, reason: "stolen work", details: "I made this one" }],
    subject: { can_punish: true },
    open_cases: [
      { id: 7, type: "level", name: "Lava Tower", reason: "spam", reports_count: 3 },
      { id: 8, type: "user", name: "", reason: "harassment", reports_count: 1 },
    ],
    present: true,
    can: ["remove", "warn", "ban"],
  } satisfies Given<CaseDetails>;

  test("is in the queue with its subject, is claimed, released and dismissed", async ({ page, site }) => {
    site.respond(reportQueueRoute, pageOf([CASE]));
    site.respond(caseRoute, { case: CASE });
    site.respond(claimCaseRoute, ({ input: { claim } }) => ({
      case: { ...CASE, claimed_by: claim ? { id: 7, username: "admin" } : null },
    }));
    await page.goto("/staff/reports?order=newest");
    await page.getByLabel("Type").selectOption("Level");
    await expect(page).toHaveURL(/\?type=level&order=newest$/);
    await expect(row(page, "Copy")).toContainText("Level · Stolen work");
    await expect(row(page, "Copy")).toContainText("1 report");
    await row(page, "Copy").getByRole("link", { name: "Copy" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Copy");
    await expect(page.getByText("All mine, <b>honest</b>.")).toBeVisible();
    await expect(row(page, "I made this one").getByRole("link", { name: "reporter" })).toBeVisible();
    await expect(row(page, "3 reports").getByRole("link", { name: "Lava Tower" })).toLinkTo(
      "/staff/reports/7",
    );
    await expect(page.getByRole("link", { name: "Report 8" })).toLinkTo("/staff/reports/8");
    await button(page, "Claim").click();
    await expect(page.getByText("Claimed by you")).toBeVisible();
    await page.getByRole("checkbox", { name: /^Ban/ }).check();
    await button(page, "Apply").click();
    await expect(page.getByText("Enter a reason. They'll see it.")).toBeVisible();
    await expect(page.getByLabel("Reason")).toBeFocused();
    await expect(page.getByText("This will ban rude for 1 week and notify 1 reporter.")).toBeVisible();
    await button(page, "Release").click();
    await expect(button(page, "Claim")).toBeVisible();
    site.respond(decideCaseRoute, () => {
      site.respond(reportQueueRoute, {});
      return { message: "Report dismissed.", case: { ...CASE, outcome: "dismissed" as const } };
    });
    await button(page, "Dismiss").click();
    await expect(page.getByText("Report dismissed.")).toBeVisible();
    await expect(page).toHaveURL(/\/staff\/reports\?type=level&order=newest$/);
    expect(site.inputs(decideCaseRoute)).toMatchObject([{ acts: [] }]);
  });

  test("is decided with others about one person, and a removal is undone there", async ({ page, site }) => {
    site.respond(openWorkRoute, { cases: [CASE, { ...CASE, id: 5 }], can_punish: true });
    site.respond(decidePersonRoute, () => {
      site.respond(openWorkRoute, {});
      const removals = [
        { type: "level", target: "1", name: "Copy", until: "2041-01-02T00:00:00.000Z", can_undo: true },
      ] as const;
      site.respond(userHistoryRoute, { removals });
      return { message: "2 reports decided.", decided: [4, 5] };
    });
    await page.goto("/staff/users/rude");
    const list = page.getByRole("list", { name: "Open reports about them" });
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await button(page, "Choose all 2").click();
    await button(page, "Decide 2 together").click();
    const decide = form(page, "Decide 2 reports together");
    await decide.getByRole("checkbox", { name: "Remove what was reported" }).check();
    await decide.getByRole("checkbox", { name: "Warn them, once" }).check();
    await decide.getByRole("button", { name: "Decide" }).click();
    await expect(decide.getByText("Enter a reason. They'll see it.")).toBeVisible();
    await decide.getByLabel("Reason").fill("Copied twice");
    await decide.getByRole("button", { name: "Decide" }).click();
    await expect(page.getByText("2 reports decided.")).toBeVisible();
    await expect(list).toHaveCount(0);
    expect(site.inputs(decidePersonRoute)).toMatchObject([
      { case_ids: [4, 5], acts: ["remove", "warn"], reason: "Copied twice" },
    ]);
    site.respond(undoRemovalRoute, () => {
      const removals = [
        {
          type: "level",
          name: "Copy",
          until: "2041-01-02T00:00:00.000Z",
          restored_at: "2026-01-02T04:00:00.000Z",
        },
      ] as const;
      site.respond(userHistoryRoute, { removals });
      return { message: "“Copy” is back as it was." };
    });
    await button(page, "Undo removal of Copy").click();
    const undo = form(page, "Bring it back?");
    await undo.getByLabel("Reason").fill("It was the original");
    await undo.getByRole("button", { name: "Bring it back" }).click();
    await expect(page.getByText("“Copy” is back as it was.")).toBeVisible();
    await expect(page.getByText("Removal undone")).toHaveCount(1);
  });

  test("is in its reporter's list with its outcome", async ({ page, site }) => {
    site.signIn();
    site.respond(
      ownReportsRoute,
      pageOf([{ id: 1, name: "Copy", details: "I made this one", state: "dismissed" }]),
    );
    await page.goto("/reports");
    await expect(row(page, "Copy")).toContainText("Closed");
    await expect(row(page, "Copy")).toContainText("I made this one");
  });
});

test("a user is banned on their profile, with a reason, and unbanned there", async ({ page, site }) => {
  site.respond(profileRoute, { user: RUDE });
  site.respond(banRoute, { message: "rude is banned until Monday." });
  site.respond(unbanRoute, { message: "rude is no longer banned." });
  await page.goto("/users/rude");
  const ban = form(page, "Ban rude?");
  const open = async () => {
    await button(page, "More actions").click();
    await page.getByRole("menuitem", { name: "Ban user" }).click();
  };
  await open();
  await ban.getByRole("button", { name: "Ban rude" }).click();
  await expect(ban.getByText("Reason is required.")).toBeVisible();
  await expect(ban.getByLabel("Reason")).toBeFocused();
  await ban.getByLabel("Reason").fill("Said bad words");
  await ban.getByLabel("How long").selectOption("1 day");
  await ban.getByRole("button", { name: "Ban rude" }).click();
  await expect(page.getByText("rude is banned until")).toBeVisible();
  expect(site.inputs(banRoute).map((input) => input.reason)).toEqual(["Said bad words"]);
  site.respond(banStateRoute, { banned: { reason: "Said bad words", until: "2041-01-02T00:00:00.000Z" } });
  await open();
  await expect(ban.getByText("Reason: Said bad words")).toBeVisible();
  await ban.getByRole("button", { name: "End the ban" }).click();
  await expect(page.getByText("rude is no longer banned.")).toBeVisible();
});

test("an appeal is sent by who is banned, and decided by another moderator", async ({ page, site }) => {
  const ban = { reason: "Insults", until: null };
  site.signIn({ username: "rude", banned: ban });
  site.respond(standingRoute, { banned: ban });
  site.respond(appealRoute, () => {
    site.respond(standingRoute, { banned: { ...ban, appeal: { body: "I am sorry", ahead: 0 } } });
    return {};
  });
  await page.goto("/banned");
  await page.getByLabel("What do you want to say?").fill("I am sorry");
  await button(page, "Send appeal").click();
  await expect(page.getByText("It's next in line.")).toBeVisible();
  site.signIn({ role: "moderator" });
  const appeal = { id: 3, user: RUDE, body: "I am sorry" };
  site.respond(appealQueueRoute, pageOf([appeal]));
  const card = page.getByRole("article", { name: "rude's appeal" });
  await page.goto("/staff/appeals");
  await expect(card).toContainText("You issued this ban, so another moderator decides.");
  site.respond(appealQueueRoute, pageOf([{ ...appeal, can_decide: true }]));
  site.respond(decideAppealRoute, () => {
    site.respond(appealQueueRoute, {});
    return {};
  });
  await page.goto("/staff/appeals");
  await card.getByLabel("Reply").fill("Welcome back.");
  await card.getByRole("button", { name: "End the ban of rude" }).click();
  await expect(card).toHaveCount(0);
  expect(site.inputs(decideAppealRoute)).toEqual([{ accept: true, answer: "Welcome back." }]);
});

describe("an account", () => {
  test("is looked up and warned, and its entries in the audit log are filtered", async ({ page, site }) => {
    site.respond(accountLookupRoute, ({ input }) => ({ data: input.search ? [{ user: RUDE }] : [] }));
    site.respond(warnRoute, () => {
      site.respond(userHistoryRoute, { data: [{ kind: "warning", reason: "No shouting" }] });
      return {};
    });
    const entry = {
      actor: { username: "admin" },
      subject: { type: "user", id: "9", name: "rude", url: "/users/rude" },
    } as const;
    site.respond(auditRoute, ({ input }) => ({
      data: [
        { ...entry, id: 2, action: "user.warn", reason: "No shouting" },
        { ...entry, id: 1, action: "user.look" },
      ].filter(({ action }) => !input.action || input.action === action),
    }));
    await page.goto("/staff/users");
    await page.getByRole("searchbox").fill("rude");
    await expect(page).toHaveURL(/search=rude$/);
    await page.getByRole("heading", { name: "rude" }).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("rude");
    await button(page, "Warn").click();
    const warn = form(page, "Warn rude");
    await warn.getByRole("button", { name: "Send the warning" }).click();
    await expect(warn.getByText("Reason is required.")).toBeVisible();
    await warn.getByRole("textbox").fill("No shouting");
    await warn.getByRole("button", { name: "Send the warning" }).click();
    await expect(warn).toBeHidden();
    await expect(page.getByText("No shouting")).toBeVisible();
    await page.getByRole("link", { name: "In the audit log" }).click();
    await expect(row(page, "No shouting")).toContainText("admin warned rude");
    await expect(row(page, "admin looked up rude")).toHaveCount(1);
    await page.getByRole("combobox", { name: "Action" }).selectOption("User look");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await expect(page).toHaveURL(/action=user\.look/);
    await expect(row(page, "No shouting")).toHaveCount(0);
  });

  test("is renamed, and an open page about the old name shows the new one", async ({ page, site }) => {
    site.respond(renameRoute, ({ input: { username } }) => {
      const user = { ...RUDE, username, url: `/users/${username}` };
      respondWithAccount(site, { user });
      site.respond(profileRoute, { user });
      return { username };
    });
    await page.goto("/staff/users/rude");
    await button(page, "Rename").click();
    const rename = form(page, "Rename rude");
    await expect(rename.getByLabel("New username")).toBeFocused();
    await page.keyboard.type("calm");
    await rename.getByLabel("Reason").fill("Calmer");
    await rename.getByRole("button", { name: "Rename" }).click();
    await expect(page).toHaveURL("/staff/users/calm");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("calm");
    await page.goto("/users/rude");
    await expect(page).toHaveURL("/users/calm");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("calm");
  });

  test("is made a moderator's, who is on the team page until dismissed", async ({ page, site }) => {
    respondWithAccount(site, { can_become: ["moderator", "admin"] });
    const member = {
      user: RUDE,
      role: "moderator",
      since: "2026-01-02T03:04:05.000Z",
      by: { username: "admin" },
      can_become: ["member"],
    } as const;
    site.respond(roleRoute, ({ input }) => {
      site.respond(teamRoute, { data: input.role === "member" ? [] : [member] });
      return { message: `rude is a ${input.role} now.` };
    });
    await page.goto("/staff/users/rude");
    await button(page, "Change role").click();
    const change = form(page, "Change role of rude");
    await change.getByRole("button", { name: "Change role" }).click();
    await expect(change.getByText("Reason is required.")).toBeVisible();
    await change.getByLabel("New role").selectOption({ label: "Moderator: reports, warnings, bans" });
    await change.getByLabel("Reason").fill("Calm and fair");
    await change.getByRole("button", { name: "Change role" }).click();
    await expect(page.getByText("rude is a moderator now.")).toBeVisible();
    await page.getByRole("navigation", { name: "Staff pages" }).getByRole("link", { name: "Team" }).click();
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "rude" }) });
    await expect(card).toContainText("by admin");
    await expect(card).toContainText("Two-factor off");
    await button(page, "Change role of rude").click();
    await change.getByLabel("New role").selectOption({ label: "Member: no staff tools" });
    await change.getByLabel("Reason").fill("Stepped down");
    await change.getByRole("button", { name: "Change role" }).click();
    await expect(card).toHaveCount(0);
  });
});

describe("the audit log", () => {
  const entry = (id: number, before: object | null = null, after: object | null = null) => ({
    id,
    actor: { username: "admin" },
    action: "level.feature",
    subject: { type: "level", id: "1", name: `Lantern ${id}`, url: null },
    before,
    after,
  });

  test("goes back page by page to its oldest entry, and then to the newest", async ({ page, site }) => {
    site.respond(auditRoute, ({ input: { before } }) =>
      before ? { data: [entry(1)] } : { data: [entry(2)], links: { next: "/api/staff/audit?before=2" } },
    );
    await page.goto("/staff/audit");
    await expect(page.getByRole("article")).toContainText("Lantern 2");
    await page.getByRole("link", { name: "Older" }).click();
    await expect(page.getByRole("article")).toContainText("Lantern 1");
    await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
    await page.getByRole("link", { name: "Back to the newest" }).click();
    await expect(page.getByRole("article")).toContainText("Lantern 2");
  });

  test("shows the old and the new value of a change", async ({ page, site }) => {
    site.respond(auditRoute, { data: [entry(2, { featured: true }, { featured: false })] });
    await page.goto("/staff/audit?subject_type=level&subject=1");
    await page.getByText("Details").click();
    await expect(page.getByRole("deletion")).toHaveText("yes");
    await expect(page.getByRole("insertion")).toHaveText("no");
  });
});

test("a level is featured by its name and removed again", async ({ page, site }) => {
  const level = { id: 1, title: "Lantern", url: "/levels/1" };
  site.respond(paletteRoute, { levels: [level] });
  site.respond(featureLevelRoute, () => {
    const isFeatured = site.calls(featureLevelRoute).length === 1;
    site.respond(featuredRoute, { levels: isFeatured ? [level] : [] });
    return {};
  });
  await page.goto("/staff/featured");
  await page.getByRole("searchbox", { name: "Feature a level" }).fill("Lantern");
  await button(page, "Feature Lantern").click();
  await expect(page.getByText("Lantern is now featured.")).toBeVisible();
  const featured = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Lantern" }) });
  await featured.getByRole("button", { name: "Remove Lantern from featured" }).click();
  await expect(featured).toHaveCount(0);
});
