import { fillPath } from "#domain/api/route.ts";
import {
  createItemRoute,
  editItemRoute,
  offerCopyRoute,
  purchaseCopyRoute,
  purchaseItemRoute,
  wishItemRoute,
} from "#domain/shop/api.ts";
import { encodePng } from "#worker/render/png.ts";
import type { Guest } from "../../bench/chat/crowd.ts";
import { chance } from "../chat/ask.ts";
import type { Line } from "./line.ts";
import type { Deal, Memory } from "./memory.ts";
import { CREATION, makersShareOf, shareOf } from "./rules.ts";
import type { Ware } from "./world.ts";

const SIDE = 512;

/** The id of a copy that was bought, or the code of the refusal. */
interface Bought {
  copy?: number;
  code?: string;
}

let acts = 0;
/** A name that no other act has. */
const newName = () => `chaos-act-${++acts}`;

/** What members do with their coins. Each act is remembered as it was answered. */
export class Trader {
  readonly #line: Line;
  readonly #memory: Memory;

  constructor(line: Line, memory: Memory) {
    this.#line = line;
    this.#memory = memory;
  }

  /** Buys a copy for the price that the buyer has seen. */
  async buy(buyer: Guest, ware: Ware, seen: number): Promise<void> {
    const path = fillPath(purchaseItemRoute.path, { id: ware.id });
    const { copy, code } = await this.#purchase(buyer, path, ware.id, seen);
    ware.isSoldOut ||= code === "sold_out";
    if (copy === undefined) return;
    this.#memory.move(ware.maker.id, makersShareOf(ware.type, seen));
    if (ware.stock)
      this.#memory.offers.set(copy, { item: ware.id, owner: buyer.id, price: null, asked: { price: null } });
  }

  /** Buys a copy that somebody offers. */
  async buyCopy(buyer: Guest, copyId: number, seen: number): Promise<void> {
    const offer = this.#memory.offers.get(copyId);
    if (!offer) return;
    const path = fillPath(purchaseCopyRoute.path, { id: copyId });
    const { copy } = await this.#purchase(buyer, path, offer.item, seen);
    if (copy === undefined) return;
    // Whoever has had it last has sold it: nobody can offer it again before they were told that they have it.
    this.#memory.move(offer.owner, shareOf(seen));
    this.#memory.owns(offer.owner).delete(offer.item);
    this.#memory.sold.push({ copy: copyId, price: seen, asked: offer.asked });
    Object.assign(offer, { owner: buyer.id, price: null, asked: { price: null } });
  }

  /** Offers a copy, or takes the offer back at 0. */
  async offer(owner: Guest, copyId: number, price: number): Promise<void> {
    const offer = this.#memory.offers.get(copyId);
    if (!offer) return;
    const path = fillPath(offerCopyRoute.path, { id: copyId });
    const { asked } = offer;
    const { status } = await this.#line.insist(owner, path, { price });
    if (status === 200) asked.price = price || null;
    if (offer.owner !== owner.id) return;
    if (status === 200) offer.price = price || null;
    else if (status !== 422) offer.price = undefined;
  }

  /** The maker asks for another price. */
  async reprice(ware: Ware, price: number): Promise<void> {
    const path = fillPath(editItemRoute.path, { id: ware.id });
    const { status } = await this.#line.insist(ware.maker, path, { price });
    if (status === 200) ware.price = price;
  }

  async wish(member: Guest, ware: Ware): Promise<void> {
    const key = `${member.id} ${ware.id}`;
    const answer = await this.#line.once(member, fillPath(wishItemRoute.path, { id: ware.id }), {});
    if (answer?.status === 200)
      this.#memory.wishes.set(key, (JSON.parse(answer.text) as { wished: boolean }).wished);
    else if (!answer) this.#memory.wishes.set(key, undefined);
  }

  /** Makes a shirt. */
  async create(maker: Guest): Promise<void> {
    const name = newName();
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
    const act = {
      key: `create:${maker.id}:${name}`,
      user: maker.id,
      coins: -CREATION,
      ids: new Set<number>(),
    };
    const { status, text } = await this.#line.act(maker, createItemRoute.path, form);
    const done = status < 300;
    this.#memory.acts.push({ ...act, done });
    if (!done) return;
    act.ids.add((JSON.parse(text) as { id: number }).id);
    this.#memory.move(maker.id, -CREATION);
    const again = chance(0.3) ? await this.#line.insist(maker, createItemRoute.path, form) : undefined;
    if (again && again.status < 300) act.ids.add((JSON.parse(again.text) as { id: number }).id);
  }

  /** Sends a purchase that was acknowledged once more; it must not be paid for again. */
  async repeat(buyer: Guest, { key, item, price }: Deal): Promise<void> {
    this.#memory.repeats++;
    const client_id = key.split(":")[2];
    await this.#line.insist(buyer, fillPath(purchaseItemRoute.path, { id: item }), { price, client_id });
  }

  /** Answers the copy's id where it was bought, or why it was not. */
  async #purchase(buyer: Guest, path: string, item: number, price: number): Promise<Bought> {
    const client_id = newName();
    const deal: Deal = {
      key: `purchase:${buyer.id}:${client_id}`,
      buyer: buyer.id,
      item,
      price,
      bought: null,
    };
    this.#memory.deals.push(deal);
    const { status, text } = await this.#line.act(buyer, path, { price, client_id });
    deal.bought = status === 200;
    if (!deal.bought) return JSON.parse(text) as { code: string };
    this.#memory.move(buyer.id, -price);
    this.#memory.owns(buyer.id).add(item);
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
