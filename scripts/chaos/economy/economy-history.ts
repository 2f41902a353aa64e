/** A purchase of an item or of an offered copy. */
export interface PurchaseAttempt {
  /** Its key in the ledger. */
  key: string;
  buyer: number;
  item: number;
  price: number;
  /** The acknowledged result; null while it's unknown. */
  bought: boolean | null;
}

/** A creation or a grant with an idempotency key. */
export interface EconomyAction {
  key: string;
  user: number;
  coins: number;
  succeeded: boolean | null;
  /** The acknowledged ids. More than one is an error. */
  ids: Set<number>;
}

export interface ResaleOffer {
  item: number;
  owner: number;
  /** Null if it isn't offered, undefined while that's unknown. */
  price: number | null | undefined;
  /** The last acknowledged price. A new object for each owner. */
  listed: { price: number | null };
}

/** The time in which a seller was certainly banned: from the ban's response to the request to lift it (response at `endedAt`). */
export interface BanPeriod {
  user: number;
  from: number;
  to: number;
  endedAt: number;
}

/** Contradicting responses to one action: the error, and when the requests were sent and the responses received. */
export interface Contradiction {
  path: string;
  text: string;
  code: string | undefined;
  sentAt: number;
  receivedAt: number;
}

/** Everything that the members of a run have received, to compare with the ledger. */
export class EconomyHistory {
  readonly startedAt = Date.now();
  readonly purchases: PurchaseAttempt[] = [];
  readonly actions: EconomyAction[] = [];
  /** Resellable copies by id. */
  readonly offers = new Map<number, ResaleOffer>();
  /** Sold copies with their price and the last listed price. */
  readonly sold: { copy: number; price: number; listed: ResaleOffer["listed"] }[] = [];
  /** "user item" → whether it's on the wishlist; undefined while that's unknown. */
  readonly wishes = new Map<string, boolean | undefined>();
  /** Coins and XP from actions, without the site's automatic payments. */
  readonly moved = new Map<number, { coins: number; xp: number }>();
  readonly owned = new Map<number, Set<number>>();
  readonly bans: BanPeriod[] = [];
  /** Members with their actual and expected balances. */
  readonly wrongBalances: string[] = [];
  readonly contradictions: Contradiction[] = [];
  balancesChecked = 0;
  operations = 0;
  doubles = 0;
  cuts = 0;
  retries = 0;
  repeats = 0;
  /** Responses by status. 0 means no response. */
  readonly statuses = new Map<number, number>();
  readonly failures: string[] = [];

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  move(user: number, coins: number, xp = 0): void {
    const before = this.moved.get(user) ?? { coins: 0, xp: 0 };
    this.moved.set(user, { coins: before.coins + coins, xp: before.xp + xp });
  }

  ownedBy(user: number): Set<number> {
    const owned = this.owned.get(user) ?? new Set<number>();
    this.owned.set(user, owned);
    return owned;
  }
}
