import { sql } from "drizzle-orm";
import fc from "fast-check";
import { type Database, statement } from "#db/database.ts";
import type { transactions } from "#db/schema/index.ts";
import type { InputOf } from "#domain/api/route.ts";
import { newYorkDay, startOfNewYorkDay } from "#domain/new-york.ts";
import { type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import { addUser, db, playDb, runPlaySql, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { relayAll, storeClear, storeRun } from "#tests/support/clears.ts";
import { addLedgerRows, giveCoins } from "#tests/support/coins.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { Life, mortal, orKilled } from "#tests/support/mortal.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { FOLD_AFTER_MS, foldSlice, foldXp } from "#worker/ledger/fold-xp.ts";
import { holdStatement, isKeyUsed, LedgerBatch, releaseStatement } from "#worker/ledger/ledger-batch.ts";
import { takeBackRunStatements } from "#worker/runs/take-back-run.ts";
import { allLedgerRows, type PlainRow } from "#worker/transactions/all-rows.ts";

const DAY_MS = 86_400_000;
/** The start of a day in New York, long ago. */
const DAY = startOfNewYorkDay("2026-03-10");
/** When that day can be folded. */
const LATER = DAY + DAY_MS + FOLD_AFTER_MS;

type NewRow = typeof transactions.$inferInsert;
type StoredRow = typeof transactions.$inferSelect;

/** XP of a level on that day. */
const xpRow = (fields: Partial<NewRow> = {}): Partial<NewRow> => ({
  type_id: 6,
  source_type: "level",
  source_id: 1,
  xp: 10,
  created_at: DAY,
  ...fields,
});

const rowsOf = (userId: number) =>
  runSql<StoredRow>`select * from transactions where user_id = ${userId} order by id`;

async function foldAll(now = LATER, rows = 4, database: Database = db): Promise<void> {
  while (await foldSlice(database, now, rows));
}

/** Expects that balances and totals are the sums of the rows. */
async function expectSums(): Promise<void> {
  expect(
    await runSql`select id, xp from users u where (coins, xp) <>
      (select coalesce(sum(coins), 0), coalesce(sum(xp), 0) from transactions where user_id = u.id)`,
  ).toEqual([]);
  const stored = sql`select user_id, type_id, source_type, count, coins, xp from transaction_totals where incoming = 1 and count <> 0`;
  const truth = sql`select user_id, type_id, source_type, count(*), sum(coins), sum(xp) from transactions group by user_id, type_id, source_type`;
  expect(await runSql`select * from (${stored}) except select * from (${truth})`).toEqual([]);
  expect(await runSql`select * from (${truth}) except select * from (${stored})`).toEqual([]);
  expect(await runSql`select * from ledger_folds`).toEqual([]);
}

/** A database that dies at one of its calls. */
const mortalDatabase = (dies: number, afterwards: boolean) => mortal(new Life(dies, afterwards)).main;

/** A database that does something else before it folds. That comes after the calls for progress, rows and folds. */
const beforeFold = (work: () => Promise<unknown>) => mortal(new Life(3, false, work)).main;

let user: { id: number };
beforeEach(async () => {
  user = await addUser();
});
afterEach(async () => {
  await runSql`delete from ledger_holds`;
  await expectSums();
});

test("old XP becomes one row of the day, with the number, sum, id and time of its rows", async () => {
  const ids = await addLedgerRows(user.id, [
    xpRow(),
    xpRow({ xp: 12, created_at: DAY + 5 }),
    xpRow({ xp: 3 }),
  ]);
  const before = await runSql`select coins, xp, ledger_id from users where id = ${user.id}`;
  await foldXp(testEnv, LATER);
  const id = ids.at(-1);
  expect(await rowsOf(user.id)).toEqual([
    {
      id,
      key: `xp:${id}`,
      stamp: 0,
      user_id: user.id,
      type_id: 6,
      source_type: "day",
      source_id: 3,
      kind: 104,
      coins: 0,
      xp: 25,
      copies: null,
      previous_id: null,
      created_at: DAY + 5,
    },
  ]);
  expect(await runSql`select coins, xp, ledger_id from users where id = ${user.id}`).toEqual(before);
  const [next = 0] = await addLedgerRows(user.id, [{}]);
  expect(next).toBeGreaterThan(id ?? 0);
});

test("old XP stays as it is for 60 days and until that day is over, and a single row for good", async () => {
  const now = DAY + 200 * DAY_MS + 3_600_000;
  const cutoff = startOfNewYorkDay(newYorkDay(now - FOLD_AFTER_MS));
  const single = await addUser();
  await addLedgerRows(single.id, [xpRow({ created_at: cutoff - 1 })]);
  const ids = await addLedgerRows(user.id, [
    ...[cutoff - 1, cutoff - 1].map((created_at) => xpRow({ created_at })),
    ...[cutoff, cutoff].map((created_at) => xpRow({ created_at })),
    // Older, but they wait for those before.
    ...[1, 1].map((created_at) => xpRow({ created_at })),
  ]);
  await foldAll(now);
  expect((await rowsOf(user.id)).map(({ id }) => id)).toEqual(ids.slice(1));
  expect(await rowsOf(single.id)).toMatchObject([{ source_type: "level", xp: 10 }]);
  await foldAll(now + DAY_MS);
  expect((await rowsOf(user.id)).map(({ id }) => id)).toEqual([ids[1], ids[3], ids[5]]);
});

test.each<[string, Partial<NewRow> & { of?: "another" }]>([
  ["with coins", { coins: 1 }],
  ["with a loss of coins", { coins: -1 }],
  ["with copies", { copies: "[[1,1]]" }],
  ["without XP", { xp: 0 }],
  ["from a person", { source_type: "user" }],
  ["of another type", { type_id: 3 }],
  ["of the day before", { created_at: DAY - 1 }],
  ["of the day after", { created_at: DAY + DAY_MS }],
  ["of another user", { of: "another" }],
])("old XP leaves a row %s as it is", async (_, { of, ...fields }) => {
  const another = await addUser();
  await giveCoins(user.id, 5);
  const owner = of ? another : user;
  const [first = 0] = await addLedgerRows(user.id, [xpRow()]);
  const [id = 0] = await addLedgerRows(owner.id, [xpRow(fields)]);
  const [last = 0] = await addLedgerRows(user.id, [xpRow()]);
  const before = await runSql`select * from transactions where id = ${id}`;
  await foldAll(LATER + 2 * DAY_MS, 100);
  expect(await runSql`select * from transactions where id = ${id}`).toEqual(before);
  expect(await runSql`select id from transactions where id = ${first}`).toEqual([]);
  expect(await runSql`select source_id, xp from transactions where id = ${last}`).toEqual([
    { source_id: 2, xp: 20 },
  ]);
});

test("old XP that was folded is not folded again", async () => {
  await addLedgerRows(user.id, [xpRow(), xpRow()]);
  await foldAll();
  // Rows that claim to be of that day can't come later. They would have a row of their own.
  await addLedgerRows(user.id, [xpRow(), xpRow(), xpRow()]);
  await foldAll();
  expect((await rowsOf(user.id)).map(({ source_id, xp }) => [source_id, xp])).toEqual([
    [2, 20],
    [3, 30],
  ]);
});

test("old XP is folded a bounded number of rows at a time", async () => {
  await addLedgerRows(
    user.id,
    [1, 2, 3].flatMap((n) => [xpRow({ created_at: n * DAY_MS }), xpRow({ created_at: n * DAY_MS })]),
  );
  const counts = [];
  for (let i = 0; i < 3; i++) {
    expect(await foldSlice(db, LATER, 2)).toBe(true);
    counts.push((await rowsOf(user.id)).length);
  }
  // Other rows can come before these.
  expect(counts.every((count, i) => count >= 5 - i)).toBe(true);
  await foldAll();
  expect(await rowsOf(user.id)).toHaveLength(3);
});

describe("a fold", () => {
  const command = (fields: Record<string, number>) => {
    const all: Record<string, number> = {
      type_id: 6,
      starts_at: DAY,
      ends_at: DAY + DAY_MS,
      rows: 2,
      xp: 20,
      last_at: DAY,
      ...fields,
    };
    const [names, values] = [Object.keys(all), Object.values(all)];
    return statement(
      sql`insert into ledger_folds (${sql.raw(names.join(", "))}) values (${sql.join(
        values.map((value) => sql`${value}`),
        sql`, `,
      )}) returning id`,
    );
  };

  test.each(["rows", "xp", "last_id", "last_at"])("does nothing if %s isn't what there is", async (name) => {
    const [, last_id = 0] = await addLedgerRows(user.id, [xpRow(), xpRow()]);
    const right: Record<string, number> = { user_id: user.id, rows: 2, xp: 20, last_id, last_at: DAY };
    for (const difference of [-1, 1]) {
      expect(await db.all(command({ ...right, [name]: (right[name] ?? 0) + difference }))).toEqual([]);
      expect(await rowsOf(user.id)).toHaveLength(2);
    }
    expect(await db.all(command(right))).toHaveLength(1);
    expect(await rowsOf(user.id)).toHaveLength(1);
  });

  test("of no rows does nothing", async () => {
    expect(await db.all(command({ user_id: user.id, rows: 0, xp: 0, last_id: 0, last_at: 0 }))).toEqual([]);
    expect(await rowsOf(user.id)).toEqual([]);
  });

  test("does nothing if rows have come since they were read, and is done the next time", async () => {
    await foldAll(LATER, 100);
    await addLedgerRows(user.id, [xpRow(), xpRow()]);
    const late = beforeFold(() => addLedgerRows(user.id, [xpRow()]));
    expect(await foldSlice(late, LATER, 100)).toBe(false);
    expect(await rowsOf(user.id)).toHaveLength(3);
    await foldAll();
    expect(await rowsOf(user.id)).toMatchObject([{ source_id: 3, xp: 30 }]);
  });

  test("waits while rows are held, also if the hold began after they were read", async () => {
    await foldAll(LATER, 100);
    await addLedgerRows(user.id, [xpRow(), xpRow()]);
    const held = beforeFold(() => db.all(holdStatement(LATER + 1)));
    await foldSlice(held, LATER, 100);
    await foldXp(testEnv, LATER);
    expect(await rowsOf(user.id)).toHaveLength(2);
    await foldXp(testEnv, LATER + 1);
    expect(await rowsOf(user.id)).toHaveLength(1);
  });

  test("ends no other hold than its own", async () => {
    const now = Date.now();
    for (const until of [now + 1, now + 2]) await db.all(holdStatement(until));
    await db.all(releaseStatement(now + 2));
    expect(await runSql`select held_until from ledger_holds`).toEqual([{ held_until: now + 1 }]);
  });

  test("is the only way in which rows leave the ledger, and in which rows of days come", async () => {
    const [id = 0, last = 0] = await addLedgerRows(user.id, [
      xpRow({ created_at: DAY - 1 }),
      xpRow(),
      xpRow(),
    ]);
    const expectClosed = async () => {
      for (const attempt of [
        sql`delete from transactions where id in (${id}, ${last})`,
        sql`update transactions set xp = 11 where id in (${id}, ${last})`,
      ])
        await expect(runSql`${attempt}`).rejects.toThrow("append-only");
      await expect(addLedgerRows(user.id, [xpRow({ source_type: "day" })])).rejects.toThrow("folded");
    };
    await expectClosed();
    await foldAll();
    expect(await rowsOf(user.id)).toHaveLength(2);
    await expectClosed();
  });
});

test("nothing is lost, paid twice or left, however payments, folds, crashes and holds interleave", async () => {
  const users = [await addUser(), await addUser(), await addUser()];
  let time = DAY + 100 * DAY_MS;
  /** The number of rows and XP by user, day and type. */
  const paid = new Map<string, [rows: number, xp: number]>();
  const others = new Map<number, StoredRow>();
  const groupOf = ({ user_id, created_at, type_id }: StoredRow) =>
    `${user_id} ${newYorkDay(created_at)} ${type_id}`;
  const row = fc.record({
    type_id: fc.constantFrom(6 as const, 6 as const, 12 as const),
    source_type: fc.constantFrom("level" as const, "level" as const, "event" as const, "user" as const),
    coins: fc.constantFrom(0, 0, 0, 1),
    xp: fc.integer({ min: 0, max: 9 }),
    copies: fc.constantFrom(null, null, null, "[[1,1]]"),
  });
  const rows = fc.integer({ min: 1, max: 12 });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("pay" as const),
      user: fc.nat(2),
      rows: fc.array(row, { minLength: 1, maxLength: 6 }),
      wait: fc.constantFrom(0, 3, 9, 30),
    }),
    fc.record({
      kind: fc.constant("fold" as const),
      rows,
      dies: fc.integer({ min: -1, max: 9 }),
      afterwards: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("overlap" as const), rows }),
    fc.record({ kind: fc.constant("hold" as const), rows }),
  );
  await forAllAsync(25, fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    for (const one of steps) {
      const now = time + FOLD_AFTER_MS;
      if (one.kind === "pay") {
        time += one.wait * 3_600_000;
        const user = users[one.user] as { id: number };
        const ids = await addLedgerRows(
          user.id,
          one.rows.map((fields) => ({ ...fields, source_id: user.id, created_at: time })),
        );
        for (const stored of await runSql<StoredRow>`select * from transactions
            where id >= ${ids[0] ?? 0}`) {
          const [count, xp] = paid.get(groupOf(stored)) ?? [0, 0];
          if (stored.coins || stored.copies || !stored.xp || stored.source_type === "user")
            others.set(stored.id, stored);
          else paid.set(groupOf(stored), [count + 1, xp + stored.xp]);
        }
      } else if (one.kind === "overlap") {
        await Promise.all([foldAll(now, one.rows), foldAll(now, one.rows + 1)]);
      } else if (one.kind === "hold") {
        await db.all(holdStatement(now + 1));
        const before = await runSql`select * from transactions order by id`;
        await foldAll(now, one.rows);
        expect(await runSql`select * from transactions order by id`).toEqual(before);
        await db.all(releaseStatement(now + 1));
      } else {
        await orKilled(foldAll(now, one.rows, mortalDatabase(one.dies, one.afterwards)));
      }
      await expectSums();
    }
    time += DAY_MS;
    await foldAll(time + FOLD_AFTER_MS, 50);
    const stored = await runSql<StoredRow>`select * from transactions where user_id in (${sql.join(
      users.map(({ id }) => sql`${id}`),
      sql`, `,
    )}) order by id`;
    const found = stored.filter(({ id }) => !others.has(id));
    expect(stored.filter(({ id }) => others.has(id))).toEqual(
      [...others.values()].sort((a, b) => a.id - b.id),
    );
    expect(
      new Map(
        found.map((each) => [groupOf(each), [each.source_type === "day" ? each.source_id : 1, each.xp]]),
      ),
    ).toEqual(paid);
    expect(found).toHaveLength(paid.size);
    expect(found.filter(({ source_type, source_id }) => source_type === "day" && source_id < 2)).toEqual([]);
  });
}, 120_000);

