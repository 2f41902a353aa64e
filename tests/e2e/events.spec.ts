import type { Page } from "@playwright/test";
import type { OutputOf } from "#domain/api/route.ts";
import type { eventsRoute } from "#domain/events/api.ts";
import { endOfNewYorkDay } from "#domain/new-york.ts";
import { expectAccessible, expectFits } from "./expect-accessible.ts";
import { expect, NIGHTLY, test, uniqueWord } from "./test.ts";

/** The card of a level in a list. */
const cardOf = (page: Page, title: string) =>
  page.getByRole("main").locator("h3", { hasText: title }).locator("../..");

/** The day in New York in `days` days, in the format of a date field. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(Date.now() + days * 86_400_000);

test.describe("for an admin", () => {
  test.use({ as: "admin" });

  test(
    "the event form shows errors at its fields and keeps the input",
    NIGHTLY,
    async ({ page, otherUser, complaints }) => {
      const name = uniqueWord("Ev");
      const maker = await otherUser();
      const { id, title } = await maker.makeLevel({ title: `Cup ${uniqueWord()}` });
      const { title: another } = await maker.makeLevel({ title: `Bowl ${uniqueWord()}` });
      await page.goto("/staff/reports");
      for (const name of ["World", "Events"])
        await page.getByRole("navigation", { name: "Staff pages" }).getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Events");
      await page.getByRole("button", { name: "New event" }).click();
      const form = page.getByRole("dialog", { name: "New event" });
      const make = form.getByRole("button", { name: "Create event" });
      const levels = form.getByLabel("Levels", { exact: true });
      await make.click();
      await expect(form.getByText("Short name is required.")).toBeVisible();
      await expect(form.getByText("Last day is required.")).toBeVisible();
      await expect(form.getByText("Choose at least one level.")).toBeVisible();
      await expect(form.getByLabel("Short name")).toBeFocused();
      await form.getByLabel("Short name").fill(name);
      await form.getByLabel("Highlight color").fill("1A1A8E");
      await form.getByLabel("Last day").fill(dayIn(3));
      await levels.fill(another);
      await form.getByRole("button", { name: `Add ${another}` }).click();
      await levels.fill(String(id));
      await form.getByRole("button", { name: `Add ${title}` }).click();
      await expect(form.getByRole("list", { name: "2 levels chosen" })).toBeVisible();
      await form.getByRole("button", { name: `Move ${title} up` }).click();
      await expect(form.getByRole("list", { name: "2 levels chosen" }).getByRole("listitem")).toContainText([
        title,
        another,
      ]);
      await form.getByRole("button", { name: `Remove ${another}` }).click();
      await form.getByLabel("Goal").fill("2");
      await expectFits(page);
      await expectAccessible(page);
      complaints.expect(/^422 POST .*\/staff\/events$/);
      await make.click();
      await expect(form.getByText("Goal can't be more than the number of levels: 1.")).toBeVisible();
      await expect(form.getByLabel("Goal")).toBeFocused();
      await expect(form.getByLabel("Short name")).toHaveValue(name);
    },
  );

  test("an event is created with a level, is on its card and on the events page, and is ended", async ({
    page,
    otherUser,
    openBrowser,
  }) => {
    const name = uniqueWord("Ev");
    const { title, url } = await (await otherUser()).makeLevel({ title: `Cup ${uniqueWord()}` });
    await page.goto("/staff/events");
    await page.getByRole("button", { name: "New event" }).click();
    const form = page.getByRole("dialog", { name: "New event" });
    await form.getByLabel("Short name").fill(name);
    await form.getByLabel("Last day").fill(dayIn(3));
    await form.getByLabel("Coins").fill("15");
    await form.getByLabel("Levels", { exact: true }).fill(title);
    await form.getByRole("button", { name: `Add ${title}` }).click();
    await form.getByRole("button", { name: "Create event" }).click();
    await expect(page.getByText(`“${name}” was created.`)).toBeVisible();
    await expect(form).toBeHidden();
    const row = page.getByRole("article", { name });
    await expect(row.getByText("On", { exact: true })).toBeVisible();

    const member = await openBrowser("bobby");
    await member.goto(`/levels?search=${encodeURIComponent(title)}`);
    await expect(cardOf(member, title)).toContainText(name);
    await member.getByRole("link", { name: "Events", exact: true }).click();
    await expect(member.getByRole("heading", { level: 1 })).toHaveText("Events");
    const event = member.getByRole("article", { name });
    await expect(event.getByText("Clear its level before it ends.")).toBeVisible();
    await expect(event.getByText("15 coins")).toBeVisible();
    await expect(event.getByRole("timer", { name: "Ends in" })).toContainText("days");
    await expect(event.getByText("0 of 1 cleared")).toBeVisible();
    await event.getByRole("link", { name: title, exact: true }).click();
    await expect(member).toHaveURL(url);
    const panel = member.getByRole("region", { name: `Event: ${name}` });
    await expect(panel.getByText("Clear any event level. This is one.")).toBeVisible();

    await page.getByRole("button", { name: `Edit ${name}` }).click();
    const edit = page.getByRole("dialog", { name: `Edit “${name}”` });
    await expect(edit.getByLabel("First day")).toBeDisabled();
    await edit.getByLabel("XP", { exact: true }).fill("30");
    await edit.getByRole("button", { name: "Save event" }).click();
    await expect(row.getByText("30 XP")).toBeVisible();

    await page.getByRole("button", { name: `End ${name}` }).click();
    await page
      .getByRole("alertdialog", { name: `End “${name}” now?` })
      .getByRole("button", { name: "End event" })
      .click();
    await expect(page.getByText(`“${name}” has ended.`)).toBeVisible();
    await expect(row.getByText("Ended", { exact: true })).toBeVisible();
    await member.reload();
    await expect(member.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(member.getByText(`Event: ${name}`)).toBeHidden();
    await member.goto("/events");
    const past = member.getByRole("list", { name: `Levels of ${name}` });
    await expect(past.getByRole("link")).toHaveText([title]);
  });

  test("a challenge is set on a level, is shown there with its goal, and is ended", async ({
    page,
    otherUser,
    openBrowser,
  }) => {
    const name = uniqueWord("Ch");
    const { title, url } = await (await otherUser()).makeLevel({ title: `Sprint ${uniqueWord()}` });
    await page.goto("/staff/challenges");
    await page.getByRole("button", { name: "New challenge" }).click();
    const form = page.getByRole("dialog", { name: "New challenge" });
    await form.getByLabel("Name").fill(name);
    await form.getByLabel("Level", { exact: true }).fill(title);
    await form.getByRole("button", { name: `Add ${title}` }).click();
    await form.getByLabel("Goal").fill("soon");
    await form.getByLabel("Last day").fill(dayIn(1));
    await form.getByRole("button", { name: "Create challenge" }).click();
    await expect(form.getByText("Goal must be a time, like 1:00 or 45.5.")).toBeVisible();
    await form.getByLabel("Goal").fill("0:45.5");
    await form.getByRole("button", { name: "Create challenge" }).click();
    await expect(page.getByText(`“${name}” was created.`)).toBeVisible();

    const member = await openBrowser("bobby");
    await member.goto(url);
    const panel = member.getByRole("region", { name: `Challenge: ${name}` });
    await expect(panel.getByText("Clear this level in 0:45.500 or less.")).toBeVisible();
    await expectFits(member);
    await member.getByRole("link", { name: "All events and challenges" }).click();
    await expect(
      member.getByRole("article", { name }).getByText("Clear it in 0:45.500 or less"),
    ).toBeVisible();

    await page.getByRole("button", { name: `End ${name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End challenge" }).click();
    await expect(page.getByText(`“${name}” has ended.`)).toBeVisible();
    await member.reload();
    await expect(member.getByRole("heading", { name: "Past events" })).toBeVisible();
    await expect(member.getByRole("article", { name })).toBeHidden();
  });
});

test("only admins have the staff pages of events", NIGHTLY, async ({ page, openBrowser, complaints }) => {
  const moderator = await openBrowser("moderator");
  complaints.expect(/^404 GET .*\/staff\/(?:events|challenges)$/);
  for (const one of [page, moderator]) {
    for (const path of ["/staff/events", "/staff/challenges"]) {
      await one.goto(path);
      await expect(one.getByRole("heading", { level: 1 })).toHaveText("No one lives here");
    }
  }
});

test("a visitor sees what is on, its rewards and its time left, and why to sign in", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^On now/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Events");
  const spooky = page.getByRole("article", { name: "Spooky" });
  await expect(spooky.getByText("150 coins")).toBeVisible();
  await expect(spooky.getByRole("link", { name: "Beep Boop" })).toBeVisible();
  await expect(spooky.getByText("Clear all 4 levels before it ends.")).toBeVisible();
  const signIn = spooky.getByRole("link", { name: "Sign in" });
  await expect(signIn).toHaveAttribute("href", "/login?next=%2Fevents");
  await expect(
    page.getByRole("article", { name: "Sugar Rush" }).getByRole("timer", { name: "Starts in" }),
  ).toBeVisible();
  await expect(page.getByRole("list", { name: "Levels of Toy Parade" })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
});

test.describe("on a device whose clock is wrong", () => {
  const DAY = 86_400_000;

  /** Expects an event to be on, with the days that are left by the site's clock. */
  async function expectOn(page: Page, name: string, endsOn: string) {
    const days = Math.floor((endOfNewYorkDay(endsOn) - Date.now()) / DAY);
    const current = page.locator("section", { has: page.getByRole("heading", { name: "On now" }) });
    const event = current.getByRole("article", { name });
    await expect(event.getByRole("timer", { name: "Ends in" })).toContainText(
      new RegExp(`(?<!\\d)(${days}|${days - 1}) days`),
    );
  }

  for (const days of [400, -400])
    test(`by ${days} days, an event is on and its countdown has the time that is left`, async ({
      page,
      api,
    }) => {
      const { events } = await api.get<OutputOf<typeof eventsRoute>>("/api/events");
      const spooky = events.find(({ short_name }) => short_name === "Spooky");
      await page.clock.install({ time: Date.now() + days * DAY });
      await page.goto("/events");
      await expectOn(page, "Spooky", spooky?.ends_on ?? "");
    });

  test("an old page from a cache shows the right time after the first response", async ({ page, api }) => {
    const { events } = await api.get<OutputOf<typeof eventsRoute>>("/api/events");
    const spooky = events.find(({ short_name }) => short_name === "Spooky");
    await page.route("/events", async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = html.replace(/"now":(\d+)/, (_, now: string) => `"now":${Number(now) - 400 * DAY}`);
      await route.fulfill({ response, body });
    });
    const sent = page.waitForRequest("/api/session");
    await page.goto("/events");
    await sent;
    await expectOn(page, "Spooky", spooky?.ends_on ?? "");
  });
});

