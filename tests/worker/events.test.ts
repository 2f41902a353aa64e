import { sql } from "drizzle-orm";
import type { Route } from "#domain/api/route.ts";
import {
  type Challenge,
  createChallengeRoute,
  createEventRoute,
  editChallengeRoute,
  editEventRoute,
  endChallengeRoute,
  endEventRoute,
  eventsRoute,
  levelChallengeRoute,
  pastEventsRoute,
  staffChallengesRoute,
  staffEventsRoute,
} from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import { homeRoute } from "#domain/home/api.ts";
import { type Level, levelRoute } from "#domain/levels/api.ts";
import { endOfNewYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import { type Browser, countRows, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  addLevels,
  challengeInput,
  challengeOf,
  createChallenge,
  createEvent,
  DAY_MS,
  dayFromNow,
  errorsOf,
  eventInput,
  eventOf,
  eventPeople,
  levelIdsOf,
  recordClear,
  resetEvents,
} from "#tests/support/events.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addItem, addLevel } from "#tests/support/world.ts";

/** A member without levels; responses to visitors are cached for seconds. */
const { visitor, member, stranger, admin } = await eventPeople();
const moderator = await signedInUser({ role: "moderator" });

beforeEach(resetEvents);

const callRoute = (route: Route, input = {}, by: Browser = admin, id?: number) =>
  by.call(route, { ...input, ...(id !== undefined && { id }) });

const makeEvent = (level_ids: number[], more = {}) => createEvent(admin, level_ids, more);
const makeChallenge = (level_id: number, more = {}) => createChallenge(admin, level_id, more);
const edit = (event: LevelEvent, more = {}) =>
  callRoute(
    editEventRoute,
    eventInput(levelIdsOf(event), { starts_on: event.starts_on, ends_on: event.ends_on, ...more }),
    admin,
    event.id,
  );
const levels = (count: number, fields = {}) => addLevels(member.id, count, fields);
const shown = async (id: number, by: Browser = stranger) =>
  (await by.call(levelRoute, { id })).body.level as Level;
const current = async (by: Browser = stranger) =>
  (await callRoute(eventsRoute, {}, by)).body as { events: LevelEvent[]; challenges: Challenge[] };
const notes = (type: "event" | "challenge", id: number) =>
  runSql<{ action: string; actor_id: number; before: string | null; after: string | null }>`select action,
    actor_id, before, after from audit_log
    where subject_type = ${type} and subject_id = ${String(id)} order by id`;

const actionsOn = async (type: "event" | "challenge", id: number) =>
  (await notes(type, id)).map(({ action }) => action);

describe("creating an event", () => {
  test("stores its levels in order, its days in New York time, and all levels as the default goal", async () => {
    const ids = (await levels(3)).reverse();
    const item = await addItem(member.id);
    const event = await makeEvent([...ids, ids[0] as number], {
      description: "Up!",
      coins: 10,
      xp: 20,
      item_id: item,
    });
    expect(event).toMatchObject({
      short_name: "Star Week",
      description: "Up!",
      highlight_color: "FFB800",
      starts_on: dayFromNow(0),
      ends_on: dayFromNow(7),
      goal: 3,
      reward: { coins: 10, xp: 20, item: { id: item, url: `/items/${item}` } },
      cleared: 0,
      rewarded: false,
    });
    expect(levelIdsOf(event)).toEqual(ids);
    expect(Date.parse(event.starts_at)).toBe(startOfNewYorkDay(dayFromNow(0)));
    expect(Date.parse(event.ends_at)).toBe(endOfNewYorkDay(dayFromNow(7)));
    const [note] = await notes("event", event.id);
    expect(note).toMatchObject({ action: "event.create", actor_id: admin.id });
    expect(JSON.parse(note?.after ?? "")).toMatchObject({ short_name: "Star Week", ids, item_id: item });
  });

  test("puts its badge on its levels' cards while it runs", async () => {
    const [level = 0] = await levels(1);
    const event = await makeEvent([level]);
    const badge = { short_name: "Star Week", highlight_color: "FFB800" };
    expect((await shown(level)).event).toEqual(badge);
    const move = (starts: number, ends: number) =>
      runSql`update events set starts_at = ${starts}, ends_at = ${ends} where id = ${event.id}`;
    const now = Date.now();
    await move(now + DAY_MS, now + 2 * DAY_MS);
    expect((await shown(level)).event).toBeNull();
    await move(now - 2 * DAY_MS, now - 1);
    expect((await shown(level)).event).toBeNull();
    await move(now - 2 * DAY_MS, now + DAY_MS);
    expect((await shown(level)).event).toEqual(badge);
  });

  test("lists it among current events, in one round trip, and by name on the front page", async () => {
    const event = await makeEvent(await levels(5));
    const later = await makeEvent(await levels(1), { starts_on: dayFromNow(2), ends_on: dayFromNow(3) });
    const response = await callRoute(eventsRoute, {}, member);
    expect((response.body.events as LevelEvent[]).map(({ id }) => id)).toEqual([later.id, event.id]);
    expectCost(response, { roundTrips: 1, read: 100, written: 0 });
    const home = await callRoute(homeRoute, {}, member);
    expect(home.body.events).toEqual([{ id: event.id, short_name: "Star Week", highlight_color: "FFB800" }]);
  });

  test("counts each member's clears and shows whether they have the reward", async () => {
    const ids = await levels(2);
    await makeEvent(ids);
    await recordClear(member, ids[0] as number);
    await recordClear(moderator, ids[0] as number);
    expect((await current(member)).events[0]).toMatchObject({ cleared: 1, rewarded: false });
    expect((await current(visitor)).events[0]).toMatchObject({ cleared: null, rewarded: false });
    await recordClear(member, ids[1] as number);
    expect((await current(member)).events[0]).toMatchObject({ rewarded: true });
    expect((await current(moderator)).events[0]).toMatchObject({ rewarded: false });
  });

  test.each<[string, object, string, string]>([
    ["a long name", { short_name: "x".repeat(21) }, "short_name", "at most 20"],
    ["a long description", { description: "x".repeat(501) }, "description", "at most 500"],

    ["more than a year", { ends_on: dayFromNow(EVENT_LIMITS.days + 1) }, "ends_on", "last a year"],

    ["no levels", { level_ids: [] }, "level_ids", "at least one level"],
    [
      "too many levels",
      { level_ids: Array.from({ length: 21 }, (_, i) => i + 1) },
      "level_ids",
      "at most 20",
    ],
    ["a missing level", { level_ids: [999_999] }, "level_ids", "Level 999999 doesn't exist"],
    ["a goal above its number of levels", { goal: 2 }, "goal", "more than the number of levels"],
    ["a goal of zero", { goal: 0 }, "goal", "from 1 to 20"],
    ["negative coins", { coins: -1 }, "coins", "from 0 to 10000"],
    ["too much XP", { xp: 10_001 }, "xp", "from 0 to 10000"],
    ["a missing item", { item_id: 999_999 }, "item_id", "Item 999999 doesn't exist"],
  ])("with %s is rejected at its field and stores nothing", async (_, more, field, message) => {
    const before = await countRows("audit_log");
    const response = await callRoute(createEventRoute, eventInput(await levels(1), more));
    expect(errorsOf(response)[field]?.join()).toContain(message);
    expect([await countRows("events"), await countRows("event_levels")]).toEqual([0, 0]);
    expect(await countRows("audit_log")).toBe(before);
  });

  test("is rejected with a private or deleted level, or with one of a running event", async () => {
    const errorFor = async (ids: number[]) =>
      errorsOf(await callRoute(createEventRoute, eventInput(ids))).level_ids?.[0];
    const secret = await levels(1, { title: "Secret lair", visibility: "private" });
    expect(await errorFor(secret)).toContain("“Secret lair”");
    expect(await errorFor(await levels(1, { visibility: "deleted" }))).toContain("doesn't exist");
    const [level = 0] = await levels(1, { title: "Sky Maze" });
    const first = await makeEvent([level]);
    expect(await errorFor([level])).toMatch(/“Sky Maze” \(\d+\) is part of “Star Week” until/);
    await callRoute(endEventRoute, {}, admin, first.id);
    const second = await makeEvent([level], { short_name: "Spooky" });
    expect((await shown(level)).event?.short_name).toBe("Spooky");
    // A past event keeps its levels.
    const past = await callRoute(pastEventsRoute, {}, visitor);
    expect((past.body.data as LevelEvent[]).map(({ id, levels: own }) => [id, own[0]?.id])).toEqual([
      [first.id, level],
    ]);
    expect((await current()).events.map(({ id }) => id)).toEqual([second.id]);
  });

  test("by two admins at once with the same level succeeds for one", async () => {
    const [level = 0] = await levels(1);
    const other = await signedInUser({ role: "admin" });
    const before = await countRows("audit_log");
    const create = (by: Browser) => callRoute(createEventRoute, eventInput([level]), by);
    const responses = await Promise.all([admin, other, admin, other].map(create));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of responses) expect([201, 409, 422]).toContain(status);
    expect([await countRows("events"), await countRows("event_levels")]).toEqual([1, 1]);
    expect((await countRows("audit_log")) - before).toBe(1);
  });
});