describe("a key of a folded row", () => {
  test.each(["event:7", "level-challenge:7", "grant:1:call"])("like %s is used up", async (start) => {
    const { id: user } = await addUser();
    const key = `${start}:${user}`;
    const entry = { key, user, type: 6, source: { type: "level", id: 1 }, xp: 10 } as const;
    const pay = () => db.all(new LedgerBatch(DAY).post(entry, sql`where true`));
    await pay();
    await addLedgerRows(user, [xpRow()]);
    await foldAll();
    expect(await rowsOf(user)).toMatchObject([{ source_id: 2, xp: 20 }]);
    await pay();
    expect(await rowsOf(user)).toMatchObject([{ source_id: 2, xp: 20 }]);
    expect(await runSql`select ${isKeyUsed(key)} as used`).toEqual([{ used: 1 }]);
  });

  test("of a clear or an achievement leaves none: other rows say what was paid", async () => {
    const keys = [`clear:${unique()}:${user.id}`, `achievement:${unique()}:${user.id}`];
    await addLedgerRows(
      user.id,
      keys.map((key) => xpRow({ key })),
    );
    await foldAll();
    expect(await rowsOf(user.id)).toHaveLength(1);
    expect(await runSql`select key from ledger_keys where key in (${keys[0]}, ${keys[1]})`).toEqual([]);
  });

  test("of a clear stays used when the clear is taken back", async () => {
    const [player, owner] = [await signedInUser(), await addUser()];
    const level = await addLevel(owner.id);
    const run = await storeRun(player.id, level, { previous_clear: "null", first: 1, best: 1 });
    await storeClear(player.id, level);
    await runPlaySql`update clears set best_run_id = ${run} where user_id = ${player.id}`;
    const key = `clear:${level}:${player.id}`;
    await addLedgerRows(player.id, [xpRow({ key }), xpRow()]);
    await foldAll();
    await playDb.batch(
      takeBackRunStatements(
        { id: run, user_id: player.id, level_id: level },
        { reason: "differs" },
        Date.now(),
      ),
    );
    await relayAll();
    expect(await runPlaySql`select 1 from clears where user_id = ${player.id}`).toEqual([]);
    await addLedgerRows(player.id, [xpRow({ key })]);
    expect(await rowsOf(player.id)).toMatchObject([{ source_type: "day" }]);
  });
});

