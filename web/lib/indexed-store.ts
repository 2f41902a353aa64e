/** A store with an IndexedDB database of its own, which is opened when it's first needed. */
export class IndexedStore {
  readonly #database: string;
  readonly #store: string;
  #opened: Promise<IDBDatabase> | null = null;

  constructor(database: string, store: string) {
    this.#database = database;
    this.#store = store;
  }

  /** Runs an operation in a transaction. Resolves once it's on disk; rejects if the browser stores nothing. */
  async run<T>(mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    this.#opened ??= this.#open();
    const database = await this.#opened;
    return new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(this.#store, mode, { durability: "strict" });
      const request = operation(transaction.objectStore(this.#store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  #open(): Promise<IDBDatabase> {
    // The next operation tries again, also after the browser has closed the database.
    const forget = () => {
      this.#opened = null;
    };
    return new Promise<IDBDatabase>((resolve, reject) => {
      // Throws where storage is blocked.
      const request = indexedDB.open(this.#database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(this.#store);
      request.onsuccess = () => {
        request.result.onclose = forget;
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    }).catch((error) => {
      forget();
      throw error;
    });
  }
}
