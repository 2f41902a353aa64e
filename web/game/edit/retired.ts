interface Disposable {
  dispose(): void;
}

/**
 * Disposes of things after the frame in which their successors are drawn first. So programs that both use stay compiled.
 */
export class Retired {
  #drawn: Disposable[] = [];
  #replaced: Disposable[] = [];

  add(thing: Disposable): void {
    this.#replaced.push(thing);
  }

  /** Call it once per frame, before drawing. */
  advance(): void {
    for (const thing of this.#drawn) thing.dispose();
    this.#drawn = this.#replaced;
    this.#replaced = [];
  }

  dispose(): void {
    this.advance();
    this.advance();
  }
}
