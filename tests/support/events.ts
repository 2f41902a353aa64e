import type { Challenge } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { newYorkDay } from "#domain/time.ts";
import { recordRunStatements } from "#worker/clears/commands.ts";
import { db, type TestResponse, unique } from "./browser.ts";
import type { TestUser } from "./test-user.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
/** A day in New York, `offset` days from now. */
export const dayFromNow = (offset: number) => newYorkDay(Date.now() + offset * DAY_MS);
export const eventOf = (response: TestResponse) => response.body.event as LevelEvent;
export const challengeOf = (response: TestResponse) => response.body.challenge as Challenge;
/** A member's clear of a level, as reported by a host. */
export const recordClear = ({ id }: TestUser, level: number, ms = 45_000) => {
  const now = Date.now();
  const report = { reportKey: `test:${unique()}`, host: 0, user: id, level, ms, joinedAt: now };
  return db.batch(recordRunStatements(report, now));
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
