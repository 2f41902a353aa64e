import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { statement } from "#db/client.ts";
import { dailyRoute } from "#domain/daily/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { Browser, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { person } from "#tests/support/people.ts";

const clear = (userId: number, day: string, levelId: number) =>
  db.all(
    statement(sql`insert into daily_clears (user_id, day, level_id) values (${userId}, ${day}, ${levelId})`),
  );

/** Does something while the site's clock shows a moment. */
async function at<T>(now: number, act: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  try {
    return await act();
  } finally {
    clock.mockRestore();
  }
}

/** Half past eight in the evening in New York, which is the next day in UTC. */
const EVENING = Date.UTC(2026, 6, 5, 0, 30);

describe("today's challenge", () => {
  test("counts the levels of the day in New York and tells when it ends", async () => {
    const who = await person();
    for (const level of [1, 2, 3]) await clear(who.id, "2026-07-04", level);
    await clear(who.id, "2026-07-05", 4);
    const answer = await at(EVENING, () => who.browser.call(dailyRoute));
    expect(answer.body.daily).toEqual({
      clears: 3,
      target: 5,
      reward: { coins: 25, xp: 100 },
      completed: false,
      day: "2026-07-04",
      ends_at: "2026-07-05T04:00:00.000Z",
      gold_coins: 0,
    });
    expectCost(answer, { rounds: 1, read: 10, written: 0 });
  });

  test("is completed by the fifth level", async () => {
    const who = await person();
    for (const level of [1, 2, 3, 4, 5]) await clear(who.id, "2026-07-04", level);
    const { body } = await at(EVENING, () => who.browser.call(dailyRoute));
    expect(body.daily).toMatchObject({ clears: 5, completed: true });
  });

  test("tells the daily coins of a Gold member while there is Gold", async () => {
    const [gold, past] = [await person({ gold_until: EVENING + 1 }), await person({ gold_until: EVENING })];
    for (const [who, coins] of [
      [gold, 25],
      [past, 0],
    ] as const) {
      const { body } = await at(EVENING, () => who.browser.call(dailyRoute));
      expect(body.daily).toMatchObject({ gold_coins: coins });
    }
  });

  test("comes with the front page for members, in its one round, and with a visitor's not", async () => {
    const who = await person();
    await clear(who.id, "2026-07-04", 1);
    const home = await at(EVENING, () => who.browser.call(homeRoute));
    expect(home.body.daily).toMatchObject({ clears: 1, day: "2026-07-04" });
    expectCost(home, { rounds: 1, written: 0 });
    const visitor = await Browser.visitor();
    expect((await visitor.call(homeRoute)).body.daily).toBeNull();
  });
});