describe("changing an event", () => {
  test("stores the new values and moves its levels", async () => {
    const [a = 0, b = 0, c = 0] = await levels(3);
    const event = await makeEvent([a, b]);
    const response = await edit(event, { short_name: "Spooky", level_ids: [c, b], goal: 1, coins: 7 });
    expect(response.status).toBe(200);
    expect(eventOf(response)).toMatchObject({ short_name: "Spooky", goal: 1, reward: { coins: 7 } });
    expect(levelIdsOf(eventOf(response))).toEqual([c, b]);
    expect((await shown(a)).event).toBeNull();
    expect((await shown(c)).event?.short_name).toBe("Spooky");
    expect(await actionsOn("event", event.id)).toEqual(["event.create", "event.edit"]);
    // The level it dropped is free for other events.
    await makeEvent([a]);
  });

  test("keeps the first day once the event has started, and can change everything before", async () => {
    const event = await makeEvent(await levels(1));
    const rejected = await edit(event, { starts_on: dayFromNow(1) });
    expect(errorsOf(rejected).starts_on?.[0]).toContain("can't change its first day");
    expect((await edit(event, { ends_on: dayFromNow(20) })).status).toBe(200);
    const later = await makeEvent(await levels(1), { starts_on: dayFromNow(3) });
    const moved = await edit(later, { starts_on: dayFromNow(1), ends_on: dayFromNow(2) });
    expect(eventOf(moved)).toMatchObject({ starts_on: dayFromNow(1), ends_on: dayFromNow(2) });
  });

  test("keeps a level that became private and can't take another event's level", async () => {
    const [own = 0, other = 0] = await levels(2);
    const event = await makeEvent([own]);
    await runSql`update levels set visibility = 'private' where id = ${own}`;
    expect((await edit(event, { coins: 1 })).status).toBe(200);
    await makeEvent([other]);
    expect(errorsOf(await edit(event, { level_ids: [own, other] })).level_ids?.[0]).toContain("is part of");
    expect(await countRows("event_levels", sql`event_id = ${event.id}`)).toBe(1);
  });

  test("or ending it fails once it has ended", async () => {
    const event = await makeEvent(await levels(1));
    expect((await callRoute(endEventRoute, {}, admin, event.id)).body.message).toBe("“Star Week” has ended.");
    expect((await edit(event)).status).toBe(409);
    expect((await callRoute(endEventRoute, {}, admin, event.id)).status).toBe(409);
    expect(await actionsOn("event", event.id)).toEqual(["event.create", "event.end"]);
  });

  test("includes calling it off before its start, which frees its levels", async () => {
    const [level = 0] = await levels(1);
    const event = await makeEvent([level], { starts_on: dayFromNow(2) });
    const response = await callRoute(endEventRoute, {}, admin, event.id);
    expect(response.body.message).toBe("“Star Week” was called off.");
    expect([await countRows("events"), await countRows("event_levels")]).toEqual([0, 0]);
    expect(await countRows("levels", sql`id = ${level} and event_id is null`)).toBe(1);
    expect(await actionsOn("event", event.id)).toEqual(["event.create", "event.call-off"]);
    await makeEvent([level]);
  });
});

