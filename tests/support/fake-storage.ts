/** A browser's storage in a map. */
export class FakeStorage implements Storage {
  readonly entries = new Map<string, string>();
  /** The length of the longest value that fits. */
  most = Number.POSITIVE_INFINITY;
  isBlocked = false;

  #open(): Map<string, string> {
    if (this.isBlocked) throw new DOMException("blocked", "SecurityError");
    return this.entries;
  }

  get length(): number {
    return this.#open().size;
  }

  key = (at: number) => [...this.#open().keys()][at] ?? null;
  getItem = (key: string) => this.#open().get(key) ?? null;
  removeItem = (key: string) => void this.#open().delete(key);
  clear = () => this.#open().clear();

  setItem = (key: string, value: string) => {
    if (value.length > this.most) throw new DOMException("full", "QuotaExceededError");
    this.#open().set(key, value);
  };
}
