import fc from "fast-check";
import { LEVEL_DAILY_LIMITS } from "#domain/hosts/limits.ts";
import { runSql, unique } from "#tests/support/browser.ts";
import { playerOn, storedRewards } from "#tests/support/clears.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { onlyHost, type TestHost } from "#tests/support/hosts.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";

let host: TestHost;
const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];
beforeEach(async () => {
  host = await onlyHost(admin);
});

describe("a grant by a level", () => {
  test("is made once per call: coins, XP with Gold's share, and items of the level's creator", async () => {
    const level = await addLevel(maker.id);
    const { id: item } = await addWearable(maker.id, 1, {}, false);
    const user = await playerOn(host, level, { gold_until: Date.now() + 3_600_000 });
    const what = { coins: 20, xp: 10, item_ids: [item] };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => host.grant(user.id, level, what, "grant-0001")),
    );
    for (const { status, body } of responses)
      expect([status, body]).toEqual([200, { coins: 20, xp: 12, item_ids: [item] }]);
    expect(await storedRewards(user, 6)).toEqual([
      { coins: 20, xp: 12, source_id: level, copies: `[[${item},1]]` },
    ]);
    // Items they already own are left out.
    expect((await host.grant(user.id, level, what)).body).toEqual({ coins: 20, xp: 12, item_ids: [] });
  });

  test("can't include another creator's item or a limited one", async () => {
    const level = await addLevel(maker.id);
    const user = await playerOn(host, level);
    const foreign = await addWearable(admin.id, 1, {}, false);
    const limited = await addWearable(maker.id, 1, { stock: 5 }, false);
    for (const item of [foreign.id, limited.id, 999_999])
      expect((await host.grant(user.id, level, { coins: 5, item_ids: [item] })).status).toBe(404);
    expect(await storedRewards(user, 6)).toEqual([]);
  });

  test("is only for users who are playing the level", async () => {
    const [level, stranger] = [await addLevel(maker.id), await signedInUser()];
    expect(await host.grant(stranger.id, level, { coins: 5 })).toMatchObject({
      status: 409,
      body: { code: "not_playing" },
    });
  });

  test.each([
    [{ coins: -1 }],
    [{ coins: LEVEL_DAILY_LIMITS.coins + 1 }],
    [{ xp: 1.5 }],
    [{ item_ids: "1" }],
    [{ item_ids: [0] }],
    [{ item_ids: Array.from({ length: 11 }, (_, i) => i + 1) }],
  ])("is rejected as %o", async (what) => {
    const level = await addLevel(maker.id);
    const user = await playerOn(host, level);
    expect((await host.grant(user.id, level, what)).status).toBe(422);
    expect(await storedRewards(user, 6)).toEqual([]);
  });

  test("stays within the level's daily limits, however many players and concurrent grants", async () => {
    await forAllAsync(
      10,
      fc.array(fc.record({ coins: fc.nat(LEVEL_DAILY_LIMITS.coins), xp: fc.nat(LEVEL_DAILY_LIMITS.xp) }), {
        minLength: 1,
        maxLength: 6,
      }),
      async (grants) => {
        const level = await addLevel(maker.id);
        const people = [await playerOn(host, level), await playerOn(host, level)];
        const responses = await Promise.all(
          grants.map((what, i) =>
            host.grant((people[i % 2] as TestUser).id, level, what, `grant-${unique()}-x`),
          ),
        );
        const given = responses
          .filter(({ status }) => status === 200)
          .map(({ body }) => body as { coins: number; xp: number });
        for (const { status, body } of responses)
          expect(status === 200 || body.code === "grant_limit").toBe(true);
        const sum = (key: "coins" | "xp") => given.reduce((all, one) => all + one[key], 0);
        expect(sum("coins")).toBeLessThanOrEqual(LEVEL_DAILY_LIMITS.coins);
        expect(sum("xp")).toBeLessThanOrEqual(LEVEL_DAILY_LIMITS.xp);
        const [row] = await runSql<{ coins: number; xp: number }>`select sum(coins) as coins, sum(xp) as xp
            from transactions
                where source_type = 'level' and source_id = ${level} and key like 'grant:%'`;
        expect([row?.coins ?? 0, row?.xp ?? 0]).toEqual([sum("coins"), sum("xp")]);
        // The first one always fits.
        expect(given.length).toBeGreaterThan(0);
      },
    );
  });
});
