import { sql } from "drizzle-orm";
import { type Challenge, createChallengeRoute, createEventRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { newYorkDay } from "#domain/time.ts";
import { Browser, runSql, type TestResponse, unique } from "./browser.ts";
import { recordClear as recordReportedClear } from "./clears.ts";
import { signedInUser, type TestUser } from "./test-user.ts";
import { addLevel } from "./world.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
/** A day in New York, `offset` days from now. */
export const dayFromNow = (offset: number) => newYorkDay(Date.now() + offset * DAY_MS);
export const eventOf = (response: TestResponse) => response.body.event as LevelEvent;
export const challengeOf = (response: TestResponse) => response.body.challenge as Challenge;
/** A member's clear of a level, as reported by a host. */
export const recordClear = ({ id }: TestUser, level: number, ms = 45_000) => {
  const now = Date.now();
  const report = { reportKey: `test:${unique()}`, host: 0, user: id, level, ms, joinedAt: now };
  return recordReportedClear(report, now);
};
export const errorsOf = (response: TestResponse) => response.body.errors as Record<string, string[]>;
export const levelIdsOf = ({ levels }: Pick<LevelEvent, "levels">) => levels.map(({ id }) => id);

export const eventInput = (level_ids: number[], more = {}) => ({
  short_name: "Star Week",
  highlight_color: "#ffb800",
  starts_on: dayFromNow(0),
  ends_on: dayFromNow(7),
  level_ids,
  ...more,
});
export const challengeInput = (level_id: number, more = {}) => ({
  name: "Under a minute",
  level_id,
  goal_ms: 60_000,
  ends_on: dayFromNow(3),
  coins: 5,
  ...more,
});

/** Removes all events and challenges. */
export async function resetEvents(): Promise<void> {
  await runSql`update levels set event_id = null, challenge_id = null`;
  for (const table of ["event_levels", "event_clears", "events", "challenges"])
    await runSql`delete from ${sql.raw(table)}`;
}

/** Creates an event and expects success. */
export async function createEvent(by: Browser, levelIds: number[], more = {}): Promise<LevelEvent> {
  return (await by.output(createEventRoute, eventInput(levelIds, more))).event;
}

/** Creates a challenge and expects success. */
export async function createChallenge(by: Browser, levelId: number, more = {}): Promise<Challenge> {
  return (await by.output(createChallengeRoute, challengeInput(levelId, more))).challenge;
}

export interface EventPeople {
  visitor: Browser;
  /** Builds levels. */
  member: TestUser;
  /** Has no levels. Responses to visitors are cached for seconds, those to members aren't. */
  stranger: TestUser;
  admin: TestUser;
}

export const eventPeople = async (): Promise<EventPeople> => ({
  visitor: await Browser.visitor(),
  member: await signedInUser(),
  stranger: await signedInUser(),
  admin: await signedInUser({ role: "admin" }),
});

/** Adds levels by one user. */
export const addLevels = (
  userId: number,
  count: number,
  fields: Parameters<typeof addLevel>[1] = {},
): Promise<number[]> => Promise.all(Array.from({ length: count }, () => addLevel(userId, fields)));
