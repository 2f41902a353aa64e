import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import type { Route } from "#domain/api/route.ts";
import {
  type Challenge,
  createChallengeRoute,
  createEventRoute,
  type Event,
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
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import { homeRoute } from "#domain/home/api.ts";
import { type Level, levelRoute } from "#domain/levels/api.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import { type Answer, Browser, countRows, db, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { recordRun } from "#worker/clears/commands.ts";

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));
const DAY = 24 * 60 * 60 * 1000;
/** A day of New York, some days from now. */
const day = (offset: number) => newYorkDay(Date.now() + offset * DAY);

let visitor: Browser;
let member: Person;
/** Somebody with no level; what visitors are told is kept for seconds. */
let stranger: Person;
let moderator: Person;
let admin: Person;

beforeAll(async () => {
  visitor = await Browser.visitor();
  [member, stranger, moderator, admin] = [
    await person(),
    await person(),
    await person({ role: "moderator" }),
    await person({ role: "admin" }),
  ];
});

beforeEach(async () => {
  // Each test has the list of what is on to itself.
  await run(sql`update levels set event_id = null, challenge_id = null`);
  for (const table of ["event_levels", "event_clears", "events", "challenges"])
    await run(sql`delete from ${sql.raw(table)}`);
});

const ask = (route: Route, input = {}, by: Browser = admin.browser, id?: number) =>
  by.call(route, { input, ...(id !== undefined && { params: { id } }) });
const eventOf = (answer: Answer) => answer.body.event as Event;
const challengeOf = (answer: Answer) => answer.body.challenge as Challenge;
/** Somebody's clear of a level, as a host reports it. */
const clear = ({ id }: Person, level: number, ms = 45_000) => {
  const now = Date.now();
  const report = { call: `test:${unique()}`, host: 0, user: id, level, ms, since: now };
  return db.batch(recordRun(report, now));
};
const errorsOf = (answer: Answer) => answer.body.errors as Record<string, string[]>;
const idsOf = ({ levels }: Pick<Event, "levels">) => levels.map(({ id }) => id);

const eventInput = (level_ids: number[], more = {}) => ({
  short_name: "Star Week",
  highlight_color: "#ffb800",
  starts_on: day(0),
  ends_on: day(7),
  level_ids,
  ...more,
});
const challengeInput = (level_id: number, more = {}) => ({
  name: "Under a minute",
  level_id,
  goal_ms: 60_000,
  ends_on: day(3),
  coins: 5,
  ...more,
});

