import { createLevelRoute, editLevelRoute, type Level } from "#domain/levels/api.ts";
import { db, runSql, testEnv } from "#tests/support/browser.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { worldFile } from "#tests/support/world.ts";
import { awardAchievements, defineAchievements } from "#worker/achievements/award.ts";

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
