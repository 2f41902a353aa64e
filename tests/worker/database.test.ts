import { sql } from "drizzle-orm";
import { Database, type Statement, statement } from "#db/database.ts";
import { runSql, testEnv } from "#tests/support/browser.ts";
import { SessionGate } from "#worker/http/session-gate.ts";

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

  test("refuses names that JavaScript would reorder", async () => {
    const batch = () => new Database(testEnv.DB).batch({ b: add("b"), nested: { 1: add("1") } });
    await expect(batch()).rejects.toThrow(TypeError);
    expect(await new Database(testEnv.DB).first(all)).toEqual({ all: null });
  });

  test("is one transaction", async () => {
    const failing = statement(sql`insert into lines (text) values (null)`);
    await expect(new Database(testEnv.DB).batch({ first: add("a"), failing })).rejects.toThrow("NOT NULL");
    expect(await new Database(testEnv.DB).first(all)).toEqual({ all: null });
  });
});

describe("a gate without a session", () => {
  const gate = () => new SessionGate(new Database(testEnv.DB), null, Date.now(), { rejectBanned: true });

  test("returns the rows of reads and writes by name", async () => {
    const { one, nested } = await gate().read({ one: number(1), nested: { two: number(2) } });
    expect([one, nested.two]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    const { added, seen } = await gate().write({ added: add("a"), clear: [], seen: all });
    expect([added, seen]).toEqual([[{ text: "a" }], [{ all: "a" }]]);
  });

  test("returns the rows, or the first row, of a single query", async () => {
    expect(await gate().all(number(1))).toEqual([{ n: 1 }]);
    expect(await gate().first(number(1))).toEqual({ n: 1 });
    expect(await gate().first(statement<{ n: number }>(sql`select 1 as n where false`))).toBeUndefined();
  });
});
