/** A purchase that somebody wants: of an item, or of a copy that is offered. */
export interface Deal {
  /** The ledger's key of it. */
  key: string;
  buyer: number;
  item: number;
  price: number;
  /** What the buyer was told; null while nothing is certain. */
  bought: boolean | null;
}

/** Something that was made or given under a name of its own. */
export interface Act {
  key: string;
  user: number;
  coins: number;
  done: boolean | null;
  /** Ids that it was acknowledged under; more than one is an error. */
  ids: Set<number>;
}

export interface Offer {
  item: number;
  owner: number;
  /** Null while it is not offered, undefined while nobody knows. */
  price: number | null | undefined;
  /** What its owner was last told that it is offered for; another one with each owner. */
  asked: { price: number | null };
}

/** What the members of a run have been told, to hold against the ledger. */
/** When a seller was banned for certain: from the ban's answer to the wish to end it, which was answered at `ended`. */
export interface Ban {
  user: number;
  from: number;
  to: number;
  ended: number;
}

/** Answers to one act that say different things: what the refusal was, and when both were asked for and there. */
export interface Contradiction {
  path: string;
  text: string;
  code: string | undefined;
  asked: number;
  answered: number;
}

export class Memory {
  readonly began = Date.now();
  readonly deals: Deal[] = [];
  readonly acts: Act[] = [];
  /** Copies that can be resold, by id. */
  readonly offers = new Map<number, Offer>();
  /** Copies that were sold: for what, and what their owner had asked last. */
  readonly sold: { copy: number; price: number; asked: Offer["asked"] }[] = [];
  /** "user item" → whether it is wished for; undefined while nobody knows. */
  readonly wishes = new Map<string, boolean | undefined>();
  /** Coins and XP that acts have brought, beside what the site pays by itself. */
  readonly moved = new Map<number, { coins: number; xp: number }>();
  readonly owned = new Map<number, Set<number>>();
  readonly bans: Ban[] = [];
  /** Members and what their coins were and should have been. */
  readonly wrongSums: string[] = [];
  readonly contradictions: Contradiction[] = [];
  sums = 0;
  operations = 0;
  doubles = 0;
  cuts = 0;
  retries = 0;
  repeats = 0;
  /** Answers by status: 0 is none at all. */
  readonly statuses = new Map<number, number>();
  readonly failures: string[] = [];

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  move(user: number, coins: number, xp = 0): void {
    const before = this.moved.get(user) ?? { coins: 0, xp: 0 };
    this.moved.set(user, { coins: before.coins + coins, xp: before.xp + xp });
  }

  owns(user: number): Set<number> {
    const owned = this.owned.get(user) ?? new Set<number>();
    this.owned.set(user, owned);
    return owned;
  }
}
