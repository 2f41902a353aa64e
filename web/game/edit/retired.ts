interface Disposable {
  dispose(): void;
}

/**
 * Things that were replaced before this frame. They are disposed of after it, when their successors have been drawn, so programs
 * that both use stay compiled.
 */
export class Retired {
  #things: Disposable[] = [];

  add(thing: Disposable): void {
    this.#things.push(thing);
  }

  dispose(): void {
    for (const thing of this.#things) thing.dispose();
    this.#things = [];
  }
}
