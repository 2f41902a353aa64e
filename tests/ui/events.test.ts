import {
  createChallengeRoute,
  createEventRoute,
  editEventRoute,
  endChallengeRoute,
  endEventRoute,
  eventsRoute,
  levelChallengeRoute,
  pastEventsRoute,
  staffChallengesRoute,
  staffEventsRoute,
} from "#domain/events/api.ts";
import { levelListRoute, levelRoute } from "#domain/levels/api.ts";
import { errorResponse, fieldErrors, pageOf } from "./support/site.ts";
import { describe, expect, test } from "./support/test.ts";

const DAY = 86_400_000;
/** The moment and the day in `days` days. */
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const dayIn = (days: number) => at(days).slice(0, 10);
const between = (first: number, last: number) => ({
  starts_on: dayIn(first),
  ends_on: dayIn(last),
  starts_at: at(first),
  ends_at: at(last),
});
const [CUP, BOWL] = [
  { id: 5, title: "Cup", url: "/levels/5" },
  { id: 6, title: "Bowl", url: "/levels/6" },
];
const SPOOKY = {
  id: 1,
  short_name: "Spooky",
  highlight_color: "1A1A8E",
  ...between(-2, 3),
  goal: 1,
  reward: { coins: 15 },
  levels: [CUP],
};
const SPRINT = {
  id: 2,
  name: "Sprint",
  ...between(-1, 1),
  goal_ms: 45_500,
  goal_formatted: "0:45.500",
  level: CUP,
};

describe("the events page", () => {
  test("has what is on, its rewards and time left, what is next and what is past", async ({ page, site }) => {
    const rush = {
      ...SPOOKY,
      id: 3,
      short_name: "Sugar Rush",
      ...between(1, 2),
      levels: [CUP, BOWL],
      goal: 2,
    };
    site.respond(eventsRoute, { events: [SPOOKY, rush], challenges: [SPRINT] });
    site.respond(pastEventsRoute, { data: [{ ...SPOOKY, id: 4, short_name: "Toy Parade" }] });
    await page.goto("/events");
    const spooky = page.getByRole("article", { name: "Spooky" });
    await expect(spooky.getByText("Clear its level before it ends.")).toBeVisible();
    await expect(spooky.getByText("15 coins")).toBeVisible();
    await expect(spooky.getByRole("timer", { name: "Ends in" })).toContainText("days");
    await expect(spooky.getByRole("link", { name: "Cup", exact: true })).toLinkTo("/levels/5");
    await expect(spooky.getByRole("link", { name: "Sign in" })).toLinkTo("/login?next=%2Fevents");
    const next = page.getByRole("article", { name: "Sugar Rush" });
    await expect(next.getByRole("timer", { name: "Starts in" })).toBeVisible();
    await expect(next.getByText("Clear all 2 levels before it ends.")).toBeVisible();
    await expect(page.getByRole("article", { name: "Sprint" })).toContainText("Clear it in 0:45.500 or less");
    await expect(page.getByRole("list", { name: "Levels of Toy Parade" }).getByRole("link")).toHaveText([
      "Cup",
    ]);

    site.signIn();
    site.respond(eventsRoute, { events: [{ ...SPOOKY, cleared: 0 }], challenges: [] });
    await page.goto("/events");
    await expect(spooky.getByText("0 of 1 cleared")).toBeVisible();
  });

  test("says that nothing is on, and leads to the levels", async ({ page, site }) => {
    site.respond(eventsRoute, { events: [], challenges: [] });
    await page.goto("/events");
    await expect(page.getByText("No events right now")).toBeVisible();
    await expect(page.getByRole("link", { name: "Browse levels" })).toLinkTo("/levels");
  });

  test("reports that its list failed to load, and Retry loads it", async ({ page, site }) => {
    site.respond(eventsRoute, errorResponse("conflict", { message: "Broken" }));
    await page.goto("/events");
    await expect(page.getByRole("alert")).toContainText("Broken");
    site.respond(eventsRoute, { events: [SPOOKY] });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "On now" })).toBeVisible();
  });
});

test("a level's page has its event and its challenge, and its card their names", async ({ page, site }) => {
  const badges = {
    event: { short_name: "Spooky", highlight_color: "1A1A8E" },
    challenge: { name: "Sprint" },
  };
  site.respond(levelRoute, { level: { ...CUP, ...badges } });
  site.respond(levelChallengeRoute, { event: SPOOKY, challenge: SPRINT });
  await page.goto("/levels/5");
  const event = page.getByRole("region", { name: "Event: Spooky" });
  await expect(event.getByText("Clear any event level. This is one.")).toBeVisible();
  const challenge = page.getByRole("region", { name: "Challenge: Sprint" });
  await expect(challenge.getByText("Clear this level in 0:45.500 or less.")).toBeVisible();
  await expect(page.getByRole("link", { name: "All events and challenges" })).toLinkTo("/events");
});

