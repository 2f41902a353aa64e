import { type Cell, type Columns, type ColumnsAs, type Nullable, type SQL, sql } from "#db/database.ts";
import { ACHIEVEMENT_SETS, achievementPicture } from "#domain/achievements/sets.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { once } from "#domain/once.ts";
import { SITE } from "#domain/site.ts";
import { createdTimes } from "#domain/time.ts";
import { GIFTS, type Transaction, type TransactionSource } from "#domain/transactions/api.ts";
import {
  type SourceType,
  TRANSACTION_TYPES,
  type TransactionSort,
  TYPES_WITHOUT_XP,
  transactionKind,
} from "#domain/transactions/types.ts";
import { spiritTier } from "#domain/users/spirit.ts";
import { orderBy, type PageSlice } from "../http/pagination.ts";
import { itemPictureUrl } from "../items/present.ts";
import { thumbnailUrl } from "../levels/present.ts";
import { presentUser, type UserColumns } from "../users/present.ts";

/** A kind of ledger row: one range of each of the ledger's indexes. */
export interface TransactionKind extends Columns<"transaction_totals", "type_id" | "source_type" | "count"> {
  /** Of the user's own rows, or of rows of others that came from them. */
  own: 0 | 1;
}

export interface LedgerOrder {
  /** Rows that came to the user; otherwise those that they spent and gave. */
  incoming: boolean;
  sort_by: TransactionSort;
  order: "asc" | "desc";
}

/** Grants by a user are the only kind with rows of both directions. */
export const isGrant = ({ own, type_id, source_type }: TransactionKind): boolean =>
  own === 1 && type_id === 5 && source_type === "user";

/** A grant that took coins away from someone else than its giver, whose own rows are listed as given. */
export const isTaken = (userId: number): string => `t.coins < 0 and t.source_id <> ${userId}`;

/** A kind's range in the index for the sort order, as `k` and `id`. Reads no ledger rows. */
function indexRange(userId: number, kind: TransactionKind, { incoming, sort_by }: LedgerOrder): SQL {
  const { own, type_id, source_type } = kind;
  const index = own ? "transactions_own" : "transactions_from";
  const taken = incoming ? "and t.coins >= 0" : `and ${isTaken(userId)}`;
  const where = own
    ? `t.user_id = ${userId} and t.kind = ${transactionKind(type_id, source_type)} ${isGrant(kind) ? taken : ""}`
    : `t.source_type = 'user' and t.source_id = ${userId} and t.type_id = ${type_id}`;
  // Ids grow with time.
  if (sort_by === "created_at")
    return sql.raw(`select t.id as k, t.id from transactions t indexed by ${index} where ${where}`);
  const isZero = sort_by === "xp" ? TYPES_WITHOUT_XP.includes(type_id) : source_type === "day";
  if (isZero) {
    // Rows that never bring any are in none of its indexes. They sort as 0, taken from their totals row: SQLite reads
    // an index without sorting if the order starts with a column of a single row, but not if it's a number.
    const total = `n.user_id = ${userId} and n.incoming = ${own} and n.type_id = ${type_id}
      and n.source_type = '${source_type}'`;
    return sql.raw(`select n.${sort_by} as k, t.id from transaction_totals n cross join transactions t indexed by ${index}
      where ${total} and ${where}`);
  }
  // A partial index is only used if the query contains its condition.
  const inIndex = own
    ? { xp: `and t.kind / 16 not in (${TYPES_WITHOUT_XP.join(", ")})`, coins: "and t.kind % 16 <> 8" }
    : { xp: `and t.type_id not in (${TYPES_WITHOUT_XP.join(", ")})`, coins: "" };
  return sql.raw(`select t.${sort_by} as k, t.id from transactions t indexed by ${index}_${sort_by}
    where ${where} ${inIndex[sort_by]}`);
}

const union = (selects: readonly SQL[]): SQL => sql.join([...selects], sql` union all `);

/** D1 allows this many selects in one `union`. */
const MAX_SELECTS = 5;

/** Nests sorted selects to stay within that limit. SQLite flattens inner unions without an order. */
function nestUnions(selects: readonly SQL[]): readonly SQL[] {
  if (selects.length <= MAX_SELECTS) return selects;
  const groups: SQL[] = [];
  for (let i = 0; i < selects.length; i += MAX_SELECTS)
    groups.push(sql`select k, id from (${union(selects.slice(i, i + MAX_SELECTS))})`);
  return nestUnions(groups);
}

/** Selects `k` and `id` of a page of a user's rows of these kinds. Ties are broken by id. */
export function mergeKinds(
  userId: number,
  kinds: readonly TransactionKind[],
  ledgerOrder: LedgerOrder,
  { limit, offset, reverse }: PageSlice,
): SQL {
  const selects = nestUnions(kinds.map((kind) => indexRange(userId, kind, ledgerOrder)));
  const order = orderBy(["k", "id"], ledgerOrder.order, reverse);
  return sql`${union(selects)} order by ${order} limit ${sql.raw(`${limit} offset ${offset}`)}`;
}

