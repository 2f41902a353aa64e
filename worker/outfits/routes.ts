import { type Columns, first, sql, statement } from "#db/database.ts";
import { coloredLook, lookPictureUrl } from "#domain/avatar/bopi-look.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  createOutfitRoute,
  deleteOutfitRoute,
  editOutfitRoute,
  type Outfit,
  outfitListRoute,
  wearOutfitRoute,
} from "#domain/outfits/api.ts";
import { assetUrl } from "../assets/store.ts";
import { EARN_DRESS_STAMP, wearableSlot } from "../avatar/commands.ts";
import { bopiQueries, colorsFrom } from "../avatar/looks.ts";
import { presentAvatar } from "../avatar/routes.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";

type OutfitRow = Columns<"outfits", "id" | "name" | "colors" | "thumbnail">;

const columns = sql.raw("id, name, colors, thumbnail");
const slots = sql.raw(SLOTS.join(", "));
const slotsOfBopi = (userId: number) =>
  sql.join(
    SLOTS.map((slot) => wearableSlot("b", slot, userId)),
    sql`, `,
  );
const slotsOfOutfit = (userId: number) =>
  sql.join(
    SLOTS.map((slot) => sql`${sql.raw(slot)} = ${wearableSlot("o", slot, userId)}`),
    sql`, `,
  );

const presentOutfit = ({ id, name, colors, thumbnail }: OutfitRow): Outfit => ({
  id,
  name,
  thumbnail_url: thumbnail
    ? assetUrl(thumbnail)
    : lookPictureUrl(coloredLook(colorsFrom(colors)), { pose: "idle", size: 256 }),
  rendered: thumbnail !== null,
});

export function outfitRoutes(app: HonoApp): void {
  handle(app, outfitListRoute, async ({ params, gate, viewer, request }) => {
    const { page, search } = params;
    const size = LIMITS.pageSize.outfits;
    // An account has few outfits, so all are read and filtered here.
    const all = await gate.all(
      statement<OutfitRow>`select ${columns} from outfits where user_id = ${viewer.id} order by id desc`,
    );
    const needle = search.trim().toLocaleLowerCase("en");
    const found = all.filter(({ name }) => name.toLocaleLowerCase("en").includes(needle));
    const { meta, links } = paginationLinks(request, page, size, found.length);
    return {
      data: found.slice((page - 1) * size, page * size).map(presentOutfit),
      meta,
      links: { next: links.next && `/api/outfits/${page + 1}/${encodeURIComponent(search)}?pretty` },
    };
  });

  handle(app, createOutfitRoute, async ({ input, gate, viewer, env, now, defer }) => {
    const { created } = await gate.write({
      created: first<OutfitRow>`insert into outfits (user_id, name, colors, created_at, ${slots})
        select u.id, ${input.name}, u.colors, ${now}, ${slotsOfBopi(viewer.id)} from users u left join bopis b on b.user_id = u.id
        where u.id = ${viewer.id} and (select count(*) from outfits where user_id = ${viewer.id}) < ${LIMITS.outfits}
        returning ${columns}`,
    });
    if (!created) throw new ApiError("outfit_limit");
    defer(env.RENDERS.send({ kind: "outfit", outfit_id: created.id }));
    return { outfit: presentOutfit(created) };
  });

  handle(app, editOutfitRoute, async ({ params, input, gate, viewer }) => {
    const { row } = await gate.write(
      {
        row: first<OutfitRow>`update outfits set name = ${input.name}
          where id = ${params.id} and user_id = ${viewer.id} returning ${columns}`,
      },
      { idempotent: true },
    );
    if (!row) throw outfitNotFound();
    return { outfit: presentOutfit(row) };
  });

  handle(app, deleteOutfitRoute, async ({ params, gate, viewer }) => {
    const { deleted } = await gate.write({
      deleted: first<Columns<"outfits", "name">>`delete from outfits where id = ${params.id}
        and user_id = ${viewer.id} returning name`,
    });
    if (!deleted) throw outfitNotFound();
    return { message: `'${deleted.name}' is deleted.` };
  });

  handle(app, wearOutfitRoute, async ({ input, gate, viewer, env, defer }) => {
    const isOwn = sql`o.id = ${input.id} and o.user_id = ${viewer.id}`;
    const {
      changed: updated,
      after: { bopi, items },
    } = await gate.write({
      first: statement`insert into bopis (user_id) select o.user_id from outfits o where ${isOwn} on conflict do nothing`,
      changed: first<Columns<"bopis", "revision">>`update bopis
        set ${slotsOfOutfit(viewer.id)}, revision = revision + 1
        from outfits o where bopis.user_id = ${viewer.id} and ${isOwn} returning revision`,
      user: statement`update users set colors = o.colors, ${EARN_DRESS_STAMP} from outfits o where users.id = ${viewer.id} and ${isOwn}`,
      after: bopiQueries(viewer.id),
    });
    if (!updated || !bopi) throw outfitNotFound();
    defer(env.RENDERS.send({ kind: "avatar", user_id: viewer.id, revision: updated.revision }));
    return presentAvatar(bopi, items);
  });
}

const outfitNotFound = () => new ApiError("not_found", { message: "This outfit doesn't exist." });
