import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import { addUser, db, runSql, unique } from "#tests/support/browser.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { LedgerBatch } from "#worker/ledger/ledger-batch.ts";

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

describe("a guard", () => {
  test("lets an action have its effects once, however often and concurrently it's attempted", async () => {
    const round = fc.array(fc.record({ n: fc.nat({ max: 2 }), allowed: fc.boolean() }), { maxLength: 5 });
    await forAllAsync(30, fc.array(round, { maxLength: 4 }), async (rounds) => {
      const prefix = `guard:${unique()}`;
      const attempts = rounds.map((some) =>
        some.map(({ n, allowed }) => ({ key: `${prefix}:${n}`, allowed })),
      );
      for (const some of attempts) await Promise.all(some.map(attempt));
      for (const n of [0, 1, 2]) {
        const key = `${prefix}:${n}`;
        const once = Number(attempts.flat().some((one) => one.key === key && one.allowed));
        expect(await countsOf(key)).toEqual({ rows: once, effects: once });
      }
    });
  });

  test("of another batch doesn't hold, nor does one for a row that was never written", async () => {
    const key = `guard:${unique()}`;
    await attempt({ key, allowed: true });
    const { other, missing } = await db.batch({
      other: statement(sql`select 1 where ${new Guard().wrote("transactions", sql`key = ${key}`)}`),
      missing: statement(sql`select ${new Guard().idOf("transactions", sql`key = 'none'`)} as id`),
    });
    expect([other, missing]).toEqual([[], [{ id: null }]]);
  });

  test("of a batch that fails leaves nothing", async () => {
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
});