describe("for an admin", () => {
  test("the event form shows errors at fields, keeps the input, and creates it", async ({ page, site }) => {
    site.signIn({ role: "admin" });
    site.respond(staffEventsRoute, { data: [] });
    site.respond(levelListRoute, { data: [CUP] });
    site.respond(levelRoute, { level: BOWL });
    await page.goto("/staff/events");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Events");
    await page.getByRole("button", { name: "New event" }).first().click();
    const form = page.getByRole("dialog", { name: "New event" });
    const make = form.getByRole("button", { name: "Create event" });
    const levels = form.getByLabel("Levels", { exact: true });
    await make.click();
    for (const problem of ["Short name is required.", "Last day is required.", "Choose at least one level."])
      await expect(form.getByText(problem)).toBeVisible();
    await expect(form.getByLabel("Short name")).toBeFocused();
    await form.getByLabel("Short name").fill("Spooky");
    await form.getByLabel("Highlight color").fill("1A1A8E");
    await form.getByLabel("Last day").fill(dayIn(3));
    await levels.fill("cu");
    await form.getByRole("button", { name: "Add Cup" }).click();
    await levels.fill("6");
    await form.getByRole("button", { name: "Add Bowl" }).click();
    const chosen = form.getByRole("list", { name: "2 levels chosen" }).getByRole("listitem");
    await form.getByRole("button", { name: "Move Bowl up" }).click();
    await expect(chosen).toContainText(["Bowl", "Cup"]);
    await form.getByRole("button", { name: "Remove Cup" }).click();
    await form.getByLabel("Goal").fill("2");
    await form.getByLabel("Coins").fill("15");
    const problem = "Goal can't be more than the number of levels: 1.";
    site.respond(createEventRoute, fieldErrors({ goal: [problem] }));
    await make.click();
    await expect(form.getByText(problem)).toBeVisible();
    await expect(form.getByLabel("Goal")).toBeFocused();
    await expect(form.getByLabel("Short name")).toHaveValue("Spooky");
    await form.getByLabel("Goal").fill("");
    site.respond(createEventRoute, { event: SPOOKY });
    await make.click();
    await expect(page.getByText("“Spooky” was created.")).toBeVisible();
    await expect(form).toHaveCount(0);
    expect(site.inputs(createEventRoute).at(-1)).toMatchObject({
      short_name: "Spooky",
      highlight_color: "1A1A8E",
      ends_on: dayIn(3),
      level_ids: [6],
      goal: null,
      coins: 15,
    });
  });

  test("an event that is on is edited except for its first day, and ended", async ({ page, site }) => {
    site.signIn({ role: "admin" });
    site.respond(staffEventsRoute, pageOf([SPOOKY]));
    site.respond(editEventRoute, { event: SPOOKY });
    site.respond(endEventRoute, () => {
      site.respond(staffEventsRoute, pageOf([{ ...SPOOKY, ends_at: at(-1) }]));
      return { message: "“Spooky” has ended." };
    });
    await page.goto("/staff/events");
    const row = page.getByRole("article", { name: "Spooky" });
    await expect(row.getByText("On", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Edit Spooky" }).click();
    const edit = page.getByRole("dialog", { name: "Edit “Spooky”" });
    await expect(edit.getByLabel("First day")).toBeDisabled();
    await edit.getByLabel("XP", { exact: true }).fill("30");
    await edit.getByRole("button", { name: "Save event" }).click();
    await expect.poll(() => site.calls(editEventRoute)[0]?.input).toMatchObject({ xp: 30, level_ids: [5] });
    await page.getByRole("button", { name: "End Spooky" }).click();
    await page
      .getByRole("alertdialog", { name: "End “Spooky” now?" })
      .getByRole("button", { name: "End event" })
      .click();
    await expect(page.getByText("“Spooky” has ended.")).toBeVisible();
    await expect(row.getByText("Ended", { exact: true })).toBeVisible();
  });

  test("a challenge is set on a level with a time to beat, and ended", async ({ page, site }) => {
    site.signIn({ role: "admin" });
    site.respond(staffChallengesRoute, pageOf([SPRINT]));
    site.respond(levelListRoute, { data: [CUP] });
    site.respond(createChallengeRoute, { challenge: SPRINT });
    site.respond(endChallengeRoute, { message: "“Sprint” has ended." });
    await page.goto("/staff/challenges");
    await page.getByRole("button", { name: "New challenge" }).click();
    const form = page.getByRole("dialog", { name: "New challenge" });
    await form.getByLabel("Name").fill("Sprint");
    await form.getByLabel("Level", { exact: true }).fill("cup");
    await form.getByRole("button", { name: "Add Cup" }).click();
    await form.getByLabel("Goal").fill("soon");
    await form.getByLabel("Last day").fill(dayIn(1));
    await form.getByRole("button", { name: "Create challenge" }).click();
    await expect(form.getByText("Goal must be a time, like 1:00 or 45.5.")).toBeVisible();
    await form.getByLabel("Goal").fill("0:45.5");
    await form.getByRole("button", { name: "Create challenge" }).click();
    await expect(page.getByText("“Sprint” was created.")).toBeVisible();
    expect(site.calls(createChallengeRoute)[0]?.input).toMatchObject({ level_id: 5, goal_ms: 45_500 });
    await page.getByRole("button", { name: "End Sprint" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End challenge" }).click();
    await expect(page.getByText("“Sprint” has ended.")).toBeVisible();
  });
});
