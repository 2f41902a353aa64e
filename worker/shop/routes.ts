import { visiblePages } from "#domain/api/visible-pages.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { canCreate, creationCost, priceProblem } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { createItemRoute, shopRoute } from "#domain/shop/api.ts";
import { chargeStorage } from "../assets/charge-storage.ts";
import { deleteItemFiles, storeItemFiles } from "../assets/store.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { screenItem, screeningQueries } from "../items/item-screening.ts";
import { readModel } from "../items/model.ts";
import { presentItemCard } from "../items/present.ts";
import { readTexture } from "../items/texture.ts";
import { fingerprintTexture } from "../items/texture-fingerprint.ts";
import { notifyWallets } from "../ledger/wallet.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import { createdItemQuery, creationKey, insertItemStatements } from "./commands.ts";
import { listShop } from "./list.ts";

export function shopRoutes(app: HonoApp): void {
  handle(app, shopRoute, async ({ input, gate, request, now }) => {
    const { rows, total } = await listShop(gate, input, now);
    const [page, size] = input.featured
      ? [1, LIMITS.pageSize.featuredItems]
      : [input.page, LIMITS.pageSize.shop];
    const { meta, links } = paginationLinks(request, page, size, total);
    return {
      data: rows.map((row) => presentItemCard(row, now)),
      meta,
      links,
      visiblePages: visiblePages(page, meta.last_page),
    };
  });

  handle(app, createItemRoute, async ({ input, gate, viewer, env, now, defer }) => {
    await rejectFilteredWords(gate.db, { name: input.name, description: input.description }, now);
    const { type_id, gold_month } = input;
    const stock = input.stock || null;
    if (!canCreate(viewer.role, type_id))
      throw new ApiError("forbidden", { message: "Only our team can make hats, toys and faces." });
    if (gold_month && viewer.role !== "admin")
      throw new ApiError("forbidden", { message: "Only an admin can choose a Gold month." });
    if (stock !== null && !isStaff(viewer))
      throw new ApiError("forbidden", { message: "Only our team can limit an item." });
    // A Gold month puts the item on sale, so it needs a price.
    const purchasable = gold_month ? "onsale" : input.purchasable;
    const problem = priceProblem(purchasable, gold_month, input.price);
    if (problem) throw fieldError("price", problem);
    const price = purchasable === "onsale" ? input.price : 0;
    const texture = await readTexture(input.texture, type_id);
    const model = await readModel(input.obj, type_id);
    const key = creationKey(viewer.id, input.client_id);
    const fingerprint = fingerprintTexture(texture.pixels, type_id);
    const {
      before: [before],
      found,
    } = await gate.read({
      before: createdItemQuery(key),
      found: screeningQueries(fingerprint, viewer, now),
    });
    if (before) return before;
    const account = await gate.account();
    const cost = creationCost(viewer.role);
    if ((account?.coins ?? 0) < cost) throw tooFewCoinsError(cost);
    await chargeStorage(env, viewer.id, [texture.png, model]);
    const uuid = await storeItemFiles(env.BUCKET, texture.png, model);
    const item = { ...input, user_id: viewer.id, uuid, purchasable, price, stock };
    const {
      duplicate: [duplicate],
      insert: {
        created: [created],
        wallets,
      },
    } = await gate.write({
      duplicate: createdItemQuery(key),
      insert: insertItemStatements(item, screenItem(viewer, fingerprint, found), cost, key, now),
    });
    if (!created) {
      // Nothing was written: a duplicate request arrived at the same time, or the coins were spent in the meantime.
      await deleteItemFiles(env.BUCKET, uuid);
      if (duplicate) return duplicate;
      throw tooFewCoinsError(cost);
    }
    if (cost > 0) defer(notifyWallets(env, wallets));
    defer(env.RENDERS.send({ kind: "item", item_id: created.id }));
    return created;
  });
}

const tooFewCoinsError = (cost: number) =>
  new ApiError("too_few_coins", { message: `Creating an item costs ${cost} coins. You don't have enough.` });
