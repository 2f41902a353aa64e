import type { OutputOf } from "#domain/api/route.ts";
import { relatedLevelsRoute } from "#domain/levels/api.ts";
import { addUser, Browser, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";

type Related = OutputOf<typeof relatedLevelsRoute>;

const call = (browser: Browser, id: number) => browser.call(relatedLevelsRoute, { id });

async function related(browser: Browser, id: number) {
  const response = await call(browser, id);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  const body = response.body as unknown as Related;
  return {
    response,
    byCreator: body.by_creator.map((card) => card.id),
    similar: body.similar.map((card) => card.id),
  };
}

describe("GET /api/levels/{id}/related", () => {
  test("returns the creator's newest other public levels", async () => {
    const me = await signedInUser();
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push(await addLevel(me.id));
    await addLevel(me.id, { visibility: "private" });
    const [level = 0] = ids.splice(3, 1);
    const { byCreator, similar } = await related(me, level);
    expect(byCreator).toEqual(ids.reverse().slice(0, 4));
    expect(similar.filter((id) => ids.includes(id))).toEqual([]);
  });

  test("returns levels of the same category that are about as hard, the best rated first, at a bounded cost", async () => {
    const [me, other] = [await addUser(), await addUser()];
    const category = "star collection" as const;
    const level = await addLevel(me.id, { category });
    const byDifficulty: number[] = [];
    for (let n = 0; n < 60; n++) byDifficulty.push(await addLevel(other.id, { category }));
    const otherCategory = await addLevel(other.id, { category: "free roam" });
    await runSql`update levels set difficulty_score = 5, rating_score = 9
      where id in (${level}, ${otherCategory})`;
    for (const [n, id] of byDifficulty.entries())
      await runSql`update levels set difficulty_score = ${n / 4}, rating_score = ${n % 10} where id = ${id}`;
    const { response, similar } = await related(await Browser.visitor(), level);
    expect(similar).toHaveLength(8);
    // Twelve on both sides of the 20th, the best rated of them first.
    const rated = (id: number) => byDifficulty.indexOf(id) % 10;
    const near = byDifficulty.slice(8, 32).sort((a, b) => rated(b) - rated(a) || b - a);
    expect(similar).toEqual(near.slice(0, 8));
    expectCost(response, { roundTrips: 1, read: 250, written: 0 });
  });

  test("returns popular levels of the category for a level without ratings", async () => {
    const [me, other] = [await addUser(), await addUser()];
    const level = await addLevel(me.id, { category: "free roam" });
    const popular = await addLevel(other.id, { category: "free roam" });
    await runSql`update levels set playing_count = 1000 where id = ${popular}`;
    const { similar } = await related(await Browser.visitor(), level);
    expect(similar).toContain(popular);
  });

  test("returns 404 for a private level of someone else", async () => {
    const me = await addUser();
    const level = await addLevel(me.id, { visibility: "private" });
    expect((await call(await Browser.visitor(), level)).status).toBe(404);
    expect((await call(await Browser.signedIn(me), level)).status).toBe(200);
  });
});
