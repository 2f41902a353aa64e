import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { hasGold } from "#domain/billing/rules.ts";
import { ApiError, type ErrorCode } from "#domain/errors.ts";
import { netPrice, purchaseProblem } from "#domain/items/rules.ts";
import { offerCopyRoute, purchaseCopyRoute, purchaseItemRoute } from "#domain/shop/api.ts";
import { type ChangedBopi, type ChangedOutfit, renderJobs, takeOff } from "../avatar/wearing.ts";
import { type App, type Call, handle } from "../http/handle.ts";
import type { EntryRow } from "../inventory/queries.ts";
import { presentEntry } from "../inventory/routes.ts";
import { notifyWallets, type Wallet } from "../ledger/wallet.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { sendAll } from "../send-all.ts";
import { copyOf, offerCopy } from "./offers.ts";
import { type OfferRow, offerQuery, purchaseKey, sellCopy, sellItem } from "./purchase.ts";
import { type SaleRow, saleQuery } from "./sale.ts";

type PurchaseCall = Pick<
  Call<typeof purchaseItemRoute | typeof purchaseCopyRoute>,
  "gate" | "viewer" | "env" | "defer" | "now"
>;

/**
 * Runs a purchase whose last two statements answer the copy and the wallets; what the buyer is told, or null where the
 * ledger doesn't have it, by this call or an earlier one. `takenOff` takes a resold item off its seller.
 */
async function buy(
  statements: readonly Statement[],
  key: string,
  { gate, viewer, env, defer, now }: PurchaseCall,
  takenOff: ReturnType<typeof takeOff> | [] = [],
) {
  const paid = statement<{ id: number }>(sql`select id from transactions where key = ${key}`);
  const answers: unknown[][] = await gate.write(...statements, paid, ...takenOff);
  const [[copy], wallets, [row], bopis, outfits] = answers.slice(statements.length - 2) as [
    EntryRow[],
    Wallet[],
    unknown[],
    ChangedBopi[]?,
    ChangedOutfit[]?,
  ];
  const mine = wallets.find(({ id }) => id === viewer.id);
  if (!row || !copy || !mine) return null;
  defer(notifyWallets(env, wallets));
  defer(deliverNotices(env));
  defer(sendAll(env.RENDERS, renderJobs(bopis, outfits)));
  return { inventory: presentEntry(copy, "item", now), coins: mine.coins };
}

/** The item, and why it can't be bought; 404 when there is none. */
function checkItem(
  row: SaleRow | undefined,
  seen: number,
  now: number,
): { item: SaleRow; problem: ErrorCode | null } {
  if (!row) throw new ApiError("not_found", { message: "There is no such item." });
  const sale = { ...row, maker_banned: row.maker_banned === 1 };
  const buyer = { coins: row.coins, has_gold: hasGold(row.gold_until, now), owns: row.owns === 1 };
  return { item: row, problem: purchaseProblem(sale, buyer, seen, now) };
}

/** The offer, and why it can't be taken; 404 when there is no such copy. */
function checkOffer(row: OfferRow | undefined, seen: number): { offer: OfferRow; problem: ErrorCode | null } {
  if (!row) throw new ApiError("not_found", { message: "There is no such copy." });
  const { resale_price, seller_banned, owns, coins } = row;
  const find = (): ErrorCode | null => {
    // Of one's own copy this is so, too.
    if (owns) return "already_owned";
    if (resale_price === null || seller_banned) return "not_for_sale";
    if (resale_price !== seen) return "price_changed";
    return coins < seen ? "too_few_coins" : null;
  };
  return { offer: row, problem: find() };
}

/** Refuses, telling what the price is by now. */
function refuse(problem: ErrorCode, price: number | null): never {
  throw problem === "price_changed"
    ? new ApiError(problem, { message: `The price has changed to ${price} coins. Look at it again.` })
    : new ApiError(problem);
}

export function tradeRoutes(app: App): void {
  handle(app, purchaseItemRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const key = purchaseKey(viewer.id, input.client_id);
    const look = saleQuery(params.id, viewer.id, key, now);
    const [[row]] = await gate.read(look);
    const { item, problem } = checkItem(row, input.price, now);
    // Done before, its answer was lost: the statements below do nothing and answer what stands.
    if (problem && !item.done) refuse(problem, item.price);
    const bought = await buy(sellItem(item, viewer.id, key, now), key, call);
    if (bought) return bought;
    // Somebody was quicker: what stands now tells why.
    const [[again]] = await gate.read(look);
    return refuse(checkItem(again, input.price, now).problem ?? "conflict", again?.price ?? null);
  });

  handle(app, purchaseCopyRoute, async (call) => {
    const { params, input, gate, viewer, now } = call;
    const key = purchaseKey(viewer.id, input.client_id);
    const look = offerQuery(params.id, viewer.id, key, now);
    const [[row]] = await gate.read(look);
    const { offer, problem } = checkOffer(row, input.price);
    if (problem && !offer.done) refuse(problem, offer.resale_price);
    const sale = sellCopy(offer, input.price, netPrice(input.price), viewer.id, key, now);
    const bought = await buy(sale, key, call, takeOff(sql`(${offer.seller_id})`, offer.item_id));
    if (bought) return bought;
    const [[again]] = await gate.read(look);
    return refuse(checkOffer(again, input.price).problem ?? "conflict", again?.resale_price ?? null);
  });

  handle(app, offerCopyRoute, async ({ params, input, gate, viewer, env, defer, now }) => {
    const [[copy]] = await gate.read(copyOf(params.id));
    if (!copy) throw new ApiError("not_found", { message: "There is no such copy." });
    if (copy.owner_id !== viewer.id) throw new ApiError("not_your_copy");
    if (input.price > 0 && !copy.can_offer) throw new ApiError("not_resellable");
    const [[offered], bopis, [entry]] = await gate.write(...offerCopy(copy, viewer.id, input.price));
    if (!offered || !entry) throw new ApiError("conflict");
    defer(sendAll(env.RENDERS, renderJobs(bopis)));
    return { inventory: presentEntry(entry, "item", now) };
  });
}
