import {
  ACHIEVEMENT_SETS,
  ACHIEVEMENT_STATS,
  type AchievementDefinition,
  type AchievementStat,
} from "#domain/achievements/sets.ts";
import { creationCost, creatorShare, netPrice } from "#domain/items/rules.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { SEED_ITEMS } from "../items.ts";
import type { SeedPerson } from "../people.ts";
import { type Random, seededRandom } from "../random.ts";
import type { Posting, Resale, SeedAchievement, SeedCopy, SeedRow } from "./rows.ts";

interface LedgerAccount {
  coins: number;
  xp: number;
  gold: boolean;
  stats: Record<AchievementStat, number>;
  achieved: Set<number>;
}

const COIN = 5;
/** Coins earned beyond what a purchase needs. */
const EXTRA_EARNINGS = { least: 30, most: 400 };

const itemOf = (id: number) => SEED_ITEMS[id - 1] as (typeof SEED_ITEMS)[0];
const stats = () =>
  ({
    ...Object.fromEntries(ACHIEVEMENT_STATS.map((stat) => [stat, 0])),
    spirit_level: 1,
  }) as LedgerAccount["stats"];

/** Writes the demo world's ledger, event by event in chronological order. Users and items are ids. */
export class SeedLedger {
  readonly rows: SeedRow[] = [];
  readonly copies: SeedCopy[] = [];
  readonly achieved: SeedAchievement[] = [];
  readonly resales: Resale[] = [];
  readonly #accounts: LedgerAccount[];
  readonly #levels: readonly number[];
  readonly #sold = new Map<number, number>();
  readonly #random: Random = seededRandom(70_707);

