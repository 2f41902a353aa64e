import type { Route } from "#domain/api/route.ts";
import {
  createChallengeRoute,
  editChallengeRoute,
  endChallengeRoute,
  levelChallengeRoute,
} from "#domain/events/api.ts";
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import { type Level, levelRoute } from "#domain/levels/api.ts";
import { endOfNewYorkDay } from "#domain/time.ts";
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
  eventPeople,
  recordClear,
  resetEvents,
} from "#tests/support/events.ts";
import { addLevel } from "#tests/support/world.ts";

/** A member without levels; responses to visitors are cached for seconds. */
const { visitor, member, stranger, admin } = await eventPeople();

beforeEach(resetEvents);

const callRoute = (route: Route, input = {}, by: Browser = admin, id?: number) =>
  by.call(route, { ...input, ...(id !== undefined && { id }) });

const makeEvent = (level_ids: number[], more = {}) => createEvent(admin, level_ids, more);
const makeChallenge = (level_id: number, more = {}) => createChallenge(admin, level_id, more);
const levels = (count: number, fields = {}) => addLevels(member.id, count, fields);
const shown = async (id: number, by: Browser = stranger) =>
  (await by.call(levelRoute, { id })).body.level as Level;
const notes = (type: "event" | "challenge", id: number) =>
  runSql<{ action: string; actor_id: number; before: string | null; after: string | null }>`select action,
    actor_id, before, after from audit_log
    where subject_type = ${type} and subject_id = ${String(id)} order by id`;

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
    expect((await notes("challenge", challenge.id)).map(({ action }) => action)).toEqual([
      "challenge.create",
    ]);
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
    const responses = await Promise.all(
      [1, 2, 3].map(() => callRoute(createChallengeRoute, challengeInput(level))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await countRows("challenges")).toBe(1);
    const rejected = await callRoute(createChallengeRoute, challengeInput(level));
    expect(rejected.status).toBe(422);
    expect(errorsOf(rejected).level_id?.[0]).toContain("is part of “Under a minute” until");
  });

  test.each<[string, object, string]>([
    ["no name", { name: "" }, "name"],
    ["a last day in the past", { ends_on: dayFromNow(-1) }, "ends_on"],
    ["more than a year", { ends_on: dayFromNow(EVENT_LIMITS.days + 1) }, "ends_on"],
    ["a goal of zero", { goal_ms: 0 }, "goal_ms"],
    ["a goal of more than a day", { goal_ms: DAY_MS + 1 }, "goal_ms"],
    ["a missing level", { level_id: 999_999 }, "level_id"],
    ["a missing item", { item_id: 999_999 }, "item_id"],
  ])("with %s is rejected at its field and stores nothing", async (_, more, field) => {
    const [level = 0] = await levels(1);
    const response = await callRoute(createChallengeRoute, challengeInput(level, more));
    expect(response.status).toBe(422);
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
    expect((await callRoute(editChallengeRoute, changes, admin, 999_999)).status).toBe(404);
    expect((await notes("challenge", id)).map(({ action }) => action)).toEqual([
      "challenge.create",
      "challenge.edit",
      "challenge.end",
    ]);
    await makeChallenge(level);
  });
});
