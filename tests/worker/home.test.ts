import type { OutputOf } from "#domain/api/route.ts";
import { type Daily, dailyRoute } from "#domain/daily/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { addUser, Browser, runPlaySql, runSql } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addClear, addLevel } from "#tests/support/world.ts";
import { cacheClear } from "#worker/http/cache.ts";

type Home = OutputOf<typeof homeRoute>;

async function home(browser: Browser) {
  const response = await browser.call(homeRoute);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return { response, body: response.body as unknown as Home };
}

const follow = (me: { id: number }, creator: { id: number }) =>
  runSql`insert into follows (follower_id, creator_id, created_at) values (${me.id}, ${creator.id}, 1)`;

describe("the home page", () => {
  test("shows no level twice, in one round trip", async () => {
    const me = await signedInUser();
    const creator = await addUser();
    for (let n = 0; n < 15; n++) await addLevel(n % 2 ? creator.id : me.id, { title: `Level ${n}` });
    await runSql`update levels set featured_at = id where user_id in (${me.id}, ${creator.id})`;
    const theirs = await runSql<{ id: number }>`select id from levels where user_id = ${creator.id}`;
    await runPlaySql`insert into plays (user_id, level_id, played_at)
      select ${me.id}, value ->> 'id', 1 from json_each(${JSON.stringify(theirs)})`;
    await follow(me, creator);
    for (const browser of [me, await Browser.visitor()]) {
      const { response, body } = await home(browser);
      const updates = body.updates.flatMap(({ level }) => level ?? []);
      const shelves = [body.featured, body.popular, body.newest, body.recent, body.own, updates];
      const ids = [...shelves.flat(), ...(body.stage?.levels ?? [])].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBeGreaterThan(10);
      expectCost(response, { roundTrips: 2, read: 900, written: 0 });
    }
  });

  test("has the newest buddy requests that wait for the member, and how many there are", async () => {
    const me = await signedInUser();
    const people = [await addUser(), await addUser(), await addUser(), await addUser()];
    for (const [at, { id }] of people.entries())
      await runSql`insert into buddy_requests (from_id, to_id, created_at) values (${id}, ${me.id}, ${at})`;
    const { body } = await home(me);
    expect(body.requests.total).toBe(4);
    expect(body.requests.people.map(({ id }) => id)).toEqual([3, 2, 1].map((at) => people[at]?.id));
    expect((await home(await Browser.visitor())).body.requests).toEqual({ people: [], total: 0 });
  });

  test("has the member's best time in the levels they played last", async () => {
    const me = await signedInUser();
    const [cleared, tried] = [await addLevel(me.id), await addLevel(me.id)];
    await addClear(me.id, cleared, 12_345);
    await runPlaySql`insert into plays (user_id, level_id, played_at) values
      (${me.id}, ${cleared}, 2), (${me.id}, ${tried}, 1) on conflict (user_id, level_id) do update
        set played_at = excluded.played_at`;
    const { body } = await home(me);
    expect(body.recent.map(({ id, best_ms, clear_ms }) => ({ id, best_ms, clear_ms }))).toEqual([
      { id: cleared, best_ms: 12345, clear_ms: 12000 },
      { id: tried, best_ms: null, clear_ms: null },
    ]);
  });

  test("shows what creators and buddies published, but nothing private and nothing of strangers", async () => {
    const me = await signedInUser();
    const [creator, buddy, stranger] = [await addUser(), await addUser(), await addUser()];
    const banned = await addUser({ banned_at: 1, banned_until: null });
    await follow(me, creator);
    await follow(me, banned);
    await befriend(me, buddy);
    const level = await addLevel(creator.id, { title: "Fresh", created_at: Date.now() });
    await addLevel(creator.id, { title: "Secret", visibility: "private", created_at: Date.now() });
    await addLevel(stranger.id, { title: "Unknown", created_at: Date.now() });
    await addLevel(banned.id, { title: "Spam", created_at: Date.now() });
    await addLevel(creator.id, { title: "Old", created_at: 1 });
    const { id: item } = await addWearable(buddy.id, 4, { created_at: Date.now() + 1_000 }, false);
    const { body } = await home(me);
    expect(body.updates.map(({ user, level, item }) => [user.id, level?.id ?? item?.url])).toEqual([
      [buddy.id, `/items/${item}`],
      [creator.id, level],
    ]);
    expect((await home(await Browser.visitor())).body.updates).toEqual([]);
  });

  test("shows everyone the event that ends first, with its levels and who cleared one", async () => {
    const admin = await signedInUser({ role: "admin" });
    const [first, second] = [await addLevel(admin.id), await addLevel(admin.id)];
    const players = [await addUser(), await addUser()];
    await runSql`insert into events (id, short_name, highlight_color, starts_at, ends_at, goal) values
      (901, 'Tonight', 'ffb800', 1, ${Date.now() + 3_600_000}, 2), (902, 'Later', 'ffb800', 1,
        ${Date.now() + 7_200_000}, 1)`;
    await runSql`insert into event_levels (event_id, level_id, position)
      values (901, ${second}, 0), (901, ${first}, 1)`;
    for (const { id } of players)
      await runSql`insert into event_clears (event_id, user_id, level_id)
        values (901, ${id}, ${first}), (901, ${id}, ${second})`;
    // Visitors' responses are cached for some seconds.
    cacheClear();
    for (const browser of [admin, await Browser.visitor()]) {
      const { response, body } = await home(browser);
      expect(body.stage).toMatchObject({ id: 901, short_name: "Tonight", goal: 2 });
      expect(body.stage?.levels.map(({ id }) => id)).toEqual([second, first]);
      expect(body.stage?.participants.map(({ id }) => id)).toEqual(players.map(({ id }) => id).reverse());
      expect(body.stage?.cleared).toBe(browser === admin ? 0 : null);
      expectCost(response, { roundTrips: 2, read: 900, written: 0 });
    }
  });
});

const clear = (userId: number, day: string, levelId: number) =>
  runSql`insert into daily_clears (user_id, day, level_id) values (${userId}, ${day}, ${levelId})`;

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
  test("counts the levels of the New York day, returns when it ends, and is completed by the fifth", async () => {
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
    for (const level of [4, 5]) await clear(user.id, "2026-07-04", level);
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
    expect((await (await Browser.visitor()).call(homeRoute)).body.daily).toBeNull();
  });
});
