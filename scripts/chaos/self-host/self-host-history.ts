/** A write and what is known about it. */
export interface Write {
  number: number;
  /** Its key in the database: a message's text, a level's title, a username, a ledger key. */
  text: string;
  user?: number;
  item?: number;
  tries: number;
  acknowledged: boolean;
  /** The error, if the site rejected it. */
  rejected?: string;
}

export type Kind = "messages" | "purchases" | "levels" | "accounts";

/** Everything that the members have sent, to compare with what is stored. */
export class SelfHostHistory {
  readonly writes: Record<Kind, Write[]> = { messages: [], purchases: [], levels: [], accounts: [] };
  /** The colors that a member's bopi may have: the last acknowledged ones, and those without a response since. */
  readonly colors = new Map<number, string[]>();
  /** How many saves were acknowledged. */
  saves = 0;
  /** Responses by status; 0 means no response. */
  readonly statuses = new Map<number, number>();
  readonly rejected: string[] = [];
  readonly #bought = new Map<number, number>();
  #numbers = 0;

  /** A number that is never used again. */
  next(): number {
    return ++this.#numbers;
  }

  add(kind: Kind, write: Pick<Write, "text" | "user" | "item">): Write {
    const added: Write = { ...write, number: this.next(), tries: 0, acknowledged: false };
    this.writes[kind].push(added);
    return added;
  }

  /** How many items a member has bought before, counting this one from now on. */
  bought(user: number): number {
    const before = this.#bought.get(user) ?? 0;
    this.#bought.set(user, before + 1);
    return before;
  }

  /** Records that a bopi is being saved. Returns a function that records the response's status, if there was one. */
  save(user: number, color: string): (status: number | undefined) => void {
    // Before the first acknowledgment, it may have any.
    const possible = this.colors.get(user) ?? [""];
    this.colors.set(user, [...possible, color]);
    return (status) => {
      this.count(status);
      if (status === 200) {
        this.saves++;
        this.colors.set(user, [color]);
      } else if (status && status < 500) this.colors.set(user, possible);
    };
  }

  count(status = 0): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** How many writes the site has accepted. */
  get accepted(): number {
    return (
      this.saves +
      Object.values(this.writes)
        .flat()
        .filter(({ acknowledged }) => acknowledged).length
    );
  }

  /** Copies of the writes that are acknowledged by now. */
  acknowledged(): Record<Kind, Write[]> {
    const { messages, purchases, levels, accounts } = this.writes;
    const only = (writes: readonly Write[]) =>
      writes.filter((one) => one.acknowledged).map((one) => ({ ...one }));
    return {
      messages: only(messages),
      purchases: only(purchases),
      levels: only(levels),
      accounts: only(accounts),
    };
  }
}
