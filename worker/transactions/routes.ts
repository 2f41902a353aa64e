import { type Columns, first, type SQL, sql, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { grantRoute, transactionListRoute } from "#domain/transactions/api.ts";
import { type SourceFilter, type TransactionType, transactionKind } from "#domain/transactions/types.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { type PageSlice, pageSlice, paginationLinks } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { grant, LedgerBatch, notifyWallets, walletsQuery } from "../ledger/ledger-batch.ts";
import { auditEntry } from "../moderation/audit.ts";
import { presentAccount, userColumns, userIdByName } from "../users/present.ts";
import {
  isGrant,
  isTaken,
  type LedgerOrder,
  mergeKinds,
  presentTransaction,
  type TransactionKind,
  type TransactionRow,
} from "./present.ts";

/** Which rows a list shows, and in which order. */
interface LedgerView extends LedgerOrder {
  /** 0 for any. */
  transaction_type: TransactionType | 0;
  source_type: SourceFilter;
}

interface KindRow extends TransactionKind {
  /** Of grants: how many took coins away. Lists of what a user gave count only those by others. */
  taken: number;
}

/** Purchases and the costs of creating items: the kind of rows that users pay with. */
const isPayment = sql`(n.type_id = 1 and n.source_type = 'item')`;

/** How many grants took coins away. */
const takenCount = (condition: string) =>
  sql.raw(`case when n.incoming = 1 and n.type_id = 5 and n.source_type = 'user'
    then (select count(*) from transactions t indexed by transactions_own_coins
      where t.user_id = n.user_id and t.kind = ${transactionKind(5, "user")} and t.kind % 16 <> 8 and ${condition})
    else 0 end`);

/** The kinds of rows of a direction, with counts; taken coins are counted with the other grants. */
function transactionKindsQuery(userId: number, { transaction_type, source_type, ...order }: LedgerView) {
  const typeFilter = transaction_type ? sql`and n.type_id = ${transaction_type}` : sql``;
  const sourceFilter = source_type ? sql`and n.source_type = ${source_type}` : sql``;
  const direction = order.incoming
    ? sql`n.incoming = 1 and not ${isPayment}`
    : sql`case n.incoming when 1 then ${isPayment} or (n.type_id = 5 and n.source_type = 'user') else n.type_id <> 1 end`;
  const taken = takenCount(order.incoming ? "t.coins < 0" : isTaken(userId));
  return statement<KindRow>`select n.incoming as own, n.type_id, n.source_type, n.count, ${taken} as taken
    from transaction_totals n where n.user_id = ${userId} and ${direction} ${typeFilter} ${sourceFilter}`;
}

/** A kind with the count of the rows that a list shows: grants without those that took coins away, or only these. */
const listedKind = (kind: KindRow, { incoming }: LedgerOrder): TransactionKind =>
  isGrant(kind) ? { ...kind, count: incoming ? kind.count - kind.taken : kind.taken } : kind;

/** Looks a source up only in its own table: null matches nothing and costs nothing. */
const sourceId = (type: string) =>
  sql`case when t.source_type = ${sql.raw(`'${type}'`)} then t.source_id end`;

/** For a purchase `t`, its seller; the keys of both rows are related (docs/ECONOMY.md, rule 5). */
const seller = sql.raw(`case when t.type_id = 1 and t.source_type = 'item' and t.coins < 0 then
  (select b.username from transactions s cross join users b on b.id = s.user_id where s.key = t.key || ':sale') end`);

/** For a row from the site, the first word of its key. */
const gift = sql.raw(`case when t.source_type = 'site' then substr(t.key, 1, instr(t.key, ':') - 1) end`);

/** Hidden items are named only to their creator. */
const isVisible = (alias: "i" | "n", userId: number) =>
  sql`(${sql.raw(alias)}.state = 'shown' or ${sql.raw(alias)}.user_id = ${userId})`;

/** Other items of the copies: `[[id, name, thumbnail], …]`. A single copy goes without: D1 counts rows. */
const otherItems = (userId: number) => {
  const listed = sql`json_group_array(json_array(n.id, n.name, n.thumbnail))`;
  const isOther = (id: SQL) => sql`(t.source_type <> 'item' or ${id} <> t.source_id)`;
  return sql`case json_array_length(t.copies)
    when 1 then (select ${listed} from items n
      where n.id = t.copies ->> '$[0][0]' and ${isOther(sql`t.copies ->> '$[0][0]'`)} and ${isVisible("n", userId)})
    else (select ${listed} from json_each(t.copies) c cross join items n on n.id = c.value ->> 0 and ${isVisible("n", userId)}
      where ${isOther(sql`c.value ->> 0`)}) end`;
};

/** A page of rows with sources. `u` is the source of an own row, or the owner of a row from this user. */
function rowsQuery(userId: number, kinds: readonly TransactionKind[], order: LedgerOrder, slice: PageSlice) {
  const own = sql`t.user_id = ${userId}`;
  return statement<TransactionRow>`with page as (${mergeKinds(userId, kinds, order, slice)})
    select t.id, t.type_id, t.source_type, t.source_id, t.coins, t.xp, t.copies, t.created_at, ${userColumns},
      ${own} as own, ${seller} as seller, ${gift} as gift,
      i.name as item_name, i.thumbnail as item_thumbnail, l.title, l.thumbnail as level_thumbnail, l.visibility,
      l.user_id as level_owner, k.name as challenge_name, e.short_name as event_name,
      case when t.copies is not null then ${otherItems(userId)} end as other_items
    from page p cross join transactions t on t.id = p.id
      left join users u on u.id = case when ${own} then ${sourceId("user")} else t.user_id end
      left join items i on i.id = ${sourceId("item")} and ${isVisible("i", userId)}
      left join levels l on l.id = ${sourceId("level")}
      left join challenges k on k.id = ${sourceId("challenge")}
      left join events e on e.id = ${sourceId("event")}`;
}

/** Returns a page of the signed-in user's ledger: a first round trip reads the kinds of rows, a second the page. */
async function listTransactions(
  gate: SessionGate,
  userId: number,
  { page, size, ...view }: LedgerView & { page: number; size: number },
): Promise<{ rows: TransactionRow[]; total: number }> {
  const all = await gate.all(transactionKindsQuery(userId, view));
  const kinds = all.map((kind) => listedKind(kind, view)).filter(({ count }) => count > 0);
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const slice = pageSlice(page, size, total);
  if (slice.limit === 0) return { rows: [], total };
  const { rows } = await gate.read({ rows: rowsQuery(userId, kinds, view, slice) });
  return { rows: slice.reverse ? rows.reverse() : rows, total };
}

export function transactionRoutes(app: HonoApp): void {
  handle(app, transactionListRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.transactions;
    const { rows, total } = await listTransactions(gate, viewer.id, { ...input, size });
    const context = { viewer, me: presentAccount(await gate.member(), now), now };
    return {
      data: rows.map((row) => presentTransaction(row, context)),
      ...paginationLinks(request, input.page, size, total),
    };
  });
}

