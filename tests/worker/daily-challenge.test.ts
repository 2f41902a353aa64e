import { type Daily, dailyRoute } from "#domain/daily/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { Browser, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";

const clear = (userId: number, day: string, levelId: number) =>
  runSql`insert into daily_clears (user_id, day, level_id) values (${userId}, ${day}, ${levelId})`;

/** Runs a callback with the clock set to a moment. */
async function at<T>(now: number, callback: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  try {
    return await callback();
  } finally {
    clock.mockRestore();
  }
}

/** 8:30 PM in New York, which is the next day in UTC. */
const EVENING = Date.UTC(2026, 6, 5, 0, 30);

describe("today's challenge", () => {
  test("counts the levels of the New York day and returns when it ends", async () => {
    const user = await signedInUser();
    for (const level of [1, 2, 3]) await clear(user.id, "2026-07-04", level);
    await clear(user.id, "2026-07-05", 4);
    const response = await at(EVENING, () => user.call(dailyRoute));
    expect(response.body.daily).toEqual({
      clears: 3,
      target: 5,
      reward: { coins: 25, xp: 100 },
      completed: false,
      day: "2026-07-04",
      ends_at: "2026-07-05T04:00:00.000Z",
      gold_coins: 0,
    });
    expectCost(response, { roundTrips: 1, read: 10, written: 0 });
  });

  test("is completed by the fifth level", async () => {
    const user = await signedInUser();
    for (const level of [1, 2, 3, 4, 5]) await clear(user.id, "2026-07-04", level);
    const { body } = await at(EVENING, () => user.call(dailyRoute));
    expect(body.daily).toMatchObject({ clears: 5, completed: true });
  });

  test("includes the daily coins while a member has Gold", async () => {
    const coinsUntil = async (gold_until: number) => {
      const user = await signedInUser({ gold_until });
      return ((await at(EVENING, () => user.call(dailyRoute))).body.daily as Daily).gold_coins;
    };
    expect([await coinsUntil(EVENING + 1), await coinsUntil(EVENING)]).toEqual([25, 0]);
  });

  test("is part of a member's front page, in one round trip, but not of a visitor's", async () => {
    const user = await signedInUser();
    await clear(user.id, "2026-07-04", 1);
    const home = await at(EVENING, () => user.call(homeRoute));
    expect(home.body.daily).toMatchObject({ clears: 1, day: "2026-07-04" });
    expectCost(home, { roundTrips: 1, written: 0 });
    const visitor = await Browser.visitor();
    expect((await visitor.call(homeRoute)).body.daily).toBeNull();
  });
});
