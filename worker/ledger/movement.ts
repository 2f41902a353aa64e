import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { SourceType, TransactionType } from "#domain/transactions/types.ts";
import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";

/**
 * One row of the ledger, as expressions over the select it is written with: each may be a value or a column of `from`.
 */
export interface Movement {
  /** Names the act for this user, for ever: a second row of the same key is not written. */
  key: SQL | string;
  /** Whose coins and XP. */
  user: SQL | number;
  type: TransactionType;
  source: { type: SourceType; id: SQL | number };
  /** Whole coins, negative where they go. */
  coins?: SQL | number;
  /** Whole XP, with Gold's share in it (`withGold`). */
  xp?: SQL | number;
  /** Copies that come or go, as JSON: `[[item, serial], …]`. */
  copies?: SQL;
  /** Of a copy that is resold: the row that brought it to its seller. */
  previous?: SQL;
}

/**
 * What is written together: the ledger's rows of one batch and the statements that go with them. All coins and XP move
 * through `post`. A batch is one transaction, so nothing of it is there without the rest; the key of a row makes that it
 * is there once; `wrote` lets the batch's other statements take effect only where its own row was written, so that trying
 * again does nothing.
 */
export class Act {
  /** Names this batch in what it writes. */
  readonly stamp = crypto.getRandomValues(new Uint32Array(1))[0] as number;
  readonly #now: number;

  /** `now`: milliseconds since 1970, written with every row. */
  constructor(now: number) {
    this.#now = now;
  }

  /** Writes a row for each row of `from` ("from users u where …"), but for keys that are there. */
  post(
    { key, user, type, source, coins = 0, xp = 0, copies = sql`null`, previous = sql`null` }: Movement,
    from: SQL,
  ): Statement {
    return statement(sql`insert into transactions
        (key, stamp, user_id, type_id, source_type, source_id, coins, xp, copies, previous_id, created_at)
      select ${key}, ${this.stamp}, ${user}, ${sql.raw(String(type))}, ${source.type}, ${source.id}, ${coins}, ${xp},
        ${copies}, ${previous}, ${this.#now} ${from} on conflict (key) do nothing`);
  }

  /** Whether this batch has written the row of a key, as a condition. */
  wrote(key: SQL | string): SQL {
    return sql`exists (select 1 from transactions where key = ${key} and stamp = ${this.stamp})`;
  }

  /** The id of the row of a key that this batch has written. */
  row(key: SQL | string): SQL {
    return sql`(select id from transactions where key = ${key} and stamp = ${this.stamp})`;
  }

  /**
   * Pays those people for the spirit levels that they have reached, 10 coins a level's number, each level once
   * (DECISIONS, "Rules"). Belongs after every row that may bring XP. `users` is a list of ids as SQL.
   */
  spirit(users: SQL): Statement {
    const n = sql`(spirit_level + 1)`;
    const due = sql`(with recursive due(user_id, level, xp) as (
        select id, spirit_level + 1, xp from users where id in (${users}) and 50 * ${n} * (${n} - 1) <= xp
        union all select user_id, level + 1, xp from due where 50 * (level + 1) * level <= xp)
      select * from due) d`;
    return this.post(
      {
        key: sql`'spirit:' || d.user_id || ':' || d.level`,
        user: sql`d.user_id`,
        type: 8,
        source: { type: "spirit", id: sql`d.level` },
        coins: sql`10 * d.level`,
      },
      sql`from ${due} where true`,
    );
  }
}

const GOLD_FACTOR = sql.raw(String(1 + GOLD_XP_PERCENT / 100));

/** XP with Gold's share for whoever has Gold (`u`, a row of users), rounded down (DECISIONS, "Rules"). */
export const withGold = (xp: SQL | number, now: number): SQL =>
  sql`cast(${xp} * (case when u.gold_until > ${now} then ${GOLD_FACTOR} else 1 end) as integer)`;