export function grantRoutes(app: HonoApp): void {
  handle(app, grantRoute, async ({ params, input, gate, viewer, defer, env, now }) => {
    const { coins, xp, item_ids, reason } = input;
    const user = await gate.first(statement<Columns<"users", "id">>`select id from users
      where id = ${userIdByName(params.username)}`);
    if (!user) throw new ApiError("not_found", { message: "No one has this name." });
    if (coins === 0 && xp === 0 && item_ids.length === 0)
      throw new ApiError("invalid", {
        message: "Enter something to give.",
        errors: { coins: ["Enter something to give."] },
      });
    const ledger = new LedgerBatch(now);
    const key = `grant:${viewer.id}:${input.client_id ?? crypto.randomUUID()}`;
    const source = { type: "user", id: viewer.id } as const;
    // This batch's rows are the last ones of the ledger. An index would read all rows of the user.
    const granted = (column: string) => sql`(select sum(${sql.raw(column)}) from transactions not indexed
      where id >= ${ledger.rowId(key)} and user_id = ${user.id})`;
    const audit = auditEntry(now, {
      actor_id: viewer.id,
      action: "user.grant",
      subject_id: user.id,
      reason,
      details: { coins, xp, item_ids },
      before: sql`(select json_object('coins', coins - ${granted("coins")}, 'xp', xp - ${granted("xp")})
          from users where id = ${user.id})`,
      after: sql`(select json_object('coins', coins, 'xp', xp) from users where id = ${user.id})`,
      when: ledger.wrote(key),
    });
    const { wallet, row } = await gate.write({
      grant: grant(ledger, { key, user: user.id, type: 5, source, coins, xp, items: item_ids }, now),
      audit,
      wallet: first(walletsQuery(sql`${user.id}`)),
      row: first<Columns<"transactions", "id">>`select id from transactions where key = ${key}`,
    });
    if (!row || !wallet) throw new ApiError("too_few_coins", { message: "They don't have that many coins." });
    defer(notifyWallets(env, [wallet]));
    return { message: `Given to ${params.username}.`, coins: wallet.coins, xp: wallet.xp };
  });
}
