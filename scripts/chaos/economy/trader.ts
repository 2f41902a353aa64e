import { fillPath } from "#domain/api/route.ts";
import {
  createItemRoute,
  editItemRoute,
  offerCopyRoute,
  purchaseCopyRoute,
  purchaseItemRoute,
} from "#domain/shop/api.ts";
import { wishItemRoute } from "#domain/wishlist/api.ts";
import { encodePng } from "#worker/render/png.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { chance } from "../chat/send-request.ts";
import type { EconomyHistory, PurchaseAttempt } from "./economy-history.ts";
import type { FaultyConnection } from "./faulty-connection.ts";
import { CREATION_FEE, creatorShareOf, shareOf } from "./rules.ts";
import type { SaleItem } from "./world.ts";

const SIDE = 512;

/** The id of the bought copy, or the error code. */
interface PurchaseResult {
  copy?: number;
  code?: string;
}

let idCount = 0;
/** Returns a new idempotency key. */
const newClientId = () => `chaos-action-${++idCount}`;

/** The members' purchases, sales and creations. Each result is added to the history. */
export class Trader {
  readonly #connection: FaultyConnection;
  readonly #history: EconomyHistory;

  constructor(connection: FaultyConnection, history: EconomyHistory) {
    this.#connection = connection;
    this.#history = history;
  }

  /** Buys an item for the price that the buyer saw. */
  async buy(buyer: BenchUser, item: SaleItem, price: number): Promise<void> {
    const path = fillPath(purchaseItemRoute.path, { id: item.id });
    const { copy, code } = await this.#purchase(buyer, path, item.id, price);
    item.isSoldOut ||= code === "sold_out";
    if (copy === undefined) return;
    this.#history.move(item.maker.id, creatorShareOf(item.type, price));
    if (item.stock)
      this.#history.offers.set(copy, {
        item: item.id,
        owner: buyer.id,
        price: null,
        listed: { price: null },
      });
  }

  /** Buys an offered copy. */
  async buyCopy(buyer: BenchUser, copyId: number, price: number): Promise<void> {
    const offer = this.#history.offers.get(copyId);
    if (!offer) return;
    const path = fillPath(purchaseCopyRoute.path, { id: copyId });
    const { copy } = await this.#purchase(buyer, path, offer.item, price);
    if (copy === undefined) return;
    // The last known owner is the seller: a new owner can't offer it before their purchase is acknowledged.
    this.#history.move(offer.owner, shareOf(price));
    this.#history.ownedBy(offer.owner).delete(offer.item);
    this.#history.sold.push({ copy: copyId, price, listed: offer.listed });
    Object.assign(offer, { owner: buyer.id, price: null, listed: { price: null } });
  }

  /** Offers a copy. A price of 0 withdraws the offer. */
  async offer(owner: BenchUser, copyId: number, price: number): Promise<void> {
    const offer = this.#history.offers.get(copyId);
    if (!offer) return;
    const path = fillPath(offerCopyRoute.path, { id: copyId });
    const { listed } = offer;
    const { status } = await this.#connection.sendWithRetry(owner, path, { price });
    if (status === 200) listed.price = price || null;
    if (offer.owner !== owner.id) return;
    if (status === 200) offer.price = price || null;
    else if (status !== 422) offer.price = undefined;
  }

  /** Changes an item's price. */
  async reprice(item: SaleItem, price: number): Promise<void> {
    const path = fillPath(editItemRoute.path, { id: item.id });
    const { status } = await this.#connection.sendWithRetry(item.maker, path, { price });
    if (status === 200) item.price = price;
  }

  async wish(member: BenchUser, item: SaleItem): Promise<void> {
    const key = `${member.id} ${item.id}`;
    const response = await this.#connection.sendOnce(
      member,
      fillPath(wishItemRoute.path, { id: item.id }),
      {},
    );
    if (response?.status === 200)
      this.#history.wishes.set(key, (JSON.parse(response.text) as { wished: boolean }).wished);
    else if (!response) this.#history.wishes.set(key, undefined);
  }

  /** Creates a shirt. */
  async create(maker: BenchUser): Promise<void> {
    const name = newClientId();
    const form = new FormData();
    const fields = {
      name: `Shirt ${name}`,
      type_id: "4",
      purchasable: "onsale",
      price: "7",
      client_id: name,
    };
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set("texture", texture());
    const action = {
      key: `create:${maker.id}:${name}`,
      user: maker.id,
      coins: -CREATION_FEE,
      ids: new Set<number>(),
    };
    const { status, text } = await this.#connection.sendWithFaults(maker, createItemRoute.path, form);
    const succeeded = status < 300;
    this.#history.actions.push({ ...action, succeeded });
    if (!succeeded) return;
    action.ids.add((JSON.parse(text) as { id: number }).id);
    this.#history.move(maker.id, -CREATION_FEE);
    const again = chance(0.3)
      ? await this.#connection.sendWithRetry(maker, createItemRoute.path, form)
      : undefined;
    if (again && again.status < 300) action.ids.add((JSON.parse(again.text) as { id: number }).id);
  }

  /** Repeats an acknowledged purchase, which must not be charged again. */
  async repeat(buyer: BenchUser, { key, item, price }: PurchaseAttempt): Promise<void> {
    this.#history.repeats++;
    const client_id = key.split(":")[2];
    await this.#connection.sendWithRetry(buyer, fillPath(purchaseItemRoute.path, { id: item }), {
      price,
      client_id,
    });
  }

  /** Sends a purchase. Returns the copy's id or the error code. */
  async #purchase(buyer: BenchUser, path: string, item: number, price: number): Promise<PurchaseResult> {
    const client_id = newClientId();
    const attempt: PurchaseAttempt = {
      key: `purchase:${buyer.id}:${client_id}`,
      buyer: buyer.id,
      item,
      price,
      bought: null,
    };
    this.#history.purchases.push(attempt);
    const { status, text } = await this.#connection.sendWithFaults(buyer, path, { price, client_id });
    attempt.bought = status === 200;
    if (!attempt.bought) return JSON.parse(text) as { code: string };
    this.#history.move(buyer.id, -price);
    this.#history.ownedBy(buyer.id).add(item);
    return { copy: (JSON.parse(text) as { inventory: { id: number } }).inventory.id };
  }
}

let picture: Uint8Array<ArrayBuffer> | undefined;
function texture(): File {
  picture ??= encodePng({
    width: SIDE,
    height: SIDE,
    data: new Uint8Array(SIDE * SIDE * 4).fill(200),
  }) as Uint8Array<ArrayBuffer>;
  return new File([picture], "texture.png", { type: "image/png" });
}
