import { sql } from "drizzle-orm";
import { grantRoute, type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import { addUser, type Browser, countRows, firstRow, runSql } from "#tests/support/browser.ts";
import { addLedgerRows } from "#tests/support/coins.ts";
import { expectNothingStored } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem } from "#tests/support/wearable.ts";

const admin = await signedInUser({ role: "admin" });

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

  test("takes coins away, but never more than the user has", async () => {
    const to = await signedInUser();
    await give(to.username, { coins: 100 });
    expect((await give(to.username, { coins: -30 })).body).toMatchObject({ coins: 70 });
    const rejected = await expectNothingStored(() => give(to.username, { coins: -71, xp: 5 }));
    expect(rejected.body).toMatchObject({ code: "too_few_coins" });
    expect(await wallet(to.id)).toMatchObject({ coins: 70, xp: 0 });
    expect((await give(to.username, { coins: -70 })).body).toMatchObject({ coins: 0 });
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

  test("raises the spirit level with XP, and pays each level once", async () => {
    const to = await signedInUser();
    await give(to.username, { xp: 300 });
    expect(await wallet(to.id)).toEqual({ coins: 50, xp: 300, spirit_level: 3 });
    expect((await ledger(to.id)).slice(1)).toEqual([
      { type_id: 8, source_type: "spirit", source_id: 2, coins: 20, xp: 0, copies: null },
      { type_id: 8, source_type: "spirit", source_id: 3, coins: 30, xp: 0, copies: null },
    ]);
    await give(to.username, { xp: 299 });
    expect(await wallet(to.id)).toEqual({ coins: 50, xp: 599, spirit_level: 3 });
    await give(to.username, { xp: 1 });
    expect(await wallet(to.id)).toEqual({ coins: 90, xp: 600, spirit_level: 4 });
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
