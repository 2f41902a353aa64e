import { fillPath } from "#domain/api/route.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { monthOf } from "#domain/items/rules.ts";
import { offerCopyRoute, purchaseCopyRoute, purchaseItemRoute } from "#domain/shop/api.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import { addCrowd, type Member } from "../../client/crowd.ts";
import { chance, pick } from "../check.ts";
import type { FaultyConnection } from "../faulty-connection.ts";
import type { KillableSite } from "../killable-site.ts";

/** An item on sale, as buyers know it. */
interface SaleItem {
  id: number;
  price: number;
  /** The copies of a Limited. */
  stock: number | null;
  /** Whether a buyer got the error that it's sold out. */
  isSoldOut: boolean;
}

export interface EconomyWorld {
  members: readonly Member[];
  admin: Member;
  /** Items that are bought all the time. */
  items: readonly SaleItem[];
  /** Limiteds whose last copies everyone tries to buy at once, one per rush. */
  rushes: readonly SaleItem[];
  /** Free items for the admin's grants. */
  gifts: readonly SaleItem[];
}

const MEMBERS = 240;
const MAKERS = 10;
const DAY = 24 * 60 * 60 * 1000;
/** Initial coins: plenty for most members, almost none for every fifth. */
const initialCoins = (index: number): number => (index % 5 === 4 ? 60 : 4_000);

interface ItemBatch {
  count: number;
  /** 4 and up: made by members. */
  type: ItemTypeId;
  price: (i: number) => number;
  stock?: number;
  gold?: boolean;
}

/** Adds members with coins, and items to buy, to an empty site. */
export async function createEconomyWorld(site: KillableSite, rushes: number): Promise<EconomyWorld> {
  const users = await addCrowd(site, MEMBERS + 1, { name: "trader", admins: 1 });
  const [admin, ...members] = users as [Member, ...Member[]];
  const now = Date.now();
  const gold = members.filter((_, i) => i % 2 === 0).map(({ id }) => id);
  await site.rows(
    "update users set gold_until = ? where id in (select value from json_each(?))",
    now + DAY,
    JSON.stringify(gold),
  );
  await site.rows(
    `insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
    select 'opening:' || (value ->> 0), value ->> 0, 9, 'site', 0, value ->> 1, ? from json_each(?)`,
    now,
    JSON.stringify(members.map(({ id }, i) => [id, initialCoins(i)])),
  );
  const makers = members.slice(0, MAKERS);
  const addItem = async ({ type, price: priceOf, stock = 0, gold: isGold = false }: ItemBatch, i: number) => {
    const maker = type >= 4 ? (makers[i % makers.length] as Member) : admin;
    const price = priceOf(i);
    const [row] = await site.rows<{ id: number }>(
      `insert into items (type_id, user_id, name, purchasable, price, stock, gold_month, created_at)
        values (?, ?, ?, ?, ?, nullif(?, 0), nullif(?, ''), ?) returning id`,
      ...[type, maker.id, `Ware ${type}-${i}`, price || isGold ? "onsale" : "free", price, stock],
      ...[isGold ? monthOf(now) : "", now],
    );
    const id = row?.id ?? 0;
    const owned = "insert into inventory (user_id, item_id, type_id, created_at) values (?, ?, ?, ?)";
    await site.rows(owned, maker.id, id, type, now);
    return { id, price, stock: stock || null, isSoldOut: false };
  };
  const addItems = async (batches: readonly ItemBatch[]) => {
    const items: SaleItem[] = [];
    for (const batch of batches) for (let i = 0; i < batch.count; i++) items.push(await addItem(batch, i));
    return items;
  };
  return {
    ...{ members, admin },
    items: await addItems([
      { count: 40, type: 4, price: (i) => 1 + 3 * i },
      { count: 8, type: 5, price: () => 0 },
      { count: 12, type: 1, price: (i) => 5 + 10 * i },
      { count: 8, type: 6, price: (i) => 10 + i, stock: 12 },
      { count: 4, type: 3, price: (i) => 15 + i, stock: 5 },
      { count: 4, type: 2, price: (i) => 20 + i, gold: true },
    ]),
    rushes: await addItems([{ count: rushes, type: 4, price: () => 25, stock: 10 }]),
    gifts: await addItems([{ count: 6, type: 3, price: () => 0, stock: 40 }]),
  };
}

