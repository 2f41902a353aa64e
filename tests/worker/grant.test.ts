import { sql } from "drizzle-orm";
import fc from "fast-check";
import { LEVEL_DAILY_LIMITS } from "#domain/hosts/limits.ts";
import { grantRoute, type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import { addUser, type Browser, countRows, firstRow, runSql, unique } from "#tests/support/browser.ts";
import { playerOn, storedRewards } from "#tests/support/clears.ts";
import { addLedgerRows } from "#tests/support/coins.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { onlyHost, type TestHost } from "#tests/support/hosts.ts";
import { expectNothingStored } from "#tests/support/stored.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";

const [admin, maker] = [await signedInUser({ role: "admin" }), await signedInUser()];

const give = (username: string, input: Record<string, unknown>, browser: Browser = admin) =>
  browser.call(grantRoute, { username, reason: "For the lanterns", ...input });

const wallet = (id: number) =>
  firstRow<{ coins: number; xp: number; spirit_level: number }>`select coins, xp, spirit_level from users
    where id = ${id}`;
const ledger = (id: number) =>
  runSql<Record<string, unknown>>`select type_id, source_type, source_id, coins, xp, copies from transactions
    where user_id = ${id} order by id`;
const auditOf = (id: number) =>
  runSql<{ actor_id: number; action: string; reason: string; details: string }>`select actor_id, action,
    reason, details from audit_log where subject_type = 'user' and subject_id = ${String(id)}`;

describe("POST /api/staff/users/{username}/grant", () => {
  test("gives coins, XP and items at once, and records them in both ledgers and the audit log", async () => {
    const to = await signedInUser();
    const item = await addWearable(admin.id, 4, {}, false);
    await giveItem(to.id, (await addWearable(admin.id, 4, {}, false)).id);
    const response = await give(to.username, { coins: 40, xp: 20, item_ids: [item.id] });
    expect(response.body).toMatchObject({ message: `Given to ${to.username}.`, coins: 40, xp: 20 });
    const row = { type_id: 5, source_type: "user", source_id: admin.id, coins: 40, xp: 20 };
    expect(await ledger(to.id)).toEqual([{ ...row, copies: JSON.stringify([[item.id, 1]]) }]);
    expect(
      await countRows("inventory", sql`user_id = ${to.id} and item_id = ${item.id} and serial = 1`),
    ).toBe(1);
    expect(await auditOf(to.id)).toEqual([
      {
        actor_id: admin.id,
        action: "user.grant",
        reason: "For the lanterns",
        details: JSON.stringify({ coins: 40, xp: 20, item_ids: [item.id] }),
      },
    ]);
    const [theirs] = (await to.call(transactionListRoute)).body.data as Transaction[];
    const [ours] = (await admin.call(transactionListRoute, { incoming: false })).body.data as Transaction[];
    expect(theirs).toMatchObject({ coins: 40, source: { username: admin.username } });
    expect(ours).toMatchObject({ id: theirs?.id, user: { username: to.username } });
  });

  test("takes coins away, never more than there are, raises the spirit level with XP, and pays each level once", async () => {
    const to = await signedInUser();
    await give(to.username, { coins: 100 });
    expect((await give(to.username, { coins: -30 })).body).toMatchObject({ coins: 70 });
    const rejected = await expectNothingStored(() => give(to.username, { coins: -71, xp: 5 }));
    expect(rejected.body).toMatchObject({ code: "too_few_coins" });
    expect(await wallet(to.id)).toMatchObject({ coins: 70, xp: 0 });
    expect((await give(to.username, { coins: -70 })).body).toMatchObject({ coins: 0 });
    await give(to.username, { xp: 300 });
    expect(await wallet(to.id)).toEqual({ coins: 50, xp: 300, spirit_level: 3 });
    expect((await ledger(to.id)).slice(-2)).toEqual([
      { type_id: 8, source_type: "spirit", source_id: 2, coins: 20, xp: 0, copies: null },
      { type_id: 8, source_type: "spirit", source_id: 3, coins: 30, xp: 0, copies: null },
    ]);
    await give(to.username, { xp: 299 });
    expect(await wallet(to.id)).toEqual({ coins: 50, xp: 599, spirit_level: 3 });
    await give(to.username, { xp: 1 });
    expect(await wallet(to.id)).toEqual({ coins: 90, xp: 600, spirit_level: 4 });
  });

  test("gives once, however often the same grant is sent, even concurrently", async () => {
    const to = await signedInUser();
    const item = await addWearable(admin.id, 1, {}, false);
    const same = { coins: 5, xp: 100, item_ids: [item.id], client_id: "window-0001" };
    const responses = await Promise.all([1, 2, 3, 4].map(() => give(to.username, same)));
    responses.push(await give(to.username, same));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // Includes the 20 coins of spirit level 2.
    expect(await wallet(to.id)).toMatchObject({ coins: 25, xp: 100 });
    expect(await countRows("inventory", sql`user_id = ${to.id}`)).toBe(1);
    expect(await auditOf(to.id)).toHaveLength(1);
    expect((await give(to.username, { ...same, client_id: "window-0002" })).body).toMatchObject({
      coins: 30,
    });
  });

  test("gives neither a second copy of an item nor a copy of a sold-out one", async () => {
    const to = await signedInUser();
    const [owned, last] = [
      await addWearable(admin.id, 1, {}, false),
      await addWearable(admin.id, 3, { stock: 1 }, false),
    ];
    await giveItem(to.id, owned.id, { serial: 1 });
    await give((await addUser()).username, { item_ids: [last.id] });
    expect((await give(to.username, { coins: 1, item_ids: [owned.id, last.id] })).status).toBe(200);
    expect(await countRows("inventory", sql`user_id = ${to.id}`)).toBe(1);
    expect((await ledger(to.id)).at(-1)).toMatchObject({ coins: 1, copies: null });
  });

  test("costs two round trips, including the checks of the caller", async () => {
    const { cost } = await give((await signedInUser()).username, { coins: 5, xp: 5 });
    expect(cost.roundTrips).toBe(2);
    expect(cost.written).toBeLessThanOrEqual(25);
  });

  test.each([
    ["coins", { coins: 0 }],
    ["coins", { coins: 1_000_001 }],
    ["coins", { coins: -1_000_001 }],
    ["xp", { xp: -1 }],
    ["item_ids", { item_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }],
    ["reason", { coins: 1, reason: " " }],
    ["client_id", { coins: 1, client_id: "short" }],
  ])("reports the invalid field %s of %o", async (field, input) => {
    const to = await addUser();
    const response = await expectNothingStored(() => give(to.username, input));
    expect([response.status, Object.keys(response.body.errors as object)]).toEqual([422, [field]]);
  });
});

test("a grant reads as few rows for a user with many transactions", async () => {
  const to = await addUser();
  const few = await give(to.username, { coins: 1 });
  await addLedgerRows(
    to.id,
    Array.from({ length: 300 }, () => ({ coins: 1 })),
  );
  expect((await give(to.username, { coins: 1 })).cost.read).toBeLessThanOrEqual(few.cost.read + 5);
});

describe("a grant by a level", () => {
  let host: TestHost;
  beforeEach(async () => {
    host = await onlyHost(admin);
  });

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

  test("can't include another creator's item or a limited one, and is only for users who are playing the level", async () => {
    const level = await addLevel(maker.id);
    const user = await playerOn(host, level);
    const foreign = await addWearable(admin.id, 1, {}, false);
    const limited = await addWearable(maker.id, 1, { stock: 5 }, false);
    for (const item of [foreign.id, limited.id, 999_999])
      expect((await host.grant(user.id, level, { coins: 5, item_ids: [item] })).status).toBe(404);
    expect(await storedRewards(user, 6)).toEqual([]);
    expect(await host.grant((await signedInUser()).id, level, { coins: 5 })).toMatchObject({
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
