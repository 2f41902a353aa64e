import type { Guest } from "../../bench/chat/crowd.ts";
import { chance, pause } from "../chat/ask.ts";
import type { Line } from "./line.ts";
import type { Memory } from "./memory.ts";
import { Staff } from "./staff.ts";
import { Trader } from "./trader.ts";
import type { Ware, World } from "./world.ts";

const dice = (sides: number) => Math.floor(Math.random() * sides);
const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;

/** Share of each thing that is done, in a thousand. */
const SHARES = {
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
/** How many try to buy from somebody who is banned. */
const TEMPTED = 6;
type Deed = keyof typeof SHARES;
const DEEDS = (Object.keys(SHARES) as Deed[]).flatMap((deed) => Array<Deed>(SHARES[deed]).fill(deed));

/** Members who trade without end; each does one thing at a time, and none while the market is closed. */
export class Market {
  readonly #world: World;
  readonly #memory: Memory;
  readonly #trader: Trader;
  readonly #staff: Staff;
  readonly #busy = new Set<Guest>();
  #isClosed = true;

  constructor(line: Line, world: World, memory: Memory) {
    this.#world = world;
    this.#memory = memory;
    this.#trader = new Trader(line, memory);
    this.#staff = new Staff(line, memory, world.admin);
  }

  open(): void {
    this.#isClosed = false;
  }

  /** Waits until everything that was begun is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#busy.size) await pause(20);
  }

  /** One pair of hands: does one thing after the other until `over` says so. */
  async work(over: () => boolean): Promise<void> {
    while (!over()) {
      if (this.#isClosed) await pause(20);
      else await this.#hold([this.#idle()], ([member]) => this.#do(pick(DEEDS), member as Guest));
    }
  }

  /** So many members want the last copies of an item at the same moment. */
  async rush(ware: Ware, count: number): Promise<void> {
    const idle = this.#world.members.filter((member) => !this.#busy.has(member)).slice(0, count);
    await this.#hold(idle, () =>
      Promise.all(idle.map((member) => this.#trader.buy(member, ware, ware.price))),
    );
    this.#memory.operations += idle.length - 1;
  }

  #idle(): Guest {
    for (;;) {
      const member = pick(this.#world.members);
      if (!this.#busy.has(member)) return member;
    }
  }

  async #hold(
    members: readonly Guest[],
    act: (members: readonly Guest[]) => Promise<unknown>,
  ): Promise<void> {
    for (const member of members) this.#busy.add(member);
    await act(members);
    for (const member of members) this.#busy.delete(member);
    this.#memory.operations++;
  }

  async #do(deed: Deed, member: Guest): Promise<void> {
    const { wares, makers, members, gifts } = this.#world;
    const { offers, deals } = this.#memory;
    switch (deed) {
      case "buy":
        return this.#buySome(member);
      case "buyCopy":
        return this.#buyOffered(member);
      case "offer":
        return this.#offerOwn(member);
      case "spree":
        // More at once than there are coins for.
        await Promise.all([1, 2, 3, 4].map(() => this.#buySome(member)));
        return;
      case "repeat": {
        const deal = pick(deals.filter(({ buyer, bought }) => buyer === member.id && bought));
        if (deal) await this.#trader.repeat(member, deal);
        return;
      }
      case "reprice": {
        const ware = pick(wares.filter(({ price, gold }) => price > 0 && !gold));
        return this.#trader.reprice(ware, 1 + dice(60));
      }
      case "wish":
        return this.#trader.wish(member, pick(wares));
      case "grant": {
        const items = chance(0.3) ? [pick(gifts).id, pick(wares).id] : [];
        const coins = chance(0.3) ? -dice(200) : 1 + dice(300);
        return this.#staff.grant(pick(members), coins, dice(3) * 120, items);
      }
      case "create":
        return this.#trader.create(member);
      case "ban": {
        const sellers = [...offers.values()].filter(({ price }) => price).map(({ owner }) => owner);
        const seller = chance(0.5) ? pick(makers) : members.find(({ id }) => id === pick(sellers));
        return seller && this.#staff.ban(seller, () => this.#tempt(seller));
      }
      case "payDay":
        return this.#staff.payDay();
    }
  }

  /** Mostly something that the member does not have, for the price as it is or as it was once; what ends is dearest to all. */
  #buySome(member: Guest): Promise<void> {
    const owned = this.#memory.owns(member.id);
    const { wares } = this.#world;
    const limited = chance(0.4) ? wares.filter(({ stock }) => stock !== null) : wares;
    const wanted = chance(0.1)
      ? limited
      : limited.filter(({ id, isSoldOut }) => !isSoldOut && !owned.has(id));
    const ware = pick(wanted.length ? wanted : wares);
    return this.#trader.buy(member, ware, chance(0.05) ? ware.price + 1 : ware.price);
  }

  /** Several want what somebody sells. */
  #tempt({ id }: Guest): Promise<unknown> {
    const { wares, members } = this.#world;
    const made = wares.filter(({ maker }) => maker.id === id);
    const offered = [...this.#memory.offers].filter(([, { owner, price }]) => owner === id && price);
    return Promise.all(
      Array.from({ length: TEMPTED }, () => {
        const [copy, ware] = [pick(offered), pick(made)];
        if (copy) return this.#trader.buyCopy(pick(members), copy[0], copy[1].price as number);
        return ware && this.#trader.buy(pick(members), ware, ware.price);
      }),
    );
  }

  async #buyOffered(member: Guest): Promise<void> {
    const owned = this.#memory.owns(member.id);
    const offered = [...this.#memory.offers].filter(
      ([, { price, item, owner }]) => price && owner !== member.id && (!owned.has(item) || chance(0.05)),
    );
    // The cheapest few, so that several want the same one.
    offered.sort(([, a], [, b]) => (a.price ?? 0) - (b.price ?? 0));
    const found = pick(offered.slice(0, 6));
    if (found) await this.#trader.buyCopy(member, found[0], found[1].price as number);
  }

  async #offerOwn(member: Guest): Promise<void> {
    const own = [...this.#memory.offers].filter(([, { owner }]) => owner === member.id);
    const found = pick(own);
    if (!found) return;
    const [copy, { price }] = found;
    // Somebody may want it for the price of before at the same moment.
    await Promise.all([
      this.#trader.offer(member, copy, chance(0.2) ? 0 : 1 + dice(150)),
      price && chance(0.5) && this.#trader.buyCopy(pick(this.#world.members), copy, price),
    ]);
  }
}
