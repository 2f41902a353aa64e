import { type AchievementSet, achievementListRoute } from "#domain/achievements/api.ts";
import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { createLevelRoute, editLevelRoute, type Level } from "#domain/levels/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import { addUser, Browser, db, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { worldFile } from "#tests/support/world.ts";
import { awardAchievements, defineAchievements } from "#worker/achievements/award.ts";

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

test("'Ground breaking' is paid for the first public level, and nothing for drafts", async () => {
  await defineAchievements(db);
  const ann = await signedInUser();
  const has = async () => {
    await awardAchievements(testEnv);
    return runSql`select a.name from user_achievements u join achievements a on a.id = u.achievement_id
      where u.user_id = ${ann.id} and a.stat = 'public_levels_count'`;
  };
  // Nothing in it can be cleared, so it can become public at once.
  const file = worldFile(
    JSON.stringify({
      version: 1,
      spawn: { position: [0, 2, 0] },
      blocks: [{ shape: "box", position: [0, 0, 0], size: [8, 1, 8], color: "6cc551" }],
    }),
  );
  const { body } = await ann.call(createLevelRoute, { title: "Draft", visibility: "private", file });
  const { id } = body.level as Level;
  expect(await has()).toEqual([]);
  for (const visibility of ["public", "private", "public"] as const)
    expect((await ann.call(editLevelRoute, { id, visibility })).status).toBe(200);
  expect(await has()).toEqual([{ name: "Ground breaking" }]);
  expect(await runSql`select levels_count, public_levels_count from users where id = ${ann.id}`).toEqual([
    { levels_count: 1, public_levels_count: 1 },
  ]);
});