/** A purchase of an item or of an offered copy. */
interface PurchaseAttempt {
  /** Its key in the ledger. */
  key: string;
  buyer: number;
  item: number;
  price: number;
  /** The acknowledged result; null while it's unknown. */
  bought: boolean | null;
}

/** A grant with its idempotency key. */
interface Grant {
  key: string;
  user: number;
  coins: number;
  succeeded: boolean;
}

interface ResaleOffer {
  item: number;
  owner: number;
  /** Null if it isn't offered, undefined while that's unknown. */
  price: number | null | undefined;
}

/** How often each action happens, in a thousand. */
const WEIGHTS = { buy: 500, buyCopy: 230, offer: 200, spree: 20, grant: 45, payDay: 5 };
type MarketAction = keyof typeof WEIGHTS;
const ACTIONS = (Object.keys(WEIGHTS) as MarketAction[]).flatMap((action) =>
  Array<MarketAction>(WEIGHTS[action]).fill(action),
);
const random = (sides: number) => Math.floor(Math.random() * sides);

/**
 * Members who trade endlessly, each with one action at a time. Every result is
 * remembered, to compare with the ledger.
 */
export class Market {
  readonly purchases: PurchaseAttempt[] = [];
  readonly grants: Grant[] = [];
  /** Resellable copies by id. */
  readonly offers = new Map<number, ResaleOffer>();
  operations = 0;
  readonly #owned = new Map<number, Set<number>>();
  readonly #connection: FaultyConnection;
  readonly #site: KillableSite;
  readonly #world: EconomyWorld;
  readonly #busy = new Set<Member>();
  #keys = 0;

  constructor(site: KillableSite, connection: FaultyConnection, world: EconomyWorld) {
    this.#site = site;
    this.#connection = connection;
    this.#world = world;
  }

  /** Performs one action after another until `isOver` returns true. */
  async trade(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const member = pick(this.#world.members.filter((one) => !this.#busy.has(one)));
      await this.#withBusy([member], () => this.#do(pick(ACTIONS), member));
    }
  }

  /** Lets members buy the last copies of an item at the same moment. */
  async rush(item: SaleItem, count: number): Promise<void> {
    const idle = this.#world.members.filter((member) => !this.#busy.has(member)).slice(0, count);
    await this.#withBusy(idle, () => Promise.all(idle.map((member) => this.#buy(member, item, item.price))));
    this.operations += idle.length - 1;
  }

