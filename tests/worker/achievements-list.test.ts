import { type AchievementSet, achievementListRoute } from "#domain/achievements/api.ts";
import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { profileRoute } from "#domain/users/api.ts";
import { addUser, Browser, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";

const visitor = await Browser.visitor();

const fetchAchievements = async (id: number) => {
  const response = await visitor.call(achievementListRoute, { id });
  return { ...response, sets: (response.body.data ?? []) as AchievementSet[] };
};

const obtain = (userId: number, achievementId: number, at: number) =>
  runSql`insert into user_achievements (user_id, achievement_id, created_at)
    values (${userId}, ${achievementId}, ${at})`;

/** The set with this picture. */
const setOf = (sets: readonly AchievementSet[], slug: string) =>
  sets.find(({ image_url }) => image_url === `/static/achievements/${slug}.svg`);

describe("GET /api/user/achievements/{id}", () => {
  test("returns every set with the user's progress and the full rewards", async () => {
    const { id, username } = await addUser({ ratings_count: 12, spirit_level: 3 });
    const { status, sets, body } = await fetchAchievements(id);
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

  test("returns when an achievement was obtained, and nothing of other users", async () => {
    const [owner, other] = [await addUser(), await addUser()];
    const at = Date.UTC(2026, 2, 4, 15, 6);
    await obtain(owner.id, 50, at);
    await obtain(other.id, 51, at);
    const voice = setOf((await fetchAchievements(owner.id)).sets, "voice");
    expect(voice?.achievements.map(({ user_achievement }) => user_achievement)).toEqual([
      { created_at: "2026-03-04T15:06:00.000Z", created_at_formatted: "03/04/2026 03:06 PM" },
      null,
      null,
      null,
      null,
    ]);
  });

  test("costs one D1 round trip, however many achievements the user has, of which the profile shows the count", async () => {
    const { id, username } = await addUser();
    const all = ACHIEVEMENT_SETS.flatMap(({ achievements }) => achievements);
    for (const achievement of all) await obtain(id, achievement.id, 1);
    const response = await fetchAchievements(id);
    const got = response.sets.flatMap(({ achievements }) => achievements);
    expect(got.every(({ user_achievement }) => user_achievement !== null)).toBe(true);
    expectCost(response, { roundTrips: 1, read: all.length + 10, written: 0 });
    const profile = await visitor.call(profileRoute, { username });
    expect(profile.body.user).toMatchObject({ user_achievements_count: all.length });
  });

  test("leaves out achievements that are no longer defined", async () => {
    const { id } = await addUser();
    await obtain(id, 999, 1);
    const { status, sets } = await fetchAchievements(id);
    expect(status).toBe(200);
    expect(sets.flatMap(({ achievements }) => achievements).some((one) => one.user_achievement)).toBe(false);
  });

  test("returns 404 for an unknown user", async () => {
    expect((await fetchAchievements(999_999)).status).toBe(404);
  });
});
