import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Database, type Statement, statement } from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import { addUser, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { SessionGate } from "#worker/http/session-gate.ts";
import { LedgerBatch } from "#worker/ledger/ledger-batch.ts";

interface Line {
  text: string;
}

const add = (text: string): Statement<Line> =>
  statement<Line>(sql`insert into lines (text) values (${text}) returning text`);
const all = statement<{ all: string | null }>(sql`select group_concat(text, ' ') as "all" from lines`);
const number = (n: number) => statement<{ n: number }>(sql`select ${n} as n`);

await runSql`create table lines (id integer primary key, text text not null)`;

describe("a batch", () => {
  test("returns each statement's rows under its name, in one round trip", async () => {
    const db = new Database(testEnv.DB);
    const {
      two: [two],
      one,
    } = await db.batch({ one: number(1), two: number(2) });
    expect([one, two?.n]).toEqual([[{ n: 1 }], 2]);
    expect(db.meter.roundTrips).toBe(1);
  });

  test("runs its statements, lists and nested batches in the order in which they are written", async () => {
    const results = await new Database(testEnv.DB).batch({
      z: add("a"),
      list: [add("b"), add("c")],
      nested: { y: add("d"), none: [], x: add("e") },
      a: add("f"),
      seen: all,
      later: [statement(sql`delete from lines`)],
      left: all,
    });
    expect(results).toEqual({
      z: [{ text: "a" }],
      nested: { y: [{ text: "d" }], x: [{ text: "e" }] },
      a: [{ text: "f" }],
      seen: [{ all: "a b c d e f" }],
      left: [{ all: null }],
    });
  });

  test("returns nothing for a list, and nothing under a name that it doesn't have", async () => {
    const results = await new Database(testEnv.DB).batch({ list: [number(1)], one: number(2) });
    // @ts-expect-error A list has no result.
    expect(results.list).toBeUndefined();
    // @ts-expect-error No statement has this name.
    expect(results.two).toBeUndefined();
    // @ts-expect-error The row has no such column.
    expect(results.one[0]?.m).toBeUndefined();
  });

  test("refuses names that JavaScript would reorder, and is one transaction", async () => {
    const batch = () => new Database(testEnv.DB).batch({ b: add("b"), nested: { 1: add("1") } });
    await expect(batch()).rejects.toThrow(TypeError);
    expect(await new Database(testEnv.DB).first(all)).toEqual({ all: null });
    const failing = statement(sql`insert into lines (text) values (null)`);
    await expect(new Database(testEnv.DB).batch({ first: add("a"), failing })).rejects.toThrow("NOT NULL");
    expect(await new Database(testEnv.DB).first(all)).toEqual({ all: null });
  });
});

describe("a gate without a session", () => {
  const gate = () => new SessionGate(new Database(testEnv.DB), null, Date.now(), { rejectBanned: true });

  test("returns the rows of reads and writes by name, and all or the first row of a single query", async () => {
    const { one, nested } = await gate().read({ one: number(1), nested: { two: number(2) } });
    expect([one, nested.two]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    const { added, seen } = await gate().write({ added: add("a"), clear: [], seen: all });
    expect([added, seen]).toEqual([[{ text: "a" }], [{ all: "a" }]]);
    expect(await gate().all(number(1))).toEqual([{ n: 1 }]);
    expect(await gate().first(number(1))).toEqual({ n: 1 });
    expect(await gate().first(statement<{ n: number }>(sql`select 1 as n where false`))).toBeUndefined();
  });
});

interface Attempt {
  key: string;
  allowed: boolean;
}

let user = 0;
await runSql`create table effects (key text not null)`;
user = (await addUser()).id;

/** A batch with a decision and an effect of it. Each call is an attempt of its own, like a retry. */
async function attempt({ key, allowed }: Attempt): Promise<void> {
  const ledger = new LedgerBatch(1);
  const source = { type: "site", id: 0 } as const;
  await db.batch({
    decision: ledger.post(
      { key, user, type: 9, source, coins: 1 },
      sql`from users u where u.id = ${user} and ${Number(allowed)}`,
    ),
    effect: statement(sql`insert into effects (key) select ${key} where ${ledger.wrote(key)}`),
  });
}

async function countsOf(key: string) {
  const [row] = await runSql<{ rows: number; effects: number }>`select
    (select count(*) from transactions where key = ${key}) as rows,
    (select count(*) from effects where key = ${key}) as effects`;
  return row;
}

test("a guard lets an action have its effects once, however often and concurrently it's attempted", async () => {
  const round = fc.array(fc.record({ n: fc.nat({ max: 2 }), allowed: fc.boolean() }), { maxLength: 5 });
  await forAllAsync(30, fc.array(round, { maxLength: 4 }), async (rounds) => {
    const prefix = `guard:${unique()}`;
    const attempts = rounds.map((some) => some.map(({ n, allowed }) => ({ key: `${prefix}:${n}`, allowed })));
    for (const some of attempts) await Promise.all(some.map(attempt));
    for (const n of [0, 1, 2]) {
      const key = `${prefix}:${n}`;
      const once = Number(attempts.flat().some((one) => one.key === key && one.allowed));
      expect(await countsOf(key)).toEqual({ rows: once, effects: once });
    }
  });
});

test("a guard of another batch doesn't hold, nor does one for a row that was never written", async () => {
  const key = `guard:${unique()}`;
  await attempt({ key, allowed: true });
  const { other, missing } = await db.batch({
    other: statement(sql`select 1 where ${new Guard().wrote("transactions", sql`key = ${key}`)}`),
    missing: statement(sql`select ${new Guard().idOf("transactions", sql`key = 'none'`)} as id`),
  });
  expect([other, missing]).toEqual([[], [{ id: null }]]);
});

test("a guard of a batch that fails leaves nothing", async () => {
  const key = `guard:${unique()}`;
  const ledger = new LedgerBatch(1);
  const source = { type: "site", id: 0 } as const;
  const failing = db.batch({
    decision: ledger.post({ key, user, type: 9, source, coins: 1 }, sql`where true`),
    effect: statement(sql`insert into effects (key) select ${key} where ${ledger.wrote(key)}`),
    fault: statement(sql`insert into effects (key) values (null)`),
  });
  await expect(failing).rejects.toThrow("NOT NULL");
  expect(await countsOf(key)).toEqual({ rows: 0, effects: 0 });
});
