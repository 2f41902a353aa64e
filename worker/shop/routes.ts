import { fieldRefusal, Refusal } from "#domain/errors.ts";
import { canCreate, creationCost, priceProblem } from "#domain/items/rules.ts";
import { createItemRoute } from "#domain/shop/api.ts";
import { dropItemFiles, storeItemFiles } from "../assets/store.ts";
import { type App, handle } from "../http/handle.ts";
import { readModel } from "../items/model.ts";
import { readTexture } from "../items/texture.ts";
import { insertItem } from "./commands.ts";

export function shopRoutes(app: App): void {
  handle(app, createItemRoute, async ({ input, gate, viewer, env, now, defer }) => {
    const account = await gate.account();
    const { type_id, gold_month } = input;
    if (!canCreate(viewer.role, type_id))
      throw new Refusal("forbidden", { message: "Hats, toys and faces are made by the site's own people." });
    if (gold_month && viewer.role !== "admin")
      throw new Refusal("forbidden", { message: "Only an administrator can choose a Gold month." });
    // A Gold month sells the item, and what is sold has a price.
    const purchasable = gold_month ? "onsale" : input.purchasable;
    const unpriced = priceProblem(purchasable, gold_month, input.price);
    if (unpriced) throw fieldRefusal("price", unpriced);
    const price = purchasable === "onsale" ? input.price : 0;
    const cost = creationCost(viewer.role);
    if ((account?.coins ?? 0) < cost) throw tooPoor(cost);
    const texture = await readTexture(input.texture, type_id);
    const model = await readModel(input.obj, type_id);
    const uuid = await storeItemFiles(env.BUCKET, texture, model);
    const [, [made]] = await gate.write(
      ...insertItem({ ...input, user_id: viewer.id, uuid, purchasable, price }, cost, now),
    );
    if (!made) {
      // The coins went elsewhere in the meantime: nothing was written.
      await dropItemFiles(env.BUCKET, uuid);
      throw tooPoor(cost);
    }
    defer(env.RENDERS.send({ kind: "item", item_id: made.id }));
    return { id: made.id };
  });
}

const tooPoor = (cost: number) =>
  new Refusal("too_few_coins", { message: `Making an item costs ${cost} coins, and you have fewer.` });
