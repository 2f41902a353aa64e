import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { type AchievementSet, achievementListRoute } from "#domain/achievements/api.ts";
import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { profileRoute } from "#domain/users/api.ts";
import { addUser, Browser, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";

let visitor: Browser;

beforeAll(async () => {
  visitor = await Browser.visitor();
});

const look = async (id: number) => {
  const answer = await visitor.call(achievementListRoute, { params: { id } });
  return { ...answer, sets: (answer.body.data ?? []) as AchievementSet[] };
};

const obtain = (userId: number, achievementId: number, at: number) =>
  db.all(
    statement(
      sql`insert into user_achievements (user_id, achievement_id, created_at) values (${userId}, ${achievementId}, ${at})`,
    ),
  );

/** The set whose picture has that name. */
const setOf = (sets: readonly AchievementSet[], slug: string) =>
  sets.find(({ image_url }) => image_url === `/static/achievements/${slug}.svg`);

describe("the achievements of a user", () => {
  test("are every set with what the user has done of it, the rewards in full", async () => {
    const { id, username } = await addUser({ ratings_count: 12, spirit_level: 3 });
    const { status, sets, body } = await look(id);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id, username });
    expect(sets.map(({ id: set, name }) => [set, name])).toEqual(
      ACHIEVEMENT_SETS.map(({ id: set, name }) => [set, name]),
    );
    const critic = setOf(sets, "critic");
    expect(critic).toMatchObject({
      user_progress: 12,
      default_achievement_description: "Rate {value} levels.",
    });
    expect(critic?.achievements[1]).toEqual({
      id: 41,
      name: "A fine eye",
      description: "Rate 10 levels.",
      image_url: "/static/achievements/critic.svg",
      value: 10,
      reward: { coins: 15, xp: 30, items: [] },
      user_achievement: null,
    });
    expect(setOf(sets, "spirit")?.user_progress).toBe(3);
    expect(setOf(sets, "voice")?.achievements.at(-1)).toMatchObject({
      description: "Write 1,000 comments.",
      reward: null,
    });
  });

  test("tell when what is theirs came, and of nobody else's", async () => {
    const [owner, other] = [await addUser(), await addUser()];
    const at = Date.UTC(2026, 2, 4, 15, 6);
    await obtain(owner.id, 50, at);
    await obtain(other.id, 51, at);
    const voice = setOf((await look(owner.id)).sets, "voice");
    expect(voice?.achievements.map(({ user_achievement }) => user_achievement)).toEqual([
      { created_at: "2026-03-04T15:06:00.000Z", created_at_formatted: "03/04/2026 03:06 PM" },
      null,
      null,
      null,
      null,
    ]);
  });

  test("cost one round, however many there are", async () => {
    const { id } = await addUser();
    const all = ACHIEVEMENT_SETS.flatMap(({ achievements }) => achievements);
    for (const achievement of all) await obtain(id, achievement.id, 1);
    const answer = await look(id);
    const got = answer.sets.flatMap(({ achievements }) => achievements);
    expect(got.every(({ user_achievement }) => user_achievement !== null)).toBe(true);
    expectCost(answer, { rounds: 1, read: all.length + 10, written: 0 });
  });

  test("leave out what has no definition any more", async () => {
    const { id } = await addUser();
    await obtain(id, 999, 1);
    const { status, sets } = await look(id);
    expect(status).toBe(200);
    expect(sets.flatMap(({ achievements }) => achievements).some((one) => one.user_achievement)).toBe(false);
  });

  test("of nobody are a 404", async () => {
    expect((await look(999_999)).status).toBe(404);
    expect((await visitor.fetch("/api/user/achievements/0")).status).toBe(404);
    expect((await visitor.fetch("/api/user/achievements/bobby")).status).toBe(404);
  });

  test("are counted on the profile", async () => {
    const { id, username } = await addUser();
    for (const achievement of [10, 11, 20]) await obtain(id, achievement, 1);
    const { body } = await visitor.call(profileRoute, { params: { username } });
    expect(body.user).toMatchObject({ user_achievements_count: 3 });
  });
});
