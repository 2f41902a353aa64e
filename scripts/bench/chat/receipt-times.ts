const TIMEOUT_MS = 30_000;

/** The times at which a socket received numbered messages. */
export class ReceiptTimes {
  readonly #received = new Map<number, number>();
  readonly #waiting = new Map<number, (time: number) => void>();

  receive(number: number): void {
    const time = performance.now();
    this.#received.set(number, time);
    this.#waiting.get(number)?.(time);
    this.#waiting.delete(number);
  }

  /** Resolves with the time at which a number was or will be received. */
  async waitFor(number: number): Promise<number> {
    const known = this.#received.get(number);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.set(number, resolve);
    const late = setTimeout(() => reject(new Error(`Message ${number} wasn't received.`)), TIMEOUT_MS);
    return promise.finally(() => clearTimeout(late));
  }
}
