import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Columns } from "#db/columns.ts";
import { type Batch, type BatchOptions, type BatchRows, Database, Meter, statement } from "#db/database.ts";
import { boundDatabase } from "#db/databases.ts";
import type { seals } from "#db/schema/ledger/index.ts";
import { type AnyDatabaseName, ARCHIVE_NAMES, archiveOf } from "#domain/database-names.ts";
import { inventoryHistoryRoute } from "#domain/inventory/api.ts";
import { offerCopyRoute, purchaseCopyRoute } from "#domain/shop/api.ts";
import { grantRoute, type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import { archivedRows, archiveRows, archives, copyRows, moveRows } from "#tests/support/archive-rows.ts";
import { addUser, db, playDb, runPlaySql, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { relayAll, storeClear, storeRun } from "#tests/support/clears.ts";
import { buy, giveCoins, userWithCoins } from "#tests/support/coins.ts";
import { createItem } from "#tests/support/create-item.ts";
import { addLedgerRows } from "#tests/support/ledger.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";
import { awardAchievements } from "#worker/achievements/award.ts";
import { defineAchievements } from "#worker/achievements/define.ts";
import { archiveLedger, LIVE_MS } from "#worker/ledger/archive-ledger.ts";
import { type Archives, openNearArchive } from "#worker/ledger/archives.ts";
import { LedgerBatch } from "#worker/ledger/ledger-batch.ts";
import { isKeyUsed } from "#worker/ledger/used-key.ts";
import { takeBackRunStatements } from "#worker/runs/take-back-run.ts";
import { allLedgerRows } from "#worker/transactions/all-rows.ts";
import { listTransactions } from "#worker/transactions/queries.ts";

/** Thrown in place of a call, as if the process died before it or before its response. */
class Killed extends Error {}

/** Calls of all databases, in order. Dies at one of them. */
class Life {
  left: number;
  readonly #afterwards: boolean;
  /** Runs between two calls. */
  readonly #meanwhile: (() => Promise<unknown>) | null;

  constructor(left: number, afterwards = false, meanwhile: (() => Promise<unknown>) | null = null) {
    this.left = left;
    this.#afterwards = afterwards;
    this.#meanwhile = meanwhile;
  }

  async spend<T>(call: () => Promise<T>): Promise<T> {
    if (this.left-- !== 0) return call();
    if (this.#meanwhile) {
      await this.#meanwhile();
      return call();
    }
    if (this.#afterwards) await call();
    throw new Killed();
  }
}

class MortalDatabase extends Database {
  readonly #life: Life;

  constructor(name: AnyDatabaseName, life: Life) {
    super(boundDatabase(testEnv, name), undefined, { name });
    this.#life = life;
  }

  override batch<B extends Batch>(batch: B, options?: BatchOptions): Promise<BatchRows<B>> {
    return this.#life.spend(() => super.batch(batch, options));
  }
}

const mortal = (life: Life) => ({
  main: new MortalDatabase("main", life),
  archives: Object.fromEntries(
    ARCHIVE_NAMES.map((name) => [name, new MortalDatabase(name, life)]),
  ) as unknown as Archives,
});

const orKilled = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });

/** Expects that every row exists once, and that all sums agree. */
async function expectSums(): Promise<void> {
  const old = await archivedRows();
  const live = await runSql<{ id: number; user_id: number; coins: number; xp: number }>(
    sql`select id, user_id, coins, xp from transactions order by id`,
  );
  const ids = [...old, ...live].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const sums = new Map<number, [rows: number, coins: number, xp: number]>();
  const add = (into: typeof sums, { user_id, coins, xp }: (typeof live)[number]) => {
    const [rows, c, x] = into.get(user_id) ?? [0, 0, 0];
    into.set(user_id, [rows + 1, c + coins, x + xp]);
  };
  for (const row of [...old, ...live]) add(sums, row);
  const archivedSums: typeof sums = new Map();
  for (const row of old) add(archivedSums, row);
  const totals = await runSql<
    Record<string, number>
  >(sql`select user_id, sum(count) as count, sum(coins) as coins, sum(xp) as xp,
    sum(archived_count) as archived_count, sum(archived_coins) as archived_coins, sum(archived_xp) as archived_xp
    from transaction_totals where incoming = 1 group by user_id`);
  expect(new Map(totals.map((t) => [t.user_id, [t.count, t.coins, t.xp]]))).toEqual(sums);
  expect(
    new Map(
      totals
        .filter((t) => t.archived_count)
        .map((t) => [t.user_id, [t.archived_count, t.archived_coins, t.archived_xp]]),
    ),
  ).toEqual(archivedSums);
}

/** A gate of someone whose session was checked. */
const gateOf = (main: Database) =>
  ({
    db: main,
    read: (batch: Batch) => main.batch(batch),
    all: (query: Parameters<Database["all"]>[0]) => main.all(query),
  }) as unknown as Parameters<typeof listTransactions>[0];

const NEWEST = {
  page: 1,
  size: 25,
  transaction_type: 0,
  source_type: "",
  sort_by: "created_at",
  order: "desc",
  incoming: true,
} as const;

describe("moving rows to the archives", () => {
  // A step asks up to sixteen archives, several times.
  test("keeps each row once, however payments, moves, crashes and readers interleave", {
    timeout: 120_000,
  }, async () => {
    const users = [await signedInUser(), await signedInUser(), await signedInUser()];
    let paid = 0;
    const dies = { dies: fc.integer({ min: -1, max: 9 }), afterwards: fc.boolean() };
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({
              kind: fc.constant("pay" as const),
              user: fc.nat(2),
              rows: fc.integer({ min: 1, max: 6 }),
            }),
            fc.record({
              kind: fc.constantFrom("copy" as const, "move" as const),
              rows: fc.integer({ min: 1, max: 12 }),
              ...dies,
            }),
            fc.record({ kind: fc.constant("overlap" as const), rows: fc.integer({ min: 1, max: 12 }) }),
            fc.record({
              kind: fc.constant("read" as const),
              user: fc.nat(2),
              moves: fc.integer({ min: 0, max: 4 }),
            }),
          ),
          { minLength: 4, maxLength: 12 },
        ),
        fc.constantFrom("created_at" as const, "coins" as const),
        async (steps, sort_by) => {
          for (const step of steps) {
            if (step.kind === "pay") {
              const user = users[step.user] as TestUser;
              await addLedgerRows(
                user.id,
                Array.from({ length: step.rows }, () => ({ coins: ++paid, xp: paid % 3 })),
              );
            } else if (step.kind === "overlap") {
              const { rows } = step;
              await Promise.all([copyRows(rows), copyRows(rows), moveRows(rows), moveRows(rows)]);
            } else if (step.kind === "read") {
              // Rows are copied and move between two reads of a page.
              const user = users[step.user] as TestUser;
              const life = new Life(step.moves, false, () => copyRows(5).then(() => moveRows(5)));
              const { main, archives: read } = mortal(life);
              const expected = await runSql<{ count: number }>(
                sql`select coalesce(sum(count), 0) as count from transaction_totals where user_id = ${user.id} and incoming = 1`,
              );
              const ids: number[] = [];
              for (let page = 1; page === 1 || ids.length === (page - 1) * 25; page++) {
                const { rows } = await listTransactions(gateOf(main), (name) => read[name], user.id, {
                  ...NEWEST,
                  sort_by,
                  page,
                });
                ids.push(...rows.map(({ id }) => id));
                if (rows.length === 0) break;
              }
              expect(ids).toHaveLength(expected[0]?.count ?? 0);
              expect(new Set(ids).size).toBe(ids.length);
            } else {
              const { main, archives: mortals } = mortal(new Life(step.dies, step.afterwards));
              const run = step.kind === "copy" ? copyRows : moveRows;
              await orKilled(run(step.rows, main, mortals));
            }
          }
          await expectSums();
        },
      ),
      { numRuns: 15 },
    );
  });

  test("reads all rows once for an export, while they move", async () => {
    const user = await addUser();
    await addLedgerRows(
      user.id,
      Array.from({ length: 1_100 }, (_, i) => ({ coins: i, type_id: i % 2 ? 9 : 7 }) as const),
    );
    await copyRows();
    for (const moves of [0, 1, 2, 3, 4]) {
      const life = new Life(moves, false, () => moveRows(300));
      const { main, archives: read } = mortal(life);
      const rows: { id: number }[] = [];
      for await (const page of allLedgerRows(main, read, user.id)) rows.push(...page);
      expect(rows).toHaveLength(1_100);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(1_100);
    }
    await archiveRows();
    const rows: { type_id: number; id: number; coins: number }[] = [];
    for await (const page of allLedgerRows(db, archives, user.id)) rows.push(...page);
    expect(rows.map(({ coins }) => coins).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1_100 }, (_, i) => i),
    );
  });

  test("takes rows that are older than 60 days, and never the newest one", async () => {
    // Rows were copied for the first time moments ago.
    const now = Date.now() + 120_000;
    const user = await addUser();
    await archiveRows();
    const ids = await addLedgerRows(user.id, [
      { created_at: now - LIVE_MS - 1 },
      { created_at: now - LIVE_MS - 1 },
      { created_at: now - LIVE_MS + 60_000 },
      // Older, but it waits for the one before.
      { created_at: 1 },
      { created_at: 1 },
    ]);
    await archiveLedger(testEnv, now);
    expect((await archivedRows(user.id)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    await archiveLedger(testEnv, now + 120_000);
    expect((await archivedRows(user.id)).map(({ id }) => id)).toEqual(ids.slice(0, 4));
    await expectSums();
  });

  test("waits while rows are held", async () => {
    const user = await addUser();
    await archiveRows();
    await addLedgerRows(user.id, [{}, {}]);
    const now = Date.now() + 120_000;
    const copied = await copiedTo();
    await runSql(sql`update ledger_archive set held_until = ${now + 1}`);
    await archiveLedger(testEnv, now);
    expect(await archivedRows(user.id)).toEqual([]);
    expect(await copiedTo()).toBe(copied);
    await archiveLedger(testEnv, now + 1);
    expect(await archivedRows(user.id)).not.toEqual([]);
    await runSql(sql`update ledger_archive set held_until = 0`);
  });

  test("begins a minute after all rows were copied for the first time", async () => {
    const user = await addUser();
    await archiveRows();
    await runSql(sql`update ledger_archive set copied_since = null`);
    await addLedgerRows(user.id, [{ created_at: 1 }, { created_at: 1 }]);
    const now = Date.now();
    await archiveLedger(testEnv, now);
    await archiveLedger(testEnv, now + 59_999);
    expect(await archivedRows(user.id)).toEqual([]);
    await archiveLedger(testEnv, now + 60_000);
    expect(await archivedRows(user.id)).toHaveLength(1);
  });

  test("deletes nothing if an archive has something else, and has it copied again", async () => {
    const user = await addUser();
    await archiveRows();
    const [first = 0] = await addLedgerRows(user.id, [{}, {}]);
    await copyRows();
    await archives[archiveOf(user.id)].batch({
      deleted: statement(sql`delete from transactions where id = ${first}`),
      other: otherRow(first, user.id),
    });
    await expect(moveRows()).rejects.toThrow("differs");
    expect(await runSql(sql`select 1 from transactions where id = ${first}`)).toHaveLength(1);
    await archiveRows();
    expect(await archivedRows(user.id)).toMatchObject([{ id: first, coins: 0 }]);
    await expectSums();
  });

  test("is the only way in which rows leave the ledger, and none ever leaves an archive", async () => {
    const user = await addUser();
    const [id = 0] = await addLedgerRows(user.id, [{}, {}]);
    await expect(runSql(sql`delete from transactions where id = ${id}`)).rejects.toThrow("append-only");
    await expect(
      db.batch({
        opened: statement(sql`update ledger_archive set moving_to = ${id}`),
        deleted: statement(sql`delete from transactions where id = ${id + 1}`),
      }),
    ).rejects.toThrow("append-only");
    await archiveRows();
    const archive = archives[archiveOf(user.id)];
    for (const change of [
      sql`delete from transactions where id = ${id}`,
      sql`update transactions set coins = 0 where id = ${id}`,
      sql`delete from seals`,
    ])
      await expect(archive.all(statement(change))).rejects.toThrow("append-only");
    const sealed = await archive.all(
      statement<Columns<typeof seals, "id">>(sql`select max(id) as id from seals`),
    );
    expect(sealed).toEqual(await runSql(sql`select moved_to as id from ledger_archive`));
  });
});

