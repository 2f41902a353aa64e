import { type Columns, first, sql, statement } from "#db/database.ts";
import { toggleStatements } from "#db/toggle.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { wishItemRoute, wishlistRoute } from "#domain/wishlist/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import { type ItemCardRow, itemCardColumns, itemMakerJoin, presentItemCard } from "../items/present.ts";

export function wishlistRoutes(app: HonoApp): void {
  handle(app, wishItemRoute, async ({ params, gate, viewer, now }) => {
    const isOwn = sql`user_id = ${viewer.id} and item_id = ${params.id}`;
    const hasRoom = sql`(select wishes_count from users where id = ${viewer.id}) < ${LIMITS.wishes}`;
    const before = await gate.first(
      statement<{
        wished: 0 | 1;
        has_room: 0 | 1;
      }>`select exists (select 1 from wishes where ${isOwn}) as wished,
        ${hasRoom} as has_room from items where id = ${params.id} and state = 'shown'`,
    );
    if (!before) throw new ApiError("not_found", { message: "This item doesn't exist." });
    if (!before.wished && !before.has_room) throw new ApiError("wish_limit");
    const statements = {
      toggle: toggleStatements(
        "wishes",
        sql`insert into wishes (user_id, item_id, created_at) values (${viewer.id}, ${params.id}, ${now})`,
        isOwn,
      ),
      state: first<Columns<"items", "wishes_count"> & { wished: 0 | 1 }>`select exists (select 1 from wishes
        where ${isOwn}) as wished, wishes_count from items where id = ${params.id}`,
    };
    const when = sql`(exists (select 1 from wishes where ${isOwn}) or (${hasRoom}))
      and exists (select 1 from items where id = ${params.id} and state = 'shown')`;
    const { state } = await gate.write(statements, { when });
    return { wished: state?.wished === 1, wishes_count: state?.wishes_count ?? 0 };
  });

  handle(app, wishlistRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.wishlist;
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const { count, rows } = await gate.read({
      count: first<{ total: number }>`select wishes_count as total from users where id = ${viewer.id}`,
      rows: statement<ItemCardRow>`select ${itemCardColumns}
        from (select item_id, created_at from wishes where user_id = ${viewer.id}
          order by created_at desc, item_id desc limit ${limit} offset ${offset}) w
        cross join items i on i.id = w.item_id and i.state = 'shown' ${itemMakerJoin} order by w.created_at desc, w.item_id desc`,
    });
    return {
      data: rows.map((row) => presentItemCard(row, now)),
      ...paginationLinks(request, input.page, size, count?.total ?? 0),
    };
  });
}