test.describe("a reader in Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("sees in their own time when events start and end, before anything about New York", async ({
    page,
  }) => {
    await page.goto("/events");
    const main = page.getByRole("main");
    // Midnight in New York is 1 or 2 PM in Tokyo.
    await expect(main.getByRole("article", { name: "Spooky" })).toContainText(
      /Ends \w+, \w+ \d+, [12]:00 PM/,
    );
    await expect(main.getByRole("article", { name: "Sugar Rush" })).toContainText(
      /Starts \w+, \w+ \d+, [12]:00 PM, ends \w+, \w+ \d+, [12]:00 PM/,
    );
    const content = (await main.textContent()) ?? "";
    expect(content.indexOf("New York")).toBeGreaterThan(content.indexOf("Past events"));
  });
});

test(
  "the events page reports that its list failed to load, and Retry loads it",
  NIGHTLY,
  async ({ page, complaints }) => {
    await page.goto("/levels");
    await page.route("**/api/events", (route) => route.fulfill({ status: 500, json: { message: "Broken" } }));
    complaints.expect(/^500 GET .*\/api\/events$/);
    await page.getByRole("link", { name: "Events", exact: true }).click();
    const retry = page.getByRole("button", { name: "Retry" });
    await expect(retry).toBeVisible();
    await page.unroute("**/api/events");
    await retry.click();
    await expect(page.getByRole("heading", { name: "On now" })).toBeVisible();
  },
);

test("the events page says that nothing is on, and leads to the levels", NIGHTLY, async ({ page }) => {
  await page.goto("/levels");
  await page.route("**/api/events", (route) => route.fulfill({ json: { events: [], challenges: [] } }));
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await expect(page.getByText("No events right now")).toBeVisible();
  await expectFits(page);
  await page.getByRole("link", { name: "Browse levels" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Levels");
});