test("a folded row is listed in its place, under its type, and in every order", async () => {
  const user = await signedInUser();
  const list = async (input: Partial<InputOf<typeof transactionListRoute>>) =>
    ((await user.call(transactionListRoute, input)).body.data as Transaction[]).map(({ id }) => id);
  const [before = 0, , day = 0, after = 0, achievement = 0] = await addLedgerRows(user.id, [
    { coins: 5, xp: 3 },
    xpRow(),
    xpRow({ xp: 20 }),
    { coins: 1, xp: 50 },
    xpRow({ type_id: 12, source_type: "achievement", xp: 7 }),
  ]);
  await foldAll();
  expect(await list({})).toEqual([achievement, after, day, before]);
  expect(await list({ order: "asc" })).toEqual([before, day, after, achievement]);
  expect(await list({ transaction_type: 6 })).toEqual([day]);
  expect(await list({ transaction_type: 12 })).toEqual([achievement]);
  expect(await list({ source_type: "user" })).toEqual([]);
  expect(await list({ sort_by: "xp" })).toEqual([after, day, achievement, before]);
  expect(await list({ sort_by: "coins" })).toEqual([before, after, achievement, day]);
  expect(await list({ sort_by: "coins", order: "asc" })).toEqual([day, achievement, after, before]);
  expect(await list({ incoming: false })).toEqual([]);
  expect((await user.call(transactionListRoute, { transaction_type: 6 })).body).toMatchObject({
    data: [{ source_type: "day", source_id: 2, source: null, xp: 30, coins: 0, inventories: [] }],
  });
});

test("a folded row comes once in an export, though the schedule folds while it is read", async () => {
  await addLedgerRows(
    user.id,
    Array.from({ length: 600 }, (_, i) => xpRow({ xp: 1, type_id: i % 2 ? 6 : 12 })),
  );
  await db.all(holdStatement(LATER + 1));
  let sum = 0;
  for await (const page of allLedgerRows(db, user.id)) {
    for (const { xp } of page) sum += xp;
    await foldAll(LATER, 1_000);
  }
  expect(sum).toBe(600);
  await db.all(releaseStatement(LATER + 1));
  await foldAll(LATER, 1_000);
  const rows: PlainRow[] = [];
  for await (const page of allLedgerRows(db, user.id)) rows.push(...page);
  expect(rows.map(({ source_id, xp }) => [source_id, xp])).toEqual([
    [300, 300],
    [300, 300],
  ]);
});