const makeEvent = async (level_ids: number[], more = {}) => {
  const answer = await ask(createEventRoute, eventInput(level_ids, more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return eventOf(answer);
};
const makeChallenge = async (level_id: number, more = {}) => {
  const answer = await ask(createChallengeRoute, challengeInput(level_id, more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return challengeOf(answer);
};
const edit = (event: Event, more = {}) =>
  ask(
    editEventRoute,
    eventInput(idsOf(event), { starts_on: event.starts_on, ends_on: event.ends_on, ...more }),
    admin.browser,
    event.id,
  );
const levels = (count: number, fields = {}) =>
  Promise.all(Array.from({ length: count }, () => addLevel(member.id, fields)));
const shown = async (id: number, by: Browser = stranger.browser) =>
  (await by.call(levelRoute, { params: { id } })).body.level as Level;
const current = async (by: Browser = stranger.browser) => {
  const answer = await ask(eventsRoute, {}, by);
  return answer.body as { events: Event[]; challenges: Challenge[] };
};
const notes = (type: "event" | "challenge", id: number) =>
  run<{
    action: string;
    actor_id: number;
    before: string | null;
    after: string | null;
  }>(sql`select action, actor_id, before, after from audit_log
    where subject_type = ${type} and subject_id = ${String(id)} order by id`);

describe("an event that an admin makes", () => {
  test("has its levels in their order, its days as days of New York, and a goal of all levels unless told", async () => {
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
      starts_on: day(0),
      ends_on: day(7),
      goal: 3,
      reward: { coins: 10, xp: 20, item: { id: item, url: `/items/${item}` } },
      cleared: 0,
      rewarded: false,
    });
    expect(idsOf(event)).toEqual(ids);
    expect(Date.parse(event.starts_at)).toBe(startOfNewYorkDay(day(0)));
    expect(Date.parse(event.ends_at)).toBe(endOfNewYorkDay(day(7)));
    const [note] = await notes("event", event.id);
    expect(note).toMatchObject({ action: "event.create", actor_id: admin.id });
    expect(JSON.parse(note?.after ?? "")).toMatchObject({ short_name: "Star Week", ids, item_id: item });
  });

  test("is named on its levels' cards while it is on, and neither before nor after", async () => {
    const [level = 0] = await levels(1);
    const event = await makeEvent([level]);
    const badge = { short_name: "Star Week", highlight_color: "FFB800" };
    expect((await shown(level)).event).toEqual(badge);
    const move = (starts: number, ends: number) =>
      run(sql`update events set starts_at = ${starts}, ends_at = ${ends} where id = ${event.id}`);
    const now = Date.now();
    await move(now + DAY, now + 2 * DAY);
    expect((await shown(level)).event).toBeNull();
    await move(now - 2 * DAY, now - 1);
    expect((await shown(level)).event).toBeNull();
    await move(now - 2 * DAY, now + DAY);
    expect((await shown(level)).event).toEqual(badge);
  });

  test("is in the list of what is on, in two rounds and few rows, and by name on the front page", async () => {
    const event = await makeEvent(await levels(5));
    const later = await makeEvent(await levels(1), { starts_on: day(2), ends_on: day(3) });
    const answer = await ask(eventsRoute, {}, member.browser);
    expect((answer.body.events as Event[]).map(({ id }) => id)).toEqual([later.id, event.id]);
    expectCost(answer, { rounds: 1, read: 100, written: 0 });
    const home = await ask(homeRoute, {}, member.browser);
    expect(home.body.events).toEqual([{ id: event.id, short_name: "Star Week", highlight_color: "FFB800" }]);
  });

  test("counts what one has cleared of it, and whether one has its reward", async () => {
    const ids = await levels(2);
    await makeEvent(ids);
    await clear(member, ids[0] as number);
    await clear(moderator, ids[0] as number);
    expect((await current(member.browser)).events[0]).toMatchObject({ cleared: 1, rewarded: false });
    expect((await current(visitor)).events[0]).toMatchObject({ cleared: null, rewarded: false });
    await clear(member, ids[1] as number);
    expect((await current(member.browser)).events[0]).toMatchObject({ rewarded: true });
    expect((await current(moderator.browser)).events[0]).toMatchObject({ rewarded: false });
  });

  test.each<[string, object, string, string]>([
    ["no name", { short_name: " " }, "short_name", "Short name is required."],
    ["a long name", { short_name: "x".repeat(21) }, "short_name", "at most 20"],
    ["a long description", { description: "x".repeat(501) }, "description", "at most 500"],
    ["no colour", { highlight_color: "red" }, "highlight_color", "six hex digits"],
    ["a last day before its first", { starts_on: day(3), ends_on: day(2) }, "ends_on", "before the first"],
    ["a last day that is over", { starts_on: day(-3), ends_on: day(-1) }, "ends_on", "in the past"],
    ["more than a year", { ends_on: day(EVENT_LIMITS.days + 1) }, "ends_on", "a year long"],
    ["a day that is none", { ends_on: "2027-02-30" }, "ends_on", "not in the calendar"],
    ["a time for a day", { starts_on: "2027-02-03T00:00" }, "starts_on", "must be a day"],
    ["no levels", { level_ids: [] }, "level_ids", "at least one level"],
    [
      "too many levels",
      { level_ids: Array.from({ length: 21 }, (_, i) => i + 1) },
      "level_ids",
      "at most 20",
    ],
    ["a level that is not there", { level_ids: [999_999] }, "level_ids", "no level 999999"],
    ["a goal past its levels", { goal: 2 }, "goal", "more than its levels"],
    ["a goal of none", { goal: 0 }, "goal", "from 1 to 20"],
    ["coins below none", { coins: -1 }, "coins", "from 0 to 10000"],
    ["too much XP", { xp: 10_001 }, "xp", "from 0 to 10000"],
    ["an item that is not there", { item_id: 999_999 }, "item_id", "no item 999999"],
  ])("%s is refused at its field, and nothing is stored", async (_, more, field, message) => {
    const before = await countRows("audit_log");
    const answer = await ask(createEventRoute, eventInput(await levels(1), more));
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)[field]?.join()).toContain(message);
    expect([await countRows("events"), await countRows("event_levels")]).toEqual([0, 0]);
    expect(await countRows("audit_log")).toBe(before);
  });

  test("can't have a private or a deleted level, nor one that another event has until that ends", async () => {
    for (const [fields, words] of [
      [{ title: "Secret lair", visibility: "private" }, "“Secret lair”"],
      [{ visibility: "deleted" }, "There is no level"],
    ] as const) {
      const answer = await ask(createEventRoute, eventInput(await levels(1, fields)));
      expect(answer.status).toBe(422);
      expect(errorsOf(answer).level_ids?.[0]).toContain(words);
    }
    const [level = 0] = await levels(1, { title: "Sky Maze" });
    const first = await makeEvent([level]);
    const refused = await ask(createEventRoute, eventInput([level]));
    expect(refused.status).toBe(422);
    expect(errorsOf(refused).level_ids?.[0]).toMatch(/“Sky Maze” \(\d+\) is part of “Star Week” until/);
    await ask(endEventRoute, {}, admin.browser, first.id);
    const second = await makeEvent([level], { short_name: "Spooky" });
    expect((await shown(level)).event?.short_name).toBe("Spooky");
    // What was keeps its levels.
    const past = await ask(pastEventsRoute, {}, visitor);
    expect((past.body.data as Event[]).map(({ id, levels: own }) => [id, own[0]?.id])).toEqual([
      [first.id, level],
    ]);
    expect((await current()).events.map(({ id }) => id)).toEqual([second.id]);
  });

  test("gets a level that two admins want at once only for one of them", async () => {
    const [level = 0] = await levels(1);
    const other = await person({ role: "admin" });
    const before = await countRows("audit_log");
    const answers = await Promise.all(
      [admin, other, admin, other].map(({ browser }) => ask(createEventRoute, eventInput([level]), browser)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of answers) expect([201, 409, 422]).toContain(status);
    expect([await countRows("events"), await countRows("event_levels")]).toEqual([1, 1]);
    expect((await countRows("audit_log")) - before).toBe(1);
  });
});

describe("an event that is changed", () => {
  test("takes on what is said, and moves its levels", async () => {
    const [a = 0, b = 0, c = 0] = await levels(3);
    const event = await makeEvent([a, b]);
    const answer = await edit(event, { short_name: "Spooky", level_ids: [c, b], goal: 1, coins: 7 });
    expect(answer.status).toBe(200);
    expect(eventOf(answer)).toMatchObject({ short_name: "Spooky", goal: 1, reward: { coins: 7 } });
    expect(idsOf(eventOf(answer))).toEqual([c, b]);
    expect((await shown(a)).event).toBeNull();
    expect((await shown(c)).event?.short_name).toBe("Spooky");
    expect((await notes("event", event.id)).map(({ action }) => action)).toEqual([
      "event.create",
      "event.edit",
    ]);
    // The level it let go is free for others.
    await makeEvent([a]);
  });

  test("keeps its first day once it has begun; before, all of it may change", async () => {
    const event = await makeEvent(await levels(1));
    const refused = await edit(event, { starts_on: day(1) });
    expect(refused.status).toBe(422);
    expect(errorsOf(refused).starts_on?.[0]).toContain("its first day stays");
    expect((await edit(event, { ends_on: day(20) })).status).toBe(200);
    const later = await makeEvent(await levels(1), { starts_on: day(3) });
    const moved = await edit(later, { starts_on: day(1), ends_on: day(2) });
    expect(eventOf(moved)).toMatchObject({ starts_on: day(1), ends_on: day(2) });
  });

  test("may keep a level that has become private, and can't take another's", async () => {
    const [own = 0, other = 0] = await levels(2);
    const event = await makeEvent([own]);
    await run(sql`update levels set visibility = 'private' where id = ${own}`);
    expect((await edit(event, { coins: 1 })).status).toBe(200);
    await makeEvent([other]);
    const refused = await edit(event, { level_ids: [own, other] });
    expect(refused.status).toBe(422);
    expect(errorsOf(refused).level_ids?.[0]).toContain("is part of");
    expect(await countRows("event_levels", sql`event_id = ${event.id}`)).toBe(1);
  });

  test("can't be changed or ended when it has ended, or was never there", async () => {
    const event = await makeEvent(await levels(1));
    const ended = await ask(endEventRoute, {}, admin.browser, event.id);
    expect(ended.body.message).toBe("“Star Week” has ended.");
    expect((await edit(event)).status).toBe(409);
    expect((await ask(endEventRoute, {}, admin.browser, event.id)).status).toBe(409);
    expect((await edit({ ...event, id: 999_999 })).status).toBe(404);
    expect((await ask(endEventRoute, {}, admin.browser, 999_999)).status).toBe(404);
    expect((await notes("event", event.id)).map(({ action }) => action)).toEqual([
      "event.create",
      "event.end",
    ]);
  });

  test("is called off with its levels where it has not begun", async () => {
    const [level = 0] = await levels(1);
    const event = await makeEvent([level], { starts_on: day(2) });
    const answer = await ask(endEventRoute, {}, admin.browser, event.id);
    expect(answer.body.message).toBe("“Star Week” is called off.");
    expect([await countRows("events"), await countRows("event_levels")]).toEqual([0, 0]);
    expect(await countRows("levels", sql`id = ${level} and event_id is null`)).toBe(1);
    expect((await notes("event", event.id)).map(({ action }) => action)).toEqual([
      "event.create",
      "event.call-off",
    ]);
    await makeEvent([level]);
  });
});

describe("private and deleted levels of an event", () => {
  test("are left out for those who may not see them", async () => {
    const ids = await levels(3);
    await makeEvent(ids);
    await run(sql`update levels set visibility = 'private' where id = ${ids[0]}`);
    await run(sql`update levels set visibility = 'deleted' where id = ${ids[1]}`);
    const seen = async (by: Browser) => idsOf((await current(by)).events[0] as Event);
    expect(await seen(visitor)).toEqual([ids[2]]);
    expect(await seen((await person()).browser)).toEqual([ids[2]]);
    expect(await seen(member.browser)).toEqual([ids[0], ids[2]]);
    expect(await seen(moderator.browser)).toEqual([ids[0], ids[2]]);
  });

  test("and a challenge without its level is not listed, nor told of at the level", async () => {
    const [level = 0] = await levels(1);
    await makeChallenge(level);
    expect((await current(stranger.browser)).challenges).toHaveLength(1);
    await run(sql`update levels set visibility = 'private' where id = ${level}`);
    expect((await current(stranger.browser)).challenges).toEqual([]);
    expect((await current(member.browser)).challenges).toHaveLength(1);
    expect((await ask(levelChallengeRoute, {}, visitor, level)).status).toBe(404);
    expect((await ask(levelChallengeRoute, {}, member.browser, level)).status).toBe(200);
    const staff = await ask(staffChallengesRoute);
    expect((staff.body.data as Challenge[])[0]?.level?.id).toBe(level);
  });
});

describe("a challenge", () => {
  test("begins at once, ends with a day of New York, and is named on its level's card while it is on", async () => {
    const [level = 0] = await levels(1);
    const challenge = await makeChallenge(level);
    expect(challenge).toMatchObject({
      goal_ms: 60_000,
      goal_formatted: "1:00.000",
      starts_on: day(0),
      ends_on: day(3),
      reward: { coins: 5, xp: 0, item: null },
      rewarded: false,
    });
    expect(Date.parse(challenge.ends_at)).toBe(endOfNewYorkDay(day(3)));
    expect((await shown(level)).challenge).toEqual({ name: "Under a minute" });
    const here = await ask(levelChallengeRoute, {}, member.browser, level);
    expect(challengeOf(here)).toMatchObject({ id: challenge.id, level: { id: level } });
    expect(here.body.event).toBeNull();
    expectCost(here, { rounds: 1, read: 40, written: 0 });
    expect((await notes("challenge", challenge.id)).map(({ action }) => action)).toEqual([
      "challenge.create",
    ]);
    await run(sql`update challenges set ends_at = ${Date.now() - 1} where id = ${challenge.id}`);
    expect((await shown(level)).challenge).toBeNull();
    expect((await ask(levelChallengeRoute, {}, member.browser, level)).body.challenge).toBeNull();
  });

  test("tells whether one has its reward, and the level's event beside it", async () => {
    const [level = 0] = await levels(1);
    await makeChallenge(level);
    const event = await makeEvent([level, await addLevel(member.id)]);
    await clear(member, level);
    const mine = (await ask(levelChallengeRoute, {}, member.browser, level)).body;
    expect(mine).toMatchObject({
      challenge: { rewarded: true },
      event: { id: event.id, cleared: 1, rewarded: false },
    });
    const theirs = (await ask(levelChallengeRoute, {}, visitor, level)).body;
    expect(theirs).toMatchObject({ challenge: { rewarded: false }, event: { cleared: null } });
  });

  test("is one of a level at a time, also when two admins want one at once", async () => {
    const [level = 0] = await levels(1);
    const answers = await Promise.all([1, 2, 3].map(() => ask(createChallengeRoute, challengeInput(level))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await countRows("challenges")).toBe(1);
    const refused = await ask(createChallengeRoute, challengeInput(level));
    expect(refused.status).toBe(422);
    expect(errorsOf(refused).level_id?.[0]).toContain("is part of “Under a minute” until");
  });

  test.each<[string, object, string]>([
    ["no name", { name: "" }, "name"],
    ["a last day that is over", { ends_on: day(-1) }, "ends_on"],
    ["more than a year", { ends_on: day(EVENT_LIMITS.days + 1) }, "ends_on"],
    ["a goal of no time", { goal_ms: 0 }, "goal_ms"],
    ["a goal of more than a day", { goal_ms: DAY + 1 }, "goal_ms"],
    ["a level that is not there", { level_id: 999_999 }, "level_id"],
    ["an item that is not there", { item_id: 999_999 }, "item_id"],
  ])("with %s is refused at its field, and nothing is stored", async (_, more, field) => {
    const [level = 0] = await levels(1);
    const answer = await ask(createChallengeRoute, challengeInput(level, more));
    expect(answer.status).toBe(422);
    expect(Object.keys(errorsOf(answer))).toEqual([field]);
    expect(await countRows("challenges")).toBe(0);
  });

  test("is changed and ended, and then neither any more", async () => {
    const [level = 0] = await levels(1);
    const { id } = await makeChallenge(level);
    const said = { name: "Finish it", ends_on: day(5), goal_ms: null };
    const changed = await ask(editChallengeRoute, said, admin.browser, id);
    expect(challengeOf(changed)).toMatchObject({ ...said, goal_formatted: null, level: { id: level } });
    const bad = await ask(editChallengeRoute, { ...said, item_id: 999_999 }, admin.browser, id);
    expect(Object.keys(errorsOf(bad))).toEqual(["item_id"]);
    const ended = await ask(endChallengeRoute, {}, admin.browser, id);
    expect(ended.body.message).toBe("“Finish it” has ended.");
    expect((await shown(level)).challenge).toBeNull();
    expect((await ask(endChallengeRoute, {}, admin.browser, id)).status).toBe(409);
    expect((await ask(editChallengeRoute, said, admin.browser, id)).status).toBe(409);
    expect((await ask(editChallengeRoute, said, admin.browser, 999_999)).status).toBe(404);
    expect((await notes("challenge", id)).map(({ action }) => action)).toEqual([
      "challenge.create",
      "challenge.edit",
      "challenge.end",
    ]);
    await makeChallenge(level);
  });
});

describe("lists", () => {
  test("of past events are paged by ten, the last to end first; staff see all, the newest first", async () => {
    const now = Date.now();
    for (let i = 0; i < 12; i++)
      await run(sql`insert into events (short_name, highlight_color, starts_at, ends_at)
        values (${`Past ${i}`}, '112233', ${now - 100 * DAY}, ${now - (i + 1) * DAY})`);
    await makeEvent(await levels(1));
    const first = await ask(pastEventsRoute, {}, visitor);
    expect((first.body.data as Event[]).map(({ short_name }) => short_name)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Past ${i}`),
    );
    expect(first.body.meta).toEqual({ current_page: 1, last_page: 2, total: 12 });
    const second = await ask(pastEventsRoute, { page: 2 }, visitor);
    expect(second.body.data).toHaveLength(2);
    expectCost(second, { rounds: 1, read: 100, written: 0 });
    const staff = await ask(staffEventsRoute);
    expect((staff.body.data as Event[])[0]?.short_name).toBe("Star Week");
    expect(staff.body.meta).toMatchObject({ total: 13 });
    expect((await ask(pastEventsRoute, { page: 100_000 }, visitor)).status).toBe(422);
  });

  test("of what is on have no more than twenty, those that end first", async () => {
    const now = Date.now();
    for (let i = 0; i < 25; i++)
      await run(sql`insert into events (short_name, highlight_color, starts_at, ends_at)
        values (${`E ${i}`}, '112233', 1, ${now + (25 - i) * DAY})`);
    const { events } = await current();
    expect(events).toHaveLength(20);
    expect(events[0]?.short_name).toBe("E 24");
  });
});

test("what admins do is for nobody else", async () => {
  const [level = 0] = await levels(1);
  const event = await makeEvent([level]);
  const challenge = await makeChallenge(level);
  const calls: [Route, object, number?][] = [
    [staffEventsRoute, {}],
    [createEventRoute, eventInput([level])],
    [editEventRoute, eventInput([level]), event.id],
    [endEventRoute, {}, event.id],
    [staffChallengesRoute, {}],
    [createChallengeRoute, challengeInput(level)],
    [editChallengeRoute, challengeInput(level), challenge.id],
    [endChallengeRoute, {}, challenge.id],
  ];
  for (const [route, input, id] of calls) {
    const statuses = await Promise.all(
      [visitor, member.browser, moderator.browser].map(
        async (by) => (await ask(route, input, by, id)).status,
      ),
    );
    expect(statuses, route.path).toEqual([401, 403, 403]);
  }
  expect((await current()).events).toHaveLength(1);
});