/** A row with its source: only the columns of its kind, and those of the user `u`, are filled. */
export interface TransactionRow
  extends Omit<UserColumns, "u_id">,
    Columns<"transactions", "id" | "type_id" | "source_type" | "source_id" | "coins" | "xp" | "created_at">,
    Nullable<ColumnsAs<"items", { item_name: "name" }>>,
    ColumnsAs<"items", { item_thumbnail: "thumbnail" }>,
    Nullable<Columns<"levels", "title" | "visibility">>,
    Nullable<ColumnsAs<"levels", { level_owner: "user_id" }>>,
    ColumnsAs<"levels", { level_thumbnail: "thumbnail" }>,
    Nullable<ColumnsAs<"challenges", { challenge_name: "name" }>>,
    Nullable<ColumnsAs<"events", { event_name: "short_name" }>> {
  u_id: number | null;
  /** `[[item, serial], …]` */
  copies: Cell<"transactions", "copies">;
  /** Whether it is the viewer's own row. */
  own: 0 | 1;
  seller: string | null;
  gift: string | null;
  /** `[[id, name, thumbnail], …]` of the copies' items, except the source. */
  other_items: string | null;
}

const achievements = once(
  () =>
    new Map(
      ACHIEVEMENT_SETS.flatMap(({ slug, achievements }) =>
        achievements.map(({ id, name }) => [id, { name, thumbnail_url: achievementPicture(slug) }]),
      ),
    ),
);

const nameSource = (name: string | null | undefined): TransactionSource | null =>
  name == null ? null : { url: null, name };

function levelSource(row: TransactionRow, viewer: Actor): TransactionSource | null {
  const { title, visibility, level_owner } = row;
  if (title === null || visibility === null || visibility === "deleted" || level_owner === null) return null;
  if (!canSeeLevel(viewer, { visibility, user_id: level_owner })) return null;
  return { url: `/levels/${row.source_id}`, title, thumbnail_url: thumbnailUrl(row.level_thumbnail) };
}

const personSource = ({ username, url, bopi }: UserCard): TransactionSource => ({ url, username, bopi });

/** The source of a row as `viewer` can see it; `person` is the user it came from, if any. */
function sourceOf(row: TransactionRow, viewer: Actor, me: UserCard, person: UserCard | null) {
  const { source_id } = row;
  const sources: Record<SourceType, () => TransactionSource | null> = {
    site: () => nameSource(SITE.name),
    user: () => person && personSource(person),
    item: () =>
      row.item_name === null
        ? null
        : {
            url: `/items/${source_id}`,
            name: row.item_name,
            thumbnail_url: itemPictureUrl(row.item_thumbnail),
          },
    level: () => levelSource(row, viewer),
    challenge: () => nameSource(source_id === 0 ? "Daily challenge" : row.challenge_name),
    event: () => nameSource(row.event_name),
    spirit: () => ({
      url: null,
      name: `Spirit level ${source_id}`,
      thumbnail_url: `/static/spirit/${spiritTier(source_id)}.svg`,
    }),
    achievement: () => {
      const achievement = achievements().get(source_id);
      return achievement ? { url: `${me.url}/achievements`, ...achievement } : null;
    },
    day: () => null,
  };
  return sources[row.source_type]();
}

function presentCopies(row: TransactionRow): Transaction["inventories"] {
  if (row.copies === null) return [];
  const others = JSON.parse(row.other_items ?? "[]") as [number, string, string | null][];
  const items = new Map(others.map(([id, name, thumbnail]) => [id, { name, thumbnail }]));
  if (row.source_type === "item" && row.item_name !== null)
    items.set(row.source_id, { name: row.item_name, thumbnail: row.item_thumbnail });
  return (JSON.parse(row.copies) as [number, number | null][]).flatMap(([id, serial]) => {
    const item = items.get(id);
    return item
      ? {
          item: { id, name: item.name, thumbnail_url: itemPictureUrl(item.thumbnail) },
          serial: serial ?? null,
        }
      : [];
  });
}

const SIGNS = { "-1": "-", 0: "", 1: "+" } as const;

/** A row as seen by `viewer`, whose card is `me`: their own, or another user's that came from them. */
export function presentTransaction(
  row: TransactionRow,
  { viewer, me, now }: { viewer: Actor; me: UserCard; now: number },
): Transaction {
  const { u_id } = row;
  const other = u_id === null ? null : presentUser({ ...row, u_id }, now);
  return {
    id: row.id,
    transaction_type: { id: row.type_id, type_formatted: TRANSACTION_TYPES[row.type_id] },
    source_type: row.source_type,
    source_id: row.source_id,
    source: sourceOf(row, viewer, me, row.own ? other : me),
    user: row.own ? me : (other ?? me),
    xp: row.xp,
    coins: row.coins,
    coins_sign: SIGNS[Math.sign(row.coins) as -1 | 0 | 1],
    coins_abs_formatted: Math.abs(row.coins).toLocaleString("en-US"),
    seller: row.seller === null ? null : { username: row.seller, url: `/users/${row.seller}` },
    gift: GIFTS.find((gift) => gift === row.gift) ?? null,
    inventories: presentCopies(row),
    ...createdTimes(row.created_at),
  };
}
