import {
  type Columns,
  type ColumnsAs,
  first,
  type Present,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { equippedIdsColumn } from "#db/equipped-ids-column.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError, type ErrorCode } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { netPrice, purchaseProblem } from "#domain/items/rules.ts";
import { offerCopyRoute, purchaseCopyRoute, purchaseItemRoute } from "#domain/shop/api.ts";
import { renderJobs, unequipFromBopis, unequipStatements } from "../avatar/commands.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { type InventoryEntryRow, inventoryEntryColumns, presentInventoryEntry } from "../inventory/routes.ts";
import { isItemVisibleTo, itemMakerJoin } from "../items/present.ts";
import { notifyWallets } from "../ledger/ledger-batch.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { sendAll } from "../send-all.ts";
import { type UserColumns, userColumns } from "../users/present.ts";
import {
  canSellAt,
  isVerified,
  type OfferRow,
  offerQuery,
  purchaseKey,
  type SaleRow,
  saleQuery,
  sellCopyStatements,
  sellItemStatements,
} from "./purchase.ts";

/** A copy, for offering it. */
interface CopyRow
  extends Columns<"inventory", "id" | "item_id">,
    ColumnsAs<"inventory", { owner_id: "user_id" }> {
  /** The copy has a serial, and its limited item is no longer sold. */
  can_offer: 0 | 1;
  /** Whether the owner's email address is verified. */
  verified: 0 | 1;
}

const isOfferable = sql`v.serial is not null and i.stock is not null and i.sold_out = 1 and i.state = 'shown'`;

/** Offers a copy, or ends its offer (price 0). Returns a row, the bopi's revision if unequipped, the copy. */
function offerCopyStatements({ id, item_id }: CopyRow, owner: number, price: number) {
  return {
    offered: first<Columns<"inventory", "id">>`update inventory as v set resale_price = ${price || null}
      where v.id = ${id} and v.user_id = ${owner} and (${price} = 0 or exists (
        select 1 from items i cross join users o on o.id = v.user_id
        where i.id = v.item_id and ${isOfferable} and ${isVerified("o")})) returning id`,
    bopis: unequipFromBopis(sql`(${owner})`, item_id),
    entry: first<InventoryEntryRow>`select ${inventoryEntryColumns} from inventory v cross join items i on i.id = v.item_id ${itemMakerJoin}
      where v.id = ${id}`,
  };
}

type ListingRow = UserColumns &
  Columns<"inventory", "id"> &
  Present<Columns<"inventory", "serial" | "resale_price">>;

/** A page of offers, cheapest first, without those of users who can't sell. */
export const listingsQuery = (itemId: number, limit: number, offset: number, now: number) =>
  statement<ListingRow>`select v.id, v.serial, v.resale_price, ${userColumns}
    from inventory v indexed by inventory_offered cross join users u on u.id = v.user_id
    where v.item_id = ${itemId} and v.resale_price is not null and ${canSellAt("u", now)}
    order by v.resale_price, v.id limit ${limit} offset ${offset}`;

interface OwnerRow
  extends UserColumns,
    Columns<"inventory", "id" | "created_at">,
    Present<Columns<"inventory", "serial">> {
  /** The ids of the owner's equipped items (`equippedIdsColumn`). */
  equipped: string | null;
}

/** The owners of the copies with the serials `from` to `to`. Serials have no gaps, so a page is a range. */
export const ownersQuery = (itemId: number, from: number, to: number): Statement<OwnerRow> =>
  statement<OwnerRow>`select v.id, v.serial, v.created_at, ${equippedIdsColumn}, ${userColumns}
    from inventory v indexed by inventory_serial cross join users u on u.id = v.user_id
    where v.item_id = ${itemId} and v.serial is not null and v.serial between ${from} and ${to} order by v.serial`;

type PriceHistoryRow = Columns<"item_prices", "day" | "count" | "sum" | "lowest" | "highest">;

/** Days of price history. */
const DAYS = 180;

/** The latest days with a resale, latest first. */
export const priceHistoryQuery = (itemId: number): Statement<PriceHistoryRow> =>
  statement<PriceHistoryRow>`select day, count, sum, lowest, highest from item_prices
    where item_id = ${itemId} order by day desc limit ${DAYS}`;

/** The counts of an item's copies and offers; no row if the viewer can't see the item. */
export const copyCountsQuery = (
  itemId: number,
  viewer: Actor | null,
): Statement<Columns<"items", "sales_count" | "listings_count">> =>
  statement<Columns<"items", "sales_count" | "listings_count">>`select sales_count, listings_count
    from items where id = ${itemId} and ${isItemVisibleTo("items", viewer)}`;

type PurchaseCall = Pick<
  Call<typeof purchaseItemRoute | typeof purchaseCopyRoute>,
  "gate" | "viewer" | "env" | "defer" | "now"
>;

/** Runs a purchase; null if the ledger has none. `unequip` takes a resold item off its seller. */
async function runPurchase(
  sale: ReturnType<typeof sellItemStatements> | ReturnType<typeof sellCopyStatements>,
  { gate, viewer, env, defer, now }: PurchaseCall,
  unequip?: ReturnType<typeof unequipStatements>,
) {
  const {
    sale: { copy, wallets, row },
    bopis,
    outfits,
  } = await gate.write({ sale, bopis: unequip?.bopis ?? null, outfits: unequip?.outfits ?? null });
  const ownWallet = wallets.find(({ id }) => id === viewer.id);
  if (!row || !copy || !ownWallet) return null;
  defer(notifyWallets(env, wallets));
  defer(deliverNotices(env));
  defer(sendAll(env.RENDERS, renderJobs(bopis, outfits)));
  return { inventory: presentInventoryEntry(copy, "item", now), coins: ownWallet.coins };
}

/** Returns the item and why it can't be bought; throws a 404 if it doesn't exist. */
function checkItem(row: SaleRow | undefined, expectedPrice: number, now: number) {
  if (!row) throw new ApiError("not_found", { message: "This item doesn't exist." });
  const sale = { ...row, maker_sells: row.maker_sells === 1 };
  const buyer = {
    coins: row.coins,
    has_gold: hasGold(row.gold_until, now),
    owns: row.owns === 1,
    verified: row.email_verified_at !== null,
  };
  return { item: row, problem: purchaseProblem(sale, buyer, expectedPrice, now) };
}

/** Returns the offer and why it can't be bought; throws a 404 if the copy doesn't exist. */
function checkOffer(row: OfferRow | undefined, expectedPrice: number) {
  if (!row) throw new ApiError("not_found", { message: "This copy doesn't exist." });
  const { resale_price, seller_sells, verified, owns, coins } = row;
  const findProblem = (): ErrorCode | null => {
    // Also applies to the buyer's own copy.
    if (owns) return "already_owned";
    if (resale_price === null || !seller_sells) return "not_for_sale";
    if (!verified) return "email_unverified";
    if (resale_price !== expectedPrice) return "price_changed";
    return coins < expectedPrice ? "too_few_coins" : null;
  };
  return { offer: row, problem: findProblem() };
}

/** Throws the error, with the current price if it has changed. */
function throwPurchaseError(problem: ErrorCode, price: number | null): never {
  throw problem === "price_changed"
    ? new ApiError(problem, { message: `The price changed to ${price} coins. Check it and try again.` })
    : new ApiError(problem);
}

export function tradeRoutes(app: HonoApp): void {
  handle(app, purchaseItemRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const key = purchaseKey(viewer.id, input.client_id);
    const stateQuery = saleQuery(params.id, viewer.id, key, now);
    const row = await gate.first(stateQuery);
    const { item, problem } = checkItem(row, input.price, now);
    // Already bought, but the response was lost: the statements have no effect and return the current state.
    if (problem && !item.done) throwPurchaseError(problem, item.price);
    const bought = await runPurchase(sellItemStatements(item, viewer.id, key, now), call);
    if (bought) return bought;
    // Someone else was faster: the current state shows why it failed.
    const current = await gate.first(stateQuery);
    return throwPurchaseError(
      checkItem(current, input.price, now).problem ?? "conflict",
      current?.price ?? null,
    );
  });

  handle(app, purchaseCopyRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const key = purchaseKey(viewer.id, input.client_id);
    const stateQuery = offerQuery(params.id, viewer.id, key, now);
    const row = await gate.first(stateQuery);
    const { offer, problem } = checkOffer(row, input.price);
    if (problem && !offer.done) throwPurchaseError(problem, offer.resale_price);
    const sale = sellCopyStatements(offer, input.price, netPrice(input.price), viewer.id, key, now);
    const bought = await runPurchase(sale, call, unequipStatements(sql`(${offer.seller_id})`, offer.item_id));
    if (bought) return bought;
    const current = await gate.first(stateQuery);
    return throwPurchaseError(
      checkOffer(current, input.price).problem ?? "conflict",
      current?.resale_price ?? null,
    );
  });

  handle(app, offerCopyRoute, async ({ params, input, gate, viewer, env, defer, now }) => {
    const copy =
      await gate.first(statement<CopyRow>`select v.id, v.item_id, v.user_id as owner_id, ${isOfferable} as can_offer, ${isVerified("o")} as verified
        from inventory v cross join items i on i.id = v.item_id cross join users o on o.id = v.user_id where v.id = ${params.id}`);
    if (!copy) throw new ApiError("not_found", { message: "This copy doesn't exist." });
    if (copy.owner_id !== viewer.id) throw new ApiError("not_your_copy");
    if (input.price > 0 && !copy.can_offer) throw new ApiError("not_resellable");
    if (input.price > 0 && !copy.verified) throw new ApiError("email_unverified");
    const { offered, bopis, entry } = await gate.write(offerCopyStatements(copy, viewer.id, input.price));
    if (!offered || !entry) throw new ApiError("conflict");
    defer(sendAll(env.RENDERS, renderJobs(bopis)));
    return { inventory: presentInventoryEntry(entry, "item", now) };
  });
}
