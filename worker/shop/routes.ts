import { visiblePages } from "#domain/api/visible-pages.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { canCreate, creationCost, priceProblem } from "#domain/items/rules.ts";
import { isStaff } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { createItemRoute, shopRoute } from "#domain/shop/api.ts";
import { dropItemFiles, storeItemFiles } from "../assets/store.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { readModel } from "../items/model.ts";
import { presentItemCard } from "../items/present.ts";
import { lookAt } from "../items/review-prints.ts";
import { screenItem, screeningQueries } from "../items/review-screen.ts";
import { readTexture } from "../items/texture.ts";
import { notifyWallets } from "../ledger/wallet.ts";
import { refuseWords } from "../spam/words.ts";
import { creationKey, insertItem, madeQuery } from "./commands.ts";
import { listShop } from "./list.ts";

export function shopRoutes(app: App): void {
  handle(app, shopRoute, async ({ input, gate, request, now }) => {
    const { rows, total } = await listShop(gate, input, now);
    const [page, size] = input.featured
      ? [1, LIMITS.pageSize.featuredItems]
      : [input.page, LIMITS.pageSize.shop];
    const { meta, links } = pageLinks(request, page, size, total);
    return {
      data: rows.map((row) => presentItemCard(row, now)),
      meta,
      links,
      visiblePages: visiblePages(page, meta.last_page),
    };
  });

  handle(app, createItemRoute, async ({ input, gate, viewer, env, now, defer }) => {
    await refuseWords(gate.db, { name: input.name, description: input.description }, now);
    const { type_id, gold_month } = input;
    const stock = input.stock || null;
    if (!canCreate(viewer.role, type_id))
      throw new ApiError("forbidden", { message: "Hats, toys and faces are made by the site's own people." });
    if (gold_month && viewer.role !== "admin")
      throw new ApiError("forbidden", { message: "Only an administrator can choose a Gold month." });
    if (stock !== null && !isStaff(viewer))
      throw new ApiError("forbidden", { message: "Only the site's own people can limit an item." });
    // A Gold month sells the item, and what is sold has a price.
    const purchasable = gold_month ? "onsale" : input.purchasable;
    const unpriced = priceProblem(purchasable, gold_month, input.price);
    if (unpriced) throw fieldError("price", unpriced);
    const price = purchasable === "onsale" ? input.price : 0;
    const texture = await readTexture(input.texture, type_id);
    const model = await readModel(input.obj, type_id);
    const key = creationKey(viewer.id, input.client_id);
    const printed = lookAt(texture.pixels, type_id);
    const [[before], ...found] = await gate.read(madeQuery(key), ...screeningQueries(printed, viewer, now));
    if (before) return before;
    const account = await gate.account();
    const cost = creationCost(viewer.role);
    if ((account?.coins ?? 0) < cost) throw tooPoor(cost);
    const uuid = await storeItemFiles(env.BUCKET, texture.png, model);
    const item = { ...input, user_id: viewer.id, uuid, purchasable, price, stock };
    const [[known], , [made], , wallets] = await gate.write(
      madeQuery(key),
      ...insertItem(item, screenItem(viewer, printed, found), cost, key, now),
    );
    if (!made) {
      // Nothing was written: the same act came twice at once, or the coins went elsewhere in the meantime.
      await dropItemFiles(env.BUCKET, uuid);
      if (known) return known;
      throw tooPoor(cost);
    }
    if (cost > 0) defer(notifyWallets(env, wallets));
    defer(env.RENDERS.send({ kind: "item", item_id: made.id }));
    return made;
  });
}

const tooPoor = (cost: number) =>
  new ApiError("too_few_coins", { message: `Making an item costs ${cost} coins, and you have fewer.` });
