import { sql } from "drizzle-orm";
import { levelRoute } from "#domain/levels/api.ts";
import { visitRoute } from "#domain/runs/api.ts";
import { countRows, runPlaySql, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { expectNothingStored } from "#tests/support/stored.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";

const maker = await signedInUser();

const visit = (player: TestUser, level: number, seconds: unknown = 0) =>
  player.call(visitRoute, { id: level, seconds });
/** Moves a player's sessions into the past. */
const age = (player: TestUser, seconds: number) =>
  runPlaySql`update plays
    set played_at = played_at - ${1000 * seconds}, counted_until = counted_until - ${1000 * seconds}
    where user_id = ${player.id}`;
const playOf = async (player: TestUser, level: number) => {
  const [play] = await runPlaySql<{ visits: number; seconds: number }>`select visits, seconds from plays
    where user_id = ${player.id} and level_id = ${level}`;
  return play;
};
const expectSecondsOf = async (player: TestUser, least: number, below: number) => {
  const [row] = await runPlaySql<{ seconds: number }>`select sum(seconds) as seconds from plays
    where user_id = ${player.id}`;
  expect(row?.seconds).toBeGreaterThanOrEqual(least);
  expect(row?.seconds).toBeLessThan(below);
};
const dayOf = async (level: number) =>
  (await runSql`select plays, players from level_days where level_id = ${level}`)[0];

describe("POST /api/levels/{id}/visits", () => {
  test("counts a play like a host's session does; a quick return belongs to the same one", async () => {
    const [level, player] = [await addLevel(maker.id), await signedInUser()];
    const response = await visit(player, level);
    expect([response.status, response.body]).toEqual([200, {}]);
    expectCost(response, { roundTrips: 2, written: 20 });
    await visit(player, level);
    expect(await playOf(player, level)).toEqual({ visits: 1, seconds: 0 });
    expect(await dayOf(level)).toEqual({ plays: 1, players: 1 });
    const counts = sql`plays_count = 1 and visitors_count = 1 and recent_count = 1`;
    expect(await countRows("levels", sql`id = ${level} and ${counts}`)).toBe(1);
    await age(player, 31 * 60);
    await visit(player, level);
    expect(await playOf(player, level)).toMatchObject({ visits: 2 });
    expect(await dayOf(level)).toMatchObject({ plays: 2 });
  });

  test("doesn't count creators in their own levels", async () => {
    const level = await addLevel(maker.id);
    await visit(maker, level);
    expect(await dayOf(level)).toBeUndefined();
    expect(await countRows("levels", sql`id = ${level} and plays_count = 0`)).toBe(1);
  });

  test("counts no more time than has passed since the last counted moment", async () => {
    const [level, player] = [await addLevel(maker.id), await signedInUser()];
    await visit(player, level);
    await visit(player, level, 3_600);
    expect((await playOf(player, level))?.seconds).toBe(0);
    await age(player, 100);
    await visit(player, level, 60);
    expect((await playOf(player, level))?.seconds).toBe(60);
    await age(player, 30);
    await visit(player, level, 3_600);
    await expectSecondsOf(player, 90, 100);
  });

  test("counts time that passes in several levels once, also for calls at the same time", async () => {
    for (const atOnce of [false, true]) {
      const player = await signedInUser();
      const levels = await Promise.all([1, 2, 3, 4, 5].map(() => addLevel(maker.id)));
      for (const level of levels) await visit(player, level);
      await age(player, 60);
      if (atOnce) await Promise.all([...levels, ...levels].map((level) => visit(player, level, 60)));
      else for (const level of levels) await visit(player, level, 60);
      await expectSecondsOf(player, 60, 70);
    }
  });

  test("starts a session if the player's last ones are all in other levels", async () => {
    const [level, player] = [await addLevel(maker.id), await signedInUser()];
    await visit(player, level, 60);
    expect(await playOf(player, level)).toEqual({ visits: 1, seconds: 0 });
  });

  test("unlocks rating the level after ten minutes", async () => {
    const [level, player] = [await addLevel(maker.id), await signedInUser()];
    const page = await connectSocket(player);
    const canRate = async () => (await player.output(levelRoute, { id: level })).level.canRate;
    await visit(player, level);
    await age(player, 590);
    await visit(player, level, 590);
    expect(await canRate()).toBe(false);
    await age(player, 15);
    await visit(player, level, 15);
    expect(await page.one("RatingUnlocked")).toEqual({ event: "RatingUnlocked", level_id: level });
    expect(await canRate()).toBe(true);
    page.close();
  });

  test("needs a visible level", async () => {
    const [secret, player] = [await addLevel(maker.id, { visibility: "private" }), await signedInUser()];
    expect((await expectNothingStored(() => visit(player, secret))).status).toBe(404);
    expect((await visit(maker, secret)).status).toBe(200);
  });
});
