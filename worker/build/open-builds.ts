/** The levels that a user builds right now, stored by their hub: whatever ends their right to do so reaches these. */
export class OpenBuilds {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  /** When each level was opened (ms). */
  get #opened(): Record<number, number> {
    return this.#kv.get<Record<number, number>>("builds") ?? {};
  }

  get levels(): number[] {
    return Object.keys(this.#opened).map(Number);
  }

  add(level: number, at: number): void {
    this.#kv.put("builds", { ...this.#opened, [level]: at });
  }

  /** Removes a level whose last page has closed, unless one was opened since. */
  remove(level: number, at: number): void {
    const { [level]: openedAt, ...rest } = this.#opened;
    if (openedAt !== undefined && openedAt <= at) this.#kv.put("builds", rest);
  }
}
