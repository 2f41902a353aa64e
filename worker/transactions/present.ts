import type { Cell, Columns, ColumnsAs, Nullable } from "#db/database.ts";
import { ACHIEVEMENT_SETS, achievementPicture } from "#domain/achievements/sets.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { once } from "#domain/once.ts";
import { SITE } from "#domain/site.ts";
import { createdTimes } from "#domain/time.ts";
import { GIFTS, type Transaction, type TransactionSource } from "#domain/transactions/api.ts";
import { type SourceType, TRANSACTION_TYPES } from "#domain/transactions/types.ts";
import { spiritTier } from "#domain/users/spirit.ts";
import { itemPictureUrl } from "../items/present.ts";
import { thumbnailUrl } from "../levels/present.ts";
import { presentUser, type UserColumns } from "../users/present.ts";

/**
 * A row with its source. Only the columns of its kind of source are filled, and those of the user `u` if there is
 * one.
 */
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