  async #withBusy(members: readonly Member[], action: () => Promise<unknown>): Promise<void> {
    for (const member of members) this.#busy.add(member);
    await action();
    for (const member of members) this.#busy.delete(member);
    this.operations++;
  }

  #ownedBy(user: number): Set<number> {
    const owned = this.#owned.get(user) ?? new Set<number>();
    this.#owned.set(user, owned);
    return owned;
  }

  /** Returns a new idempotency key. */
  #newKey = () => `chaos-action-${++this.#keys}`;

  async #do(action: MarketAction, member: Member): Promise<unknown> {
    const { items, members, gifts } = this.#world;
    switch (action) {
      case "buy":
        return this.#buySome(member);
      case "buyCopy":
        return this.#buyOffered(member);
      case "offer":
        return this.#offerOwn(member);
      case "spree":
        // More purchases at once than the member has coins for.
        return Promise.all([1, 2, 3, 4].map(() => this.#buySome(member)));
      case "grant":
        return this.#grant(pick(members), {
          coins: chance(0.3) ? -random(200) : 1 + random(300),
          xp: random(3) * 120,
          item_ids: chance(0.3) ? [pick(gifts).id, pick(items).id] : [],
        });
      case "payDay":
        // Twice at once, as if today's coins hadn't been paid yet.
        return Promise.allSettled([
          this.#site.rows("delete from daily_payments"),
          this.#site.runSchedule(),
          this.#site.runSchedule(),
        ]);
    }
  }

  /** Buys an item, mostly one that the member doesn't own, often a Limited, sometimes for a wrong price. */
  #buySome(member: Member): Promise<void> {
    const owned = this.#ownedBy(member.id);
    const { items } = this.#world;
    const limited = chance(0.4) ? items.filter(({ stock }) => stock !== null) : items;
    const wanted = chance(0.1)
      ? limited
      : limited.filter(({ id, isSoldOut }) => !isSoldOut && !owned.has(id));
    const item = pick(wanted.length ? wanted : items);
    return this.#buy(member, item, chance(0.05) ? item.price + 1 : item.price);
  }

  async #buy(buyer: Member, item: SaleItem, price: number): Promise<void> {
    const path = fillPath(purchaseItemRoute.path, { id: item.id });
    const { copy, code } = await this.#purchase(buyer, path, item.id, price);
    item.isSoldOut ||= code === "sold_out";
    if (copy !== undefined && item.stock)
      this.offers.set(copy, { item: item.id, owner: buyer.id, price: null });
  }

  async #buyOffered(member: Member): Promise<void> {
    const owned = this.#ownedBy(member.id);
    const offered = [...this.offers].filter(
      ([, { price, item, owner }]) => price && owner !== member.id && (!owned.has(item) || chance(0.05)),
    );
    // Only the cheapest few, so several members try to buy the same one.
    offered.sort(([, a], [, b]) => (a.price ?? 0) - (b.price ?? 0));
    const found = pick(offered.slice(0, 6));
    if (found) await this.#buyCopy(member, found[0], found[1].price as number);
  }

  async #buyCopy(buyer: Member, id: number, price: number): Promise<void> {
    const offer = this.offers.get(id);
    if (!offer) return;
    const path = fillPath(purchaseCopyRoute.path, { id });
    const { copy } = await this.#purchase(buyer, path, offer.item, price);
    if (copy === undefined) return;
    this.#ownedBy(offer.owner).delete(offer.item);
    Object.assign(offer, { owner: buyer.id, price: null });
  }

  /** Sends a purchase. Returns the copy's id or the error code. */
  async #purchase(
    buyer: Member,
    path: string,
    item: number,
    price: number,
  ): Promise<{ copy?: number; code?: string }> {
    const client_id = this.#newKey();
    const key = `purchase:${buyer.id}:${client_id}`;
    const attempt: PurchaseAttempt = { key, buyer: buyer.id, item, price, bought: null };
    this.purchases.push(attempt);
    const { status, text } = await this.#connection.sendWithFaults(buyer, path, { price, client_id });
    attempt.bought = status === 200;
    if (!attempt.bought) return JSON.parse(text) as { code: string };
    this.#ownedBy(buyer.id).add(item);
    return { copy: (JSON.parse(text) as { inventory: { id: number } }).inventory.id };
  }

  /** Offers a copy. A price of 0 withdraws the offer. Someone may buy it for the old price at the same moment. */
  async #offerOwn(owner: Member): Promise<void> {
    const found = pick([...this.offers].filter(([, offer]) => offer.owner === owner.id));
    if (!found) return;
    const [id, offer] = found;
    const [before, price] = [offer.price, chance(0.2) ? 0 : 1 + random(150)];
    const buying = before && chance(0.5) ? this.#buyCopy(pick(this.#world.members), id, before) : undefined;
    const { status } = await this.#connection.send(owner, fillPath(offerCopyRoute.path, { id }), { price });
    if (offer.owner === owner.id && status === 200) offer.price = price || null;
    else if (offer.owner === owner.id && status !== 422) offer.price = undefined;
    await buying;
  }

  /** Grants coins, XP and items, or takes coins away. */
  async #grant(user: Member, what: { coins: number; xp: number; item_ids: readonly number[] }) {
    const { admin } = this.#world;
    const client_id = this.#newKey();
    const path = fillPath(grantRoute.path, { username: user.name });
    const input = { ...what, reason: "chaos", client_id };
    const succeeded = (await this.#connection.sendWithFaults(admin, path, input)).status === 200;
    this.grants.push({ key: `grant:${admin.id}:${client_id}`, user: user.id, coins: what.coins, succeeded });
  }
}
