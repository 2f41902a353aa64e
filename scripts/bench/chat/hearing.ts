const PATIENCE = 30_000;

/** What a socket has said, by number, with the moment; whoever waits for a number is told. */
export class Hearing {
  readonly #heard = new Map<number, number>();
  readonly #waiting = new Map<number, (moment: number) => void>();

  hear(number: number): void {
    const moment = performance.now();
    this.#heard.set(number, moment);
    this.#waiting.get(number)?.(moment);
    this.#waiting.delete(number);
  }

  /** The moment at which that number was heard, or will be. */
  async moment(number: number): Promise<number> {
    const known = this.#heard.get(number);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.set(number, resolve);
    const late = setTimeout(() => reject(new Error(`number ${number} was not heard`)), PATIENCE);
    return promise.finally(() => clearTimeout(late));
  }
}
