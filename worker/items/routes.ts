import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import { Refusal } from "#domain/errors.ts";
import { favoriteItemRoute, type Item, itemRoute } from "#domain/items/api.ts";
import { ITEM_TYPES } from "#domain/items/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { assetUrl } from "../assets/url.ts";
import { toggleFavorite } from "../favorites/commands.ts";
import { type App, handle } from "../http/handle.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

interface ItemRow extends UserColumns {
  id: number;
  type_id: number;
  name: string;
  description: string;
  thumbnail: string | null;
  comments_enabled: 0 | 1;
  favorites_count: number;
  comments_count: number;
  created_at: number;
  favorited: 0 | 1;
}

function itemQuery(id: number, viewer: Actor | null): Query<ItemRow> {
  return select<ItemRow>(sql`
    select i.id, i.type_id, i.name, i.description, i.thumbnail, i.comments_enabled, i.favorites_count, i.comments_count,
      i.created_at, ${userColumns}, f.user_id is not null as favorited
    from items i cross join users u on u.id = i.user_id
      left join favorites f on f.user_id = ${viewer?.id ?? 0} and f.target_type = 'item' and f.target_id = i.id
    where i.id = ${id}`);
}

function present(row: ItemRow | undefined, now: number): Item {
  if (!row) throw new Refusal("not_found", { message: "There is no such item." });
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: { id: row.type_id, name: ITEM_TYPES[row.type_id] ?? "item" },
    user: presentUser(row, now),
    thumbnail_url: row.thumbnail ? assetUrl(row.thumbnail) : "/static/item.svg",
    favorites_count: row.favorites_count,
    comments_count: row.comments_count,
    comments_enabled: row.comments_enabled === 1,
    favorited: row.favorited === 1,
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