test("private and deleted levels of an event are left out for callers who can't see them", async () => {
  const ids = await levels(3);
  await makeEvent(ids);
  await runSql`update levels set visibility = 'private' where id = ${ids[0]}`;
  await runSql`update levels set visibility = 'deleted' where id = ${ids[1]}`;
  const seen = async (by: Browser) => levelIdsOf((await current(by)).events[0] as LevelEvent);
  expect(await seen(visitor)).toEqual([ids[2]]);
  expect(await seen(await signedInUser())).toEqual([ids[2]]);
  expect(await seen(member)).toEqual([ids[0], ids[2]]);
  expect(await seen(moderator)).toEqual([ids[0], ids[2]]);
});

test("private and deleted levels of an event hide a challenge from the list and at the level", async () => {
  const [level = 0] = await levels(1);
  await makeChallenge(level);
  expect((await current(stranger)).challenges).toHaveLength(1);
  await runSql`update levels set visibility = 'private' where id = ${level}`;
  expect((await current(stranger)).challenges).toEqual([]);
  expect((await current(member)).challenges).toHaveLength(1);
  expect((await callRoute(levelChallengeRoute, {}, visitor, level)).status).toBe(404);
  expect((await callRoute(levelChallengeRoute, {}, member, level)).status).toBe(200);
  expect(((await callRoute(staffChallengesRoute)).body.data as Challenge[])[0]?.level?.id).toBe(level);
});

