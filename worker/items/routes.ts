import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import { Refusal } from "#domain/errors.ts";
import { favoriteItemRoute, type Item, itemRoute } from "#domain/items/api.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { toggleFavorite } from "../favorites/commands.ts";
import { type App, handle } from "../http/handle.ts";
import { type ItemCardRow, itemCardColumns, itemMaker, presentItemCard } from "./present.ts";

interface ItemRow extends ItemCardRow {
  gold_month: string | null;
  gold_month_description: string | null;
  comments_enabled: 0 | 1;
  favorites_count: number;
  comments_count: number;
  created_at: number;
  favorited: 0 | 1;
  owned: 0 | 1;
}

function itemQuery(id: number, viewer: Actor | null): Query<ItemRow> {
  const me = viewer?.id ?? 0;
  return select<ItemRow>(sql`
    select ${itemCardColumns}, i.gold_month, i.gold_month_description, i.comments_enabled, i.favorites_count,
      i.comments_count, i.created_at, f.user_id is not null as favorited, v.id is not null as owned
    from items i ${itemMaker}
      left join favorites f on f.user_id = ${me} and f.target_type = 'item' and f.target_id = i.id
      left join inventory v on v.user_id = ${me} and v.item_id = i.id
    where i.id = ${id}`);
}

function present(row: ItemRow | undefined, now: number): Item {
  if (!row) throw new Refusal("not_found", { message: "There is no such item." });
  return {
    ...presentItemCard(row, now),
    gold_month: row.gold_month,
    gold_month_description: row.gold_month_description,
    favorites_count: row.favorites_count,
    comments_count: row.comments_count,
    comments_enabled: row.comments_enabled === 1,
    favorited: row.favorited === 1,
    owned: row.owned === 1,
    rendered: row.thumbnail !== null,
    created_at: isoTime(row.created_at),
    created_at_formatted: formatTime(row.created_at),
  };
}

export function itemRoutes(app: App): void {
  handle(app, itemRoute, async ({ params, gate, viewer, now }) => {
    const [[row]] = await gate.read(itemQuery(params.id, viewer));
    return { item: present(row, now) };
  });

  handle(app, favoriteItemRoute, async ({ params, gate, viewer, now }) => {
    const [[row]] = await gate.read(itemQuery(params.id, viewer));
    const item = present(row, now);
    const [, , [after]] = await gate.write(...toggleFavorite(viewer.id, "item", item.id, now));
    const favorited = after?.favorited === 1;
    return { favorited, favorites_count: item.favorites_count + Number(favorited) - Number(item.favorited) };
  });
}
