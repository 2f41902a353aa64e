import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { grantRoute, type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import { addUser, Browser, countRows, db } from "#tests/support/browser.ts";
import { type Person, person } from "#tests/support/people.ts";
import { storesNothing } from "#tests/support/shop.ts";
import { addWearable, giveItem } from "#tests/support/wardrobe.ts";

let admin: Person;

beforeAll(async () => {
  admin = await person({ role: "admin" });
});

const give = (username: string, input: Record<string, unknown>, browser = admin.browser) =>
  browser.call(grantRoute, { params: { username }, input: { reason: "For the lanterns", ...input } });

const wallet = (id: number) =>
  db.first(
    statement<{ coins: number; xp: number; spirit_level: number }>(
      sql`select coins, xp, spirit_level from users where id = ${id}`,
    ),
  );
const ledger = (id: number) =>
  db.all(
    statement<Record<string, unknown>>(
      sql`select type_id, source_type, source_id, coins, xp, copies from transactions where user_id = ${id} order by id`,
    ),
  );
const auditOf = (id: number) =>
  db.all(
    statement<{ actor_id: number; action: string; reason: string; details: string }>(
      sql`select actor_id, action, reason, details from audit_log where subject_type = 'user' and subject_id = ${String(id)}`,
    ),
  );

describe("an admin", () => {
  test("gives coins, XP and items at once, and it stands in both ledgers and the audit log", async () => {
    const to = await person();
    const item = await addWearable(admin.id, 4, {}, false);
    const answer = await give(to.username, { coins: 40, xp: 20, item_ids: [item.id] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ message: `Given to ${to.username}.`, coins: 40, xp: 20 });
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
    const [theirs] = (await to.browser.call(transactionListRoute)).body.data as Transaction[];
    const [ours] = (await admin.browser.call(transactionListRoute, { input: { incoming: false } })).body
      .data as Transaction[];
    expect(theirs).toMatchObject({ coins: 40, source: { username: admin.username } });
    expect(ours).toMatchObject({ id: theirs?.id, user: { username: to.username } });
  });

  test("takes coins away, but never more than there are", async () => {
    const to = await person();
    await give(to.username, { coins: 100 });
    expect((await give(to.username, { coins: -30 })).body).toMatchObject({ coins: 70 });
    const refused = await storesNothing(() => give(to.username, { coins: -71, xp: 5 }));
    expect(refused.body).toMatchObject({ code: "too_few_coins" });
    expect(await wallet(to.id)).toMatchObject({ coins: 70, xp: 0 });
    expect((await give(to.username, { coins: -70 })).body).toMatchObject({ coins: 0 });
  });

  test("gives once, however often and at how many places the same grant is sent", async () => {
    const to = await person();
    const item = await addWearable(admin.id, 1, {}, false);
    const same = { coins: 5, xp: 100, item_ids: [item.id], client_id: "window-0001" };
    const answers = await Promise.all([1, 2, 3, 4].map(() => give(to.username, same)));
    answers.push(await give(to.username, same));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // With the 20 coins of spirit level 2.
    expect(await wallet(to.id)).toMatchObject({ coins: 25, xp: 100 });
    expect(await countRows("inventory", sql`user_id = ${to.id}`)).toBe(1);
    expect(await auditOf(to.id)).toHaveLength(1);
    expect((await give(to.username, { ...same, client_id: "window-0002" })).body).toMatchObject({
      coins: 30,
    });
  });

  test("gives no second copy of an item, and none of an item of which there are no more", async () => {
    const to = await person();
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

  test("makes somebody reach spirit levels with XP, each of which pays once", async () => {
    const to = await person();
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

  test("costs two rounds, the look at who gives and that they have shown who they are included", async () => {
    const { cost } = await give((await person()).username, { coins: 5, xp: 5 });
    expect(cost.rounds).toBe(2);
    expect(cost.written).toBeLessThanOrEqual(25);
  });

  test("is told that there is nobody of that name", async () => {
    const answer = await storesNothing(() => give("nobody_here", { coins: 1 }));
    expect([answer.status, answer.body.message]).toEqual([404, "There is no user of this name."]);
  });

  test.each([
    ["coins", { coins: 0 }],
    ["coins", { coins: 1_000_001 }],
    ["coins", { coins: -1_000_001 }],
    ["coins", { coins: 1.5 }],
    ["coins", { coins: "many" }],
    ["xp", { xp: -1 }],
    ["item_ids", { item_ids: "1" }],
    ["item_ids", { item_ids: ["x"] }],
    ["item_ids", { item_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }],
    ["reason", { coins: 1, reason: " " }],
    ["reason", { coins: 1, reason: "x".repeat(501) }],
    ["client_id", { coins: 1, client_id: "short" }],
  ])("is told what is wrong with %s in %o", async (field, input) => {
    const to = await addUser();
    const answer = await storesNothing(() => give(to.username, input));
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, [field]]);
  });
});

test("members and moderators give nothing, and visitors are asked to sign in", async () => {
  const to = await addUser();
  const moderator = await person({ role: "moderator" });
  const callers: [Browser, number][] = [
    [await Browser.visitor(), 401],
    [(await person()).browser, 403],
    [moderator.browser, 403],
  ];
  for (const [browser, status] of callers)
    expect((await storesNothing(() => give(to.username, { coins: 1 }, browser))).status).toBe(status);
});