test("event lists return past events by tens, last ended first; staff get all, newest first", async () => {
  const now = Date.now();
  for (let i = 0; i < 12; i++)
    await runSql`insert into events (short_name, highlight_color, starts_at, ends_at)
      values (${`Past ${i}`}, '112233', ${now - 100 * DAY_MS}, ${now - (i + 1) * DAY_MS})`;
  await createEvent(admin, await addLevels(member.id, 1));
  const first = await callRoute(pastEventsRoute, {}, visitor);
  expect((first.body.data as LevelEvent[]).map(({ short_name }) => short_name)).toEqual(
    Array.from({ length: 10 }, (_, i) => `Past ${i}`),
  );
  expect(first.body.meta).toEqual({ current_page: 1, last_page: 2, total: 12 });
  const second = await callRoute(pastEventsRoute, { page: 2 }, visitor);
  expect(second.body.data).toHaveLength(2);
  expectCost(second, { roundTrips: 1, read: 100, written: 0 });
  const staff = await callRoute(staffEventsRoute);
  expect((staff.body.data as LevelEvent[])[0]?.short_name).toBe("Star Week");
  expect(staff.body.meta).toMatchObject({ total: 13 });
});

test("event lists return at most twenty current events, those that end first", async () => {
  const now = Date.now();
  for (let i = 0; i < 25; i++)
    await runSql`insert into events (short_name, highlight_color, starts_at, ends_at)
      values (${`E ${i}`}, '112233', 1, ${now + (25 - i) * DAY_MS})`;
  const { events } = await current();
  expect(events).toHaveLength(20);
  expect(events[0]?.short_name).toBe("E 24");
});

