import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import { visiblePages } from "#domain/api/visible-pages.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { canCreate, creationCost, type Purchasable, priceProblem } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  createItemRoute,
  listingsRoute,
  ownersRoute,
  priceHistoryRoute,
  shopRoute,
} from "#domain/shop/api.ts";
import { createdTimes } from "#domain/time.ts";
import { chargeStorage } from "../assets/charge-storage.ts";
import { deleteItemFiles, storeItemFiles } from "../assets/store.ts";
import { storedLookToken } from "../avatar/looks.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import {
  type ItemScreening,
  initialState,
  queueForReview,
  screenItem,
  screeningQueries,
} from "../items/item-screening.ts";
import { presentItemCard } from "../items/present.ts";
import { readModel, readTexture } from "../items/texture.ts";
import { fingerprintTexture, storeFingerprintStatements } from "../items/texture-fingerprint.ts";
import { LedgerBatch, notifyWallets, walletsQuery } from "../ledger/ledger-batch.ts";
import { rejectFilteredWords } from "../spam/words.ts";
import { presentUser } from "../users/present.ts";
import { listShop } from "./list.ts";
import { copyCountsQuery, listingsQuery, ownersQuery, priceHistoryQuery } from "./trade-routes.ts";

const notFoundError = () => new ApiError("not_found", { message: "This item doesn't exist." });

/** Routes for an item's copies: owners, offers and price history. */
export function copyRoutes(app: HonoApp): void {
  handle(app, listingsRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.listings;
    // Enforces the depth limit of lists.
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const { counts, rows } = await gate.read({
      counts: first(copyCountsQuery(params.id, viewer)),
      rows: listingsQuery(params.id, limit, offset, now),
    });
    if (!counts) throw notFoundError();
    return {
      data: rows.map((row) => ({
        id: row.id,
        serial: row.serial,
        price: row.resale_price,
        user: presentUser(row, now),
      })),
      ...paginationLinks(request, input.page, size, counts.listings_count),
    };
  });

  handle(app, ownersRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.owners;
    const from = (input.page - 1) * size + 1;
    const { counts, rows } = await gate.read({
      counts: first(copyCountsQuery(params.id, viewer)),
      rows: ownersQuery(params.id, from, from + size - 1),
    });
    if (!counts) throw notFoundError();
    return {
      data: rows.map((row) => ({
        id: row.id,
        serial: row.serial,
        user: presentUser(row, now),
        look: storedLookToken(row.u_colors, row.equipped),
        ...createdTimes(row.created_at),
      })),
      ...paginationLinks(request, input.page, size, counts.sales_count),
    };
  });

  handle(app, priceHistoryRoute, async ({ params, gate, viewer }) => {
    const { counts, rows } = await gate.read({
      counts: first(copyCountsQuery(params.id, viewer)),
      rows: priceHistoryQuery(params.id),
    });
    if (!counts) throw notFoundError();
    return {
      data: rows
        .map(({ day, count, sum, lowest, highest }) => ({
          day,
          count,
          average: Math.round(sum / count),
          lowest,
          highest,
        }))
        .reverse(),
    };
  });
}

interface NewItem {
  user_id: number;
  type_id: ItemTypeId;
  name: string;
  description: string;
  uuid: string;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
  stock: number | null;
}

type CreatedItem = Columns<"items", "id" | "state">;

/** The item that was created under that key, if it cost anything. */
const createdItemQuery = (key: string): Statement<CreatedItem> =>
  statement<CreatedItem>`select i.id, i.state from transactions t cross join items i on i.id = t.source_id
    where t.key = ${key}`;

/** Creates an item, charges and gives a copy, all or nothing; the 2nd returns the item, the 4th the wallet. */
function insertItemStatements(
  item: NewItem,
  screening: ItemScreening,
  cost: number,
  key: string,
  now: number,
) {
  const lastItemId = sql`(select seq from sqlite_sequence where name = 'items')`;
  // Only this batch's row: without enough coins, the newest item is someone else's.
  const newItemId = sql`(select id from items where id = ${lastItemId} and uuid = ${item.uuid})`;
  const ledger = new LedgerBatch(now);
  const nextId = sql`(select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = 'items')`;
  return {
    cost: ledger.post(
      {
        key,
        user: item.user_id,
        type: 1,
        source: { type: "item", id: nextId },
        coins: -cost,
      },
      sql`from users u where u.id = ${item.user_id} and u.coins >= ${cost}`,
    ),
    created: first<CreatedItem>`insert into items
      (type_id, user_id, name, description, uuid, purchasable, price, gold_month, stock, state, created_at)
      select ${item.type_id}, ${item.user_id}, ${item.name}, ${item.description}, ${item.uuid}, ${item.purchasable},
        ${item.price}, ${item.gold_month}, ${item.stock}, ${initialState(screening)}, ${now}
      where ${ledger.wrote(key)} returning id, state`,
    copy: statement`insert into inventory (user_id, item_id, type_id, created_at)
      select user_id, id, type_id, ${now} from items
      where id = ${newItemId}`,
    wallets: walletsQuery(sql`${item.user_id}`),
    review: queueForReview(screening, newItemId, cost, now),
    fingerprint: storeFingerprintStatements(screening.fingerprint, newItemId),
  };
}

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
    const key = `create:${viewer.id}:${input.client_id ?? crypto.randomUUID()}`;
    const fingerprint = fingerprintTexture(texture.pixels, type_id);
    const { before, found } = await gate.read({
      before: first(createdItemQuery(key)),
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
      duplicate,
      insert: { created, wallets },
    } = await gate.write({
      duplicate: first(createdItemQuery(key)),
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
