import { sql } from "#db/database.ts";
import { ApiError, type ErrorCode } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { netPrice, purchaseProblem } from "#domain/items/rules.ts";
import { offerCopyRoute, purchaseCopyRoute, purchaseItemRoute } from "#domain/shop/api.ts";
import { renderJobs, unequipStatements } from "../avatar/wearable.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { presentInventoryEntry } from "../inventory/routes.ts";
import { notifyWallets } from "../ledger/wallet.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { sendAll } from "../send-all.ts";
import { copyQuery, offerCopyStatements } from "./offers.ts";
import {
  type OfferRow,
  offerQuery,
  purchaseKey,
  sellCopyStatements,
  sellItemStatements,
} from "./purchase.ts";
import { type SaleRow, saleQuery } from "./sale.ts";

type PurchaseCall = Pick<
  Call<typeof purchaseItemRoute | typeof purchaseCopyRoute>,
  "gate" | "viewer" | "env" | "defer" | "now"
>;

/**
 * Runs a purchase. Returns the response, or null if the ledger has no such purchase, by this call or an earlier one.
 * `unequip` unequips a resold item from its seller.
 */
async function runPurchase(
  sale: ReturnType<typeof sellItemStatements> | ReturnType<typeof sellCopyStatements>,
  { gate, viewer, env, defer, now }: PurchaseCall,
  unequip?: ReturnType<typeof unequipStatements>,
) {
  const {
    sale: {
      copy: [copy],
      wallets,
      row: [row],
    },
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
function checkItem(
  row: SaleRow | undefined,
  expectedPrice: number,
  now: number,
): { item: SaleRow; problem: ErrorCode | null } {
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
function checkOffer(
  row: OfferRow | undefined,
  expectedPrice: number,
): { offer: OfferRow; problem: ErrorCode | null } {
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
    const copy = await gate.first(copyQuery(params.id));
    if (!copy) throw new ApiError("not_found", { message: "This copy doesn't exist." });
    if (copy.owner_id !== viewer.id) throw new ApiError("not_your_copy");
    if (input.price > 0 && !copy.can_offer) throw new ApiError("not_resellable");
    if (input.price > 0 && !copy.verified) throw new ApiError("email_unverified");
    const {
      offered: [offered],
      bopis,
      entry: [entry],
    } = await gate.write(offerCopyStatements(copy, viewer.id, input.price));
    if (!offered || !entry) throw new ApiError("conflict");
    defer(sendAll(env.RENDERS, renderJobs(bopis)));
    return { inventory: presentInventoryEntry(entry, "item", now) };
  });
}