  /** `levels` are the public ones. */
  constructor(people: readonly SeedPerson[], levels: readonly number[]) {
    this.#accounts = people.map(({ gold }) => ({
      coins: 0,
      xp: 0,
      gold,
      stats: stats(),
      achieved: new Set<number>(),
    }));
    this.#levels = levels;
  }

  /** Returns a user's coins. */
  balance(user: number): number {
    return this.#of(user).coins;
  }

  /** Writes a row and everything that follows from it. Returns its id. */
  post({ key, user, type, source, coins = 0, xp = 0, copies = null, previous = null }: Posting, at: number) {
    const account = this.#of(user);
    if (account.coins + coins < 0) throw new Error(`${key} would overdraw the balance`);
    const id = this.rows.length + 1;
    const [source_type, source_id] = source;
    const base = { id, key, user_id: user, type_id: type, source_type, source_id };
    // Manual grants get no Gold bonus.
    const gained = account.gold && type !== 5 ? Math.floor(xp * 1.25) : xp;
    this.rows.push({ ...base, coins, xp: gained, copies, previous_id: previous, created_at: at });
    account.coins += coins;
    account.xp += gained;
    if (type === 1 && source_type === "user") this.count(user, "sales_count", at);
    if (type === 1 && source_type === "item" && copies) this.count(user, "purchases_count", at);
    if (type === 2) this.count(user, "challenges_count", at);
    if (type === 8) this.count(user, "spirit_level", at);
    while (account.stats.spirit_level < spiritLevel(account.xp)) this.#raise(user, at);
    return id;
  }

  /** Increments a user's stat and awards the achievements it reaches. */
  count(user: number, stat: AchievementStat, at: number): void {
    const account = this.#of(user);
    account.stats[stat]++;
    for (const set of ACHIEVEMENT_SETS.filter((candidate) => candidate.stat === stat))
      for (const achievement of set.achievements)
        if (achievement.value <= account.stats[stat] && !account.achieved.has(achievement.id))
          this.#award(user, achievement, at);
  }

  /** Creates an item: writes its cost and the creator's own copy. */
  make(item: number, at: number): void {
    const { owner } = itemOf(item);
    const user = owner + 1;
    const cost = creationCost(owner === 0 ? "admin" : "member");
    if (cost) {
      this.fund(user, cost, at);
      this.post(
        { key: `create:${user}:demo-${item}`, user, type: 1, source: ["item", item], coins: -cost },
        at,
      );
    }
    this.copies.push({ user_id: user, item_id: item, serial: null, transaction_id: null, created_at: at });
  }

  /** Sells a new copy to a user. */
  buy(user: number, item: number, at: number): void {
    const { type_id, sold_for: price, owner } = itemOf(item);
    this.fund(user, price, at);
    const key = `purchase:${user}:demo-${item}`;
    const copy = this.#next(item);
    const id = this.post(
      { key, user, type: 1, source: ["item", item], coins: 0 - price, copies: [copy] },
      at,
    );
    this.#deliver(user, copy, id, at);
    const share = creatorShare(type_id, price);
    if (share) this.#paySeller(`${key}:sale`, owner + 1, user, share, copy, at);
  }

  /** Sells a user's copy to another user. */
  resell(item: number, from: number, user: number, price: number, at: number): void {
    const copy = this.copies.find((candidate) => candidate.item_id === item && candidate.user_id === from);
    if (!copy?.serial) throw new Error(`${from} has no copy of ${item} to sell`);
    this.fund(user, price, at);
    const key = `purchase:${user}:demo-resale-${item}`;
    const pair: [number, number] = [item, copy.serial];
    const previous = copy.transaction_id;
    const id = this.post(
      { key, user, type: 1, source: ["item", item], coins: -price, copies: [pair], previous },
      at,
    );
    Object.assign(copy, { user_id: user, transaction_id: id, created_at: at });
    this.#paySeller(`${key}:sale`, from, user, netPrice(price), pair, at);
    this.resales.push({ item_id: item, price, at });
  }

  /** Grants a copy from the admin. */
  give(user: number, item: number, at: number): void {
    const copy = this.#next(item);
    const id = this.post(
      { key: `grant:1:demo-${user}-${item}`, user, type: 5, source: ["user", 1], copies: [copy] },
      at,
    );
    this.#deliver(user, copy, id, at);
  }

  /** Writes the earnings that a purchase needs, mostly from a level. */
  fund(user: number, price: number, at: number): void {
    const missing = price - this.balance(user);
    if (missing <= 0) return;
    const coins =
      COIN * Math.ceil((missing + this.#random.int(EXTRA_EARNINGS.least, EXTRA_EARNINGS.most)) / COIN);
    const key = `demo:earned:${this.rows.length + 1}`;
    if (this.#random.chance(0.25)) this.post({ key, user, type: 9, source: ["site", 0], coins }, at);
    else {
      const source: Posting["source"] = ["level", this.#random.pick(this.#levels)];
      this.post({ key, user, type: 6, source, coins, xp: Math.floor(coins / 2) }, at);
    }
  }

  #of(user: number): LedgerAccount {
    return this.#accounts[user - 1] as LedgerAccount;
  }

  #next(item: number): [number, number] {
    const serial = (this.#sold.get(item) ?? 0) + 1;
    this.#sold.set(item, serial);
    return [item, serial];
  }

  #deliver(user_id: number, [item_id, serial]: [number, number], transaction_id: number, at: number): void {
    this.copies.push({ user_id, item_id, serial, transaction_id, created_at: at });
  }

  #paySeller(key: string, user: number, buyer: number, coins: number, copy: [number, number], at: number) {
    this.post({ key, user, type: 1, source: ["user", buyer], coins, copies: [copy] }, at);
  }

  #raise(user: number, at: number): void {
    const level = this.#of(user).stats.spirit_level + 1;
    const source: Posting["source"] = ["spirit", level];
    this.post({ key: `spirit:${user}:${level}`, user, type: 8, source, coins: 10 * level }, at);
  }

  #award(user: number, { id, reward }: AchievementDefinition, at: number): void {
    this.#of(user).achieved.add(id);
    this.achieved.push({ user_id: user, achievement_id: id, created_at: at });
    const source: Posting["source"] = ["achievement", id];
    if (reward) this.post({ key: `achievement:${id}:${user}`, user, type: 12, source, ...reward }, at);
  }
}