const copiedTo = async () =>
  (await runSql<{ copied_to: number }>(sql`select copied_to from ledger_archive`))[0]?.copied_to;

/** A row that the main database doesn't have, as after a rewind. */
const otherRow = (id: number, userId: number) =>
  statement(sql`insert into transactions (id, key, user_id, type_id, source_type, source_id, coins, xp, created_at)
    values (${id}, 'other', ${userId}, 9, 'site', 0, 7, 0, 1)`);

describe("copying rows to the archives", () => {
  const idsByCoins = async (user: TestUser) => {
    const { body } = await user.browser.call(transactionListRoute, { input: { sort_by: "coins" } });
    return (body.data as Transaction[]).map(({ id }) => id);
  };

  test("replaces rows of a time that was rewound, in every archive", async () => {
    const [user, other] = [await signedInUser(), await signedInUser()];
    await archiveRows();
    const [id = 0, second = 0] = await addLedgerRows(user.id, [{ coins: 1 }, { coins: 2 }]);
    // The second one is in the way of no new row.
    await archives[archiveOf(user.id)].batch({ other: otherRow(id, user.id) });
    await archives[archiveOf(other.id)].batch({ other: otherRow(second, other.id) });
    expect(await idsByCoins(user)).toEqual([second, id]);
    await copyRows();
    expect(await idsByCoins(user)).toEqual([second, id]);
    expect(await idsByCoins(other)).toEqual([]);
    expect(
      await archives[archiveOf(other.id)].all(
        statement(sql`select 1 from transactions where id = ${second}`),
      ),
    ).toEqual([]);
  });

  test("shows rows at once in lists that the archive sorts, copied or not", async () => {
    const user = await signedInUser();
    const [five = 0, seven = 0] = await addLedgerRows(user.id, [{ coins: 5 }, { coins: 7 }]);
    await copyRows();
    const [six = 0] = await addLedgerRows(user.id, [{ coins: 6 }]);
    expect(await idsByCoins(user)).toEqual([seven, six, five]);
    await moveRows();
    expect(await idsByCoins(user)).toEqual([seven, six, five]);
  });

  test("shows rows from before totals had the id of their newest row", async () => {
    const user = await signedInUser();
    const [five = 0, seven = 0] = await addLedgerRows(user.id, [{ coins: 5 }, { coins: 7 }]);
    await runSql(sql`update transaction_totals set newest_id = 0 where user_id = ${user.id}`);
    await runSql(sql`update ledger_archive set uncounted_to = ${seven}`);
    expect(await idsByCoins(user)).toEqual([seven, five]);
    await copyRows();
    expect(await idsByCoins(user)).toEqual([seven, five]);
    await runSql(sql`update ledger_archive set uncounted_to = 0`);
  });

  test("notes the states of the archives, so that lists can be read at copies that have them", async () => {
    const user = await signedInUser();
    await addLedgerRows(user.id, [{ coins: 5 }]);
    await copyRows();
    const name = archiveOf(user.id);
    const [state] = await runSql<{ bookmark: string }>(
      sql`select bookmarks ->> ${name} as bookmark from ledger_archive`,
    );
    const since = state?.bookmark ?? "";
    expect(since).not.toBe("");
    const requested: unknown[] = [];
    const database = boundDatabase(testEnv, name);
    const withSession = (start: D1SessionBookmark | D1SessionConstraint) => {
      requested.push(start);
      return database.withSession(start);
    };
    const env = { ...testEnv, [name.toUpperCase()]: { withSession } } as typeof testEnv;
    const rows = statement(sql`select coins from transactions where user_id = ${user.id}`);
    for (const known of [since, null])
      expect(await openNearArchive(env, name, new Meter(), known).all(rows)).toEqual([{ coins: 5 }]);
    expect(requested).toEqual([since, "first-primary"]);
  });

  test("isn't waited for when the archives of an older site catch up", async () => {
    const user = await signedInUser();
    const ids = await addLedgerRows(user.id, [{ coins: 5 }, { coins: 7 }]);
    await copyRows();
    const state = await runSql<{ moved_to: number }>(sql`select moved_to from ledger_archive`);
    await runSql(sql`update ledger_archive set copied_to = 0, copied_since = null, moved_to = 0`);
    const list = await user.browser.call(transactionListRoute, { input: { sort_by: "coins" } });
    expect((list.body.data as Transaction[]).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(list.cost.archiveRoundTrips).toBe(0);
    const { moved_to = 0 } = state[0] ?? {};
    await runSql(
      sql`update ledger_archive set copied_to = ${moved_to}, moved_to = ${moved_to}, copied_since = 1`,
    );
    expect(await idsByCoins(user)).toEqual(ids.toReversed());
  });
});

/** The rows of a user's ledger in both places, by key. */
async function keysOf(userId: number): Promise<string[]> {
  const live = await runSql<{ key: string }>(sql`select key from transactions where user_id = ${userId}`);
  return [...(await archivedRows(userId)), ...live].map(({ key }) => key).sort();
}

/** Runs a payment, moves its rows to the archive, and expects that running it again adds none. */
async function expectPaidOnce(userId: number, pay: () => Promise<unknown>): Promise<void> {
  await pay();
  const keys = await keysOf(userId);
  expect(keys.length).toBeGreaterThan(0);
  // So that none of them is the newest row.
  await giveCoins((await addUser()).id, 1);
  await archiveRows();
  expect(await runSql(sql`select 1 from transactions where user_id = ${userId}`)).toEqual([]);
  await pay();
  expect(await keysOf(userId)).toEqual(keys);
  await expectSums();
}

describe("a key of an archived row", () => {
  let admin: TestUser;
  beforeAll(async () => {
    admin = await signedInUser({ role: "admin" });
    await defineAchievements(db);
  });

  test("buys nothing again, also after the copy was sold", async () => {
    const buyer = await signedInUser();
    await runSql(sql`update users set coins = 100 where id = ${buyer.id}`);
    const { id } = await addWearable(admin.id, 1, { purchasable: "onsale", price: 5 }, false);
    await expectPaidOnce(buyer.id, () => buy(buyer, id, 5, "same-client-id"));
    await runSql(sql`delete from inventory where user_id = ${buyer.id}`);
    expect((await buy(buyer, id, 5, "same-client-id")).status).toBe(409);
    expect((await buy(buyer, id, 5, "other-client-id")).status).toBe(200);
  });

  test("creates nothing again", async () => {
    const maker = await signedInUser();
    await runSql(sql`update users set coins = 100 where id = ${maker.id}`);
    const input = { client_id: "the-same-item" };
    expect((await createItem(maker.browser, input)).status).toBe(201);
    await giveCoins((await addUser()).id, 1);
    await archiveRows();
    const again = await createItem(maker.browser, input);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
  });

  test("grants nothing again", async () => {
    const user = await signedInUser();
    const give = () =>
      admin.browser.call(grantRoute, {
        params: { username: user.username },
        input: { coins: 5, xp: 60, reason: "For the lanterns", client_id: "the-same-grant" },
      });
    await expectPaidOnce(user.id, give);
    expect((await give()).body.code).toBe("conflict");
  });

  test.each([
    ["challenge", "challenge:2026-01-01"],
    ["event", "event:7"],
    ["level challenge", "level-challenge:7"],
    ["first night", "first-night:dress"],
    ["daily coins", "daily:2026-01-01"],
    ["starter", "starter"],
    ["refund", "refund:7"],
    ["host's grant", "grant:1:call"],
  ])("of a %s is kept", async (_, start) => {
    const user = await signedInUser();
    const key = `${start}:${user.id}`;
    await expectPaidOnce(user.id, () =>
      db.all(
        new LedgerBatch(1).post(
          { key, user: user.id, type: 9, source: { type: "site", id: 0 }, coins: 3 },
          sql`where true`,
        ),
      ),
    );
    expect(await runSql(sql`select ${isKeyUsed(key)} as used`)).toEqual([{ used: 1 }]);
    expect(await runSql(sql`select 1 from ledger_keys where key = ${key}`)).toHaveLength(1);
  });

  test("of a spirit level or an achievement isn't needed: other rows say what was paid", async () => {
    const user = await signedInUser();
    const pay = async () => {
      await runSql(sql`update users set public_levels_count = 5 where id = ${user.id}`);
      await runSql(sql`insert into achievement_queue (user_id) values (${user.id})`);
      await awardAchievements(testEnv);
      await db.all(new LedgerBatch(1).paySpiritLevels(sql`${user.id}`));
    };
    await runSql(sql`update users set xp = 5000 where id = ${user.id}`);
    await expectPaidOnce(user.id, pay);
    const keys = await keysOf(user.id);
    expect(keys.some((key) => key.startsWith("spirit:"))).toBe(true);
    expect(keys.some((key) => key.startsWith("achievement:"))).toBe(true);
    expect(
      await runSql(sql`select 1 from ledger_keys where key glob 'spirit:*' or key glob 'achievement:*'`),
    ).toEqual([]);
  });

  test("of a clear isn't needed while the clear exists, and stays used when it's taken back", async () => {
    const [player, owner] = [await signedInUser(), await addUser()];
    const level = await addLevel(owner.id);
    const run = await storeRun(player.id, level, { previous_clear: "null", first: 1, best: 1 });
    await storeClear(player.id, level);
    await runPlaySql(sql`update clears set best_run_id = ${run} where user_id = ${player.id}`);
    const key = `clear:${level}:${player.id}`;
    const payFirstClear = () =>
      db.all(
        new LedgerBatch(1).post(
          { key, user: player.id, type: 6, source: { type: "level", id: level }, xp: 10 },
          sql`where true`,
        ),
      );
    await addLedgerRows(player.id, [{ key, type_id: 6, source_type: "level", source_id: level, xp: 10 }]);
    await giveCoins(owner.id, 1);
    await archiveRows();
    const stored = () => runSql(sql`select 1 from ledger_keys where key = ${key}`);
    expect(await stored()).toEqual([]);
    await playDb.batch(
      takeBackRunStatements(
        { id: run, user_id: player.id, level_id: level },
        { reason: "differs" },
        Date.now(),
      ),
    );
    await relayAll();
    expect(await runPlaySql(sql`select 1 from clears where user_id = ${player.id}`)).toEqual([]);
    expect(await stored()).toHaveLength(1);
    await payFirstClear();
    expect(await keysOf(player.id)).toEqual([key]);
  });
});

test("the history of a copy shows what is archived, and goes on with a resale", async () => {
  const maker = await signedInUser({ role: "admin" });
  const [first, second, third] = [
    await userWithCoins(100),
    await userWithCoins(100),
    await userWithCoins(100),
  ];
  const { id } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 5, stock: 1 }, false);
  const { body } = await buy(first, id, 5);
  const copy = (body.inventory as { id: number }).id;
  const history = async () =>
    (await first.browser.call(inventoryHistoryRoute, { params: { id: copy } })).body.transactions as object[];
  const sell = async (seller: TestUser, buyer: TestUser, price: number) => {
    await seller.browser.call(offerCopyRoute, { params: { id: copy }, input: { price } });
    const bought = await buyer.browser.call(purchaseCopyRoute, { params: { id: copy }, input: { price } });
    expect(bought.status).toBe(200);
  };
  const archive = async () => {
    await giveCoins(maker.id, 1);
    const before = await history();
    await archiveRows();
    expect(await history()).toEqual(before);
  };
  await archive();
  await sell(first, second, 20);
  expect(await history()).toHaveLength(2);
  await archive();
  await sell(second, third, 30);
  expect(await history()).toMatchObject([
    { values: { user: third.username, coins: "30", seller: second.username } },
    { values: { user: second.username, coins: "20", seller: first.username } },
    { values: { user: first.username, coins: "5", seller: "" } },
  ]);
  await archive();
  await expectSums();
  const paid = async ({ browser }: TestUser) =>
    (await browser.call(transactionListRoute, { input: { incoming: false } })).body.data as Transaction[];
  expect(await paid(third)).toMatchObject([
    { coins: -30, seller: { username: second.username }, inventories: [{ item: { id }, serial: 1 }] },
  ]);
});

test("an archived gift still names its occasion", async () => {
  const user = await signedInUser();
  await addLedgerRows(user.id, [{ key: `starter:${user.id}`, coins: 1 }]);
  await giveCoins((await addUser()).id, unique());
  await archiveRows();
  const { body } = await user.browser.call(transactionListRoute, {});
  expect(body.data).toMatchObject([{ gift: "starter", coins: 1 }]);
});