describe("a challenge", () => {
  test("starts at once, ends with a New York day, and is on its level's card while it runs", async () => {
    const [level = 0] = await levels(1);
    const challenge = await makeChallenge(level);
    expect(challenge).toMatchObject({
      goal_ms: 60_000,
      goal_formatted: "1:00.000",
      starts_on: dayFromNow(0),
      ends_on: dayFromNow(3),
      reward: { coins: 5, xp: 0, item: null },
      rewarded: false,
    });
    expect(Date.parse(challenge.ends_at)).toBe(endOfNewYorkDay(dayFromNow(3)));
    expect((await shown(level)).challenge).toEqual({ name: "Under a minute" });
    const here = await callRoute(levelChallengeRoute, {}, member, level);
    expect(challengeOf(here)).toMatchObject({ id: challenge.id, level: { id: level } });
    expect(here.body.event).toBeNull();
    expectCost(here, { roundTrips: 1, read: 40, written: 0 });
    expect(await actionsOn("challenge", challenge.id)).toEqual(["challenge.create"]);
    await runSql`update challenges set ends_at = ${Date.now() - 1} where id = ${challenge.id}`;
    expect((await shown(level)).challenge).toBeNull();
    expect((await callRoute(levelChallengeRoute, {}, member, level)).body.challenge).toBeNull();
  });

  test("includes whether the caller has its reward, next to the level's event", async () => {
    const [level = 0] = await levels(1);
    await makeChallenge(level);
    const event = await makeEvent([level, await addLevel(member.id)]);
    await recordClear(member, level);
    expect((await callRoute(levelChallengeRoute, {}, member, level)).body).toMatchObject({
      challenge: { rewarded: true },
      event: { id: event.id, cleared: 1, rewarded: false },
    });
    const theirs = (await callRoute(levelChallengeRoute, {}, visitor, level)).body;
    expect(theirs).toMatchObject({ challenge: { rewarded: false }, event: { cleared: null } });
  });

  test("is the only one of its level, even when created concurrently", async () => {
    const [level = 0] = await levels(1);
    const create = () => callRoute(createChallengeRoute, challengeInput(level));
    const responses = await Promise.all([create(), create(), create()]);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await countRows("challenges")).toBe(1);
    expect(errorsOf(await create()).level_id?.[0]).toContain("is part of “Under a minute” until");
  });

  test.each<[string, object, string]>([
    ["a last day in the past", { ends_on: dayFromNow(-1) }, "ends_on"],
    ["more than a year", { ends_on: dayFromNow(EVENT_LIMITS.days + 1) }, "ends_on"],

    ["a goal of more than a day", { goal_ms: DAY_MS + 1 }, "goal_ms"],
    ["a missing level", { level_id: 999_999 }, "level_id"],
    ["a missing item", { item_id: 999_999 }, "item_id"],
  ])("with %s is rejected at its field and stores nothing", async (_, more, field) => {
    const [level = 0] = await levels(1);
    const response = await callRoute(createChallengeRoute, challengeInput(level, more));
    expect(Object.keys(errorsOf(response))).toEqual([field]);
    expect(await countRows("challenges")).toBe(0);
  });

  test("can be changed and ended once, then neither", async () => {
    const [level = 0] = await levels(1);
    const { id } = await makeChallenge(level);
    const changes = { name: "Finish it", ends_on: dayFromNow(5), goal_ms: null };
    const changed = await callRoute(editChallengeRoute, changes, admin, id);
    expect(challengeOf(changed)).toMatchObject({ ...changes, goal_formatted: null, level: { id: level } });
    const bad = await callRoute(editChallengeRoute, { ...changes, item_id: 999_999 }, admin, id);
    expect(Object.keys(errorsOf(bad))).toEqual(["item_id"]);
    expect((await callRoute(endChallengeRoute, {}, admin, id)).body.message).toBe("“Finish it” has ended.");
    expect((await shown(level)).challenge).toBeNull();
    expect((await callRoute(endChallengeRoute, {}, admin, id)).status).toBe(409);
    expect((await callRoute(editChallengeRoute, changes, admin, id)).status).toBe(409);
    expect(await actionsOn("challenge", id)).toEqual(["challenge.create", "challenge.edit", "challenge.end"]);
    await makeChallenge(level);
  });
});
