import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import type { SourceType, TransactionType } from "#domain/transactions/types.ts";
import { GOLD_XP_PERCENT } from "#domain/users/spirit.ts";
import { notifyUser } from "../live/notify.ts";

/** Condition: a row with this key was written, or the key was used up. */
export const isKeyUsed = (key: SQL | string) => sql`(exists (select 1 from transactions where key = ${key})
  or exists (select 1 from ledger_keys where key = ${key}))`;

/** The statement that uses a key up without a row, on a condition. */
export const spendKey = (key: string, when: SQL): Statement =>
  statement`insert or ignore into ledger_keys (key) select ${key} where ${when}`;

/** Lets no row of the ledger be folded before a time. */
export const holdStatement = (until: number): Statement =>
  statement`insert or ignore into ledger_holds (held_until) values (${until})`;

/** Ends the hold that lasts until a time. */
export const releaseStatement = (until: number): Statement =>
  statement`delete from ledger_holds where held_until = ${until}`;

/** A user's coins and XP. The one with the larger `ledger_id` is newer. */
export type Wallet = Columns<"users", "id" | "coins" | "xp" | "ledger_id">;

/** Selects users' wallets; `users` is a list of ids, or a select of them. */
export const walletsQuery = (users: SQL): Statement<Wallet> =>
  statement<Wallet>`select id, coins, xp, ledger_id from users where id in (${users})`;

/** Notifies users' pages of their new balances. */
export async function notifyWallets(env: Env, wallets: readonly Wallet[]): Promise<void> {
  await Promise.all(
    wallets.map(({ id, ...wallet }) => notifyUser(env, id, { event: "LedgerMoved", ...wallet })),
  );
}

/** One row of the ledger, as SQL expressions: each can be a value or a column of `from`. */
export interface Movement {
  /** Permanently unique, including the user: a second row with the same key isn't written. */
  key: SQL | string;
  /** The user whose coins and XP change. */
  user: SQL | number;
  type: TransactionType;
  source: { type: SourceType; id: SQL | number };
  /** Whole coins, negative if spent. */
  coins?: SQL | number;
  /** Whole XP, including Gold's bonus (`withGold`). */
  xp?: SQL | number;
  /** Copies gained or lost, as JSON: `[[item, serial], …]`. */
  copies?: SQL;
  /** For a resold copy: the row by which the seller got it. */
  previous?: SQL;
}

/**
 * The ledger rows and other statements of one database batch. All coins and XP move through `post`. A batch
 * is one transaction, so it's written completely or not at all; a row's key prevents duplicates; and `wrote`
 * limits the other statements to the batch that wrote the row, so a retry does nothing.
 */
export class LedgerBatch {
  /** Distinguishes this batch's rows from those of others. */
  readonly guard = new Guard();
  readonly #now: number;

  /** `now`: milliseconds since 1970, written with every row. */
  constructor(now: number) {
    this.#now = now;
  }

  /** Writes a row for each row of `from` ("from users u where …"), except for existing keys. */
  post(
    { key, user, type, source, coins = 0, xp = 0, copies = sql`null`, previous = sql`null` }: Movement,
    from: SQL,
  ): Statement {
    return statement`insert into transactions
        (key, stamp, user_id, type_id, source_type, source_id, coins, xp, copies, previous_id, created_at)
      select ${key}, ${this.guard.stamp}, ${user}, ${sql.raw(String(type))}, ${source.type}, ${source.id}, ${coins}, ${xp},
        ${copies}, ${previous}, ${this.#now} ${from} on conflict (key) do nothing`;
  }

  /** A condition: whether this batch has written the row with this key. */
  wrote(key: SQL | string): SQL {
    return this.guard.wrote("transactions", sql`key = ${key}`);
  }

  /** The id of the row with this key, if this batch has written it. */
  rowId(key: SQL | string): SQL {
    return this.guard.idOf("transactions", sql`key = ${key}`);
  }

  /** Pays 10 coins times each newly reached spirit level's number, once. After all rows that add XP. */
  paySpiritLevels(users: SQL): Statement {
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

/** XP including the Gold bonus if the user `u` has Gold, rounded down (docs/ECONOMY.md, rule 23). */
export const withGold = (xp: SQL | number, now: number): SQL =>
  sql`cast(${xp} * (case when u.gold_until > ${now} then ${GOLD_FACTOR} else 1 end) as integer)`;

/** A gift to one user. SQL expressions can refer to `u`, the user's row. */
interface Grant {
  key: SQL | string;
  user: number;
  type: TransactionType;
  source: { type: SourceType; id: SQL | number };
  /** Negative to take coins away; nothing happens if the user doesn't have enough. */
  coins: SQL | number;
  xp: SQL | number;
  /** Ids or a select of items to copy. Skips owned, sold out and hidden ones. */
  items?: readonly number[] | SQL;
  /** Nothing is given unless this condition holds. */
  when?: SQL;
}

/** Gives coins, XP and items: all or nothing, once per key. Also pays for new spirit levels. */
export function grant(batch: LedgerBatch, gift: Grant, now: number): Statement[] {
  return [...grantWithoutSpirit(batch, gift, now), batch.paySpiritLevels(sql`${gift.user}`)];
}

/** Like `grant`, but without spirit levels, for batches that pay them at the end. */
export function grantWithoutSpirit(
  batch: LedgerBatch,
  { key, user, type, source, coins, xp, items = [], when = sql`true` }: Grant,
  now: number,
): Statement[] {
  const wanted = Array.isArray(items) ? sql`select value from json_each(${JSON.stringify(items)})` : items;
  const given = sql`items i where i.id in (${wanted}) and i.state = 'shown'
    and not exists (select 1 from inventory where user_id = ${user} and item_id = i.id)
    and (i.stock is null or (i.sold_out = 0 and i.sales_count < i.stock))`;
  const row = batch.post(
    {
      key,
      user,
      type,
      source,
      coins,
      xp,
      copies: sql`(select nullif(json_group_array(json_array(i.id, i.sales_count + 1)), '[]') from ${given})`,
    },
    sql`from users u where u.id = ${user} and u.coins + ${coins} >= 0 and ${when}`,
  );
  const copies = statement`insert into inventory (user_id, item_id, type_id, serial, transaction_id, created_at)
    select ${user}, i.id, i.type_id, i.sales_count + 1, ${batch.rowId(key)}, ${now} from ${given} and ${batch.wrote(key)}`;
  const hasItems = !Array.isArray(items) || items.length > 0;
  return hasItems ? [row, copies] : [row];
}
