import { setTimeout as pause } from "node:timers/promises";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { chance } from "../chat/send-request.ts";
import type { EconomyHistory } from "./economy-history.ts";
import type { FaultyConnection } from "./faulty-connection.ts";
import { EconomyStaff } from "./staff.ts";
import { Trader } from "./trader.ts";
import type { EconomyWorld, SaleItem } from "./world.ts";

const random = (sides: number) => Math.floor(Math.random() * sides);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

/** How often each action happens, in a thousand. */
const WEIGHTS = {
  buy: 400,
  buyCopy: 190,
  offer: 150,
  spree: 20,
  repeat: 40,
  reprice: 60,
  wish: 70,
  grant: 40,
  create: 10,
  ban: 15,
  payDay: 5,
} as const;
/** How many members try to buy from a banned seller. */
const BUYERS_DURING_BAN = 6;
type MarketAction = keyof typeof WEIGHTS;
const ACTIONS = (Object.keys(WEIGHTS) as MarketAction[]).flatMap((action) =>
  Array<MarketAction>(WEIGHTS[action]).fill(action),
);

/** Members who trade endlessly, each with one action at a time. They pause while the market is closed. */
export class Market {
  readonly #world: EconomyWorld;
  readonly #history: EconomyHistory;
  readonly #trader: Trader;
  readonly #staff: EconomyStaff;
  readonly #busy = new Set<BenchUser>();
  #isClosed = true;

  constructor(connection: FaultyConnection, world: EconomyWorld, history: EconomyHistory) {
    this.#world = world;
    this.#history = history;
    this.#trader = new Trader(connection, history);
    this.#staff = new EconomyStaff(connection, history, world.admin);
  }

  open(): void {
    this.#isClosed = false;
  }

  /** Waits until all started actions are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#busy.size) await pause(20);
  }

  /** Performs one action after another until `isOver` returns true. */
  async trade(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (this.#isClosed) await pause(20);
      else await this.#withBusy([this.#idle()], ([member]) => this.#do(pick(ACTIONS), member as BenchUser));
    }
  }

  /** Lets `count` members buy the last copies of an item at the same moment. */
  async rush(item: SaleItem, count: number): Promise<void> {
    const idle = this.#world.members.filter((member) => !this.#busy.has(member)).slice(0, count);
    await this.#withBusy(idle, () =>
      Promise.all(idle.map((member) => this.#trader.buy(member, item, item.price))),
    );
    this.#history.operations += idle.length - 1;
  }

  #idle(): BenchUser {
    for (;;) {
      const member = pick(this.#world.members);
      if (!this.#busy.has(member)) return member;
    }
  }

  async #withBusy(
    members: readonly BenchUser[],
    action: (members: readonly BenchUser[]) => Promise<unknown>,
  ): Promise<void> {
    for (const member of members) this.#busy.add(member);
    await action(members);
    for (const member of members) this.#busy.delete(member);
    this.#history.operations++;
  }

  async #do(action: MarketAction, member: BenchUser): Promise<void> {
    const { items, makers, members, gifts } = this.#world;
    const { offers, purchases } = this.#history;
    switch (action) {
      case "buy":
        return this.#buySome(member);
      case "buyCopy":
        return this.#buyOffered(member);
      case "offer":
        return this.#offerOwn(member);
      case "spree":
        // More purchases at once than the member has coins for.
        await Promise.all([1, 2, 3, 4].map(() => this.#buySome(member)));
        return;
      case "repeat": {
        const attempt = pick(purchases.filter(({ buyer, bought }) => buyer === member.id && bought));
        if (attempt) await this.#trader.repeat(member, attempt);
        return;
      }
      case "reprice": {
        const item = pick(items.filter(({ price, gold }) => price > 0 && !gold));
        return this.#trader.reprice(item, 1 + random(60));
      }
      case "wish":
        return this.#trader.wish(member, pick(items));
      case "grant": {
        const itemIds = chance(0.3) ? [pick(gifts).id, pick(items).id] : [];
        const coins = chance(0.3) ? -random(200) : 1 + random(300);
        return this.#staff.grant(pick(members), coins, random(3) * 120, itemIds);
      }
      case "create":
        return this.#trader.create(member);
      case "ban": {
        const sellers = [...offers.values()].filter(({ price }) => price).map(({ owner }) => owner);
        const seller = chance(0.5) ? pick(makers) : members.find(({ id }) => id === pick(sellers));
        return seller && this.#staff.ban(seller, () => this.#tryBuyingFrom(seller));
      }
      case "payDay":
        return this.#staff.payDay();
    }
  }

  /** Buys an item, mostly one that the member doesn't own, often a Limited, sometimes for a wrong price. */
  #buySome(member: BenchUser): Promise<void> {
    const owned = this.#history.ownedBy(member.id);
    const { items } = this.#world;
    const limited = chance(0.4) ? items.filter(({ stock }) => stock !== null) : items;
    const candidates = chance(0.1)
      ? limited
      : limited.filter(({ id, isSoldOut }) => !isSoldOut && !owned.has(id));
    const item = pick(candidates.length ? candidates : items);
    return this.#trader.buy(member, item, chance(0.05) ? item.price + 1 : item.price);
  }

  /** Several members try to buy from one seller. */
  #tryBuyingFrom({ id }: BenchUser): Promise<unknown> {
    const { items, members } = this.#world;
    const made = items.filter(({ maker }) => maker.id === id);
    const offered = [...this.#history.offers].filter(([, { owner, price }]) => owner === id && price);
    return Promise.all(
      Array.from({ length: BUYERS_DURING_BAN }, () => {
        const [copy, item] = [pick(offered), pick(made)];
        if (copy) return this.#trader.buyCopy(pick(members), copy[0], copy[1].price as number);
        return item && this.#trader.buy(pick(members), item, item.price);
      }),
    );
  }

  async #buyOffered(member: BenchUser): Promise<void> {
    const owned = this.#history.ownedBy(member.id);
    const offered = [...this.#history.offers].filter(
      ([, { price, item, owner }]) => price && owner !== member.id && (!owned.has(item) || chance(0.05)),
    );
    // Only the cheapest few, so several members try to buy the same one.
    offered.sort(([, a], [, b]) => (a.price ?? 0) - (b.price ?? 0));
    const found = pick(offered.slice(0, 6));
    if (found) await this.#trader.buyCopy(member, found[0], found[1].price as number);
  }

  async #offerOwn(member: BenchUser): Promise<void> {
    const own = [...this.#history.offers].filter(([, { owner }]) => owner === member.id);
    const found = pick(own);
    if (!found) return;
    const [copy, { price }] = found;
    // Someone may buy it for the old price at the same moment.
    await Promise.all([
      this.#trader.offer(member, copy, chance(0.2) ? 0 : 1 + random(150)),
      price && chance(0.5) && this.#trader.buyCopy(pick(this.#world.members), copy, price),
    ]);
  }
}
