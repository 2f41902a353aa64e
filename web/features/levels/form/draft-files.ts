/** Files of drafts, in the browser's own database; where there is none, nothing is kept and nothing fails. */
const DATABASE = "bopolis-drafts";
const STORE = "files";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open();
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Keeps a file under a key, or forgets the one there. False when the browser keeps nothing. */
export async function keepFile(key: string, file: File | null): Promise<boolean> {
  try {
    await run("readwrite", (store) => (file ? store.put(file, key) : store.delete(key)));
    return true;
  } catch {
    return false;
  }
}

export async function findFile(key: string): Promise<File | null> {
  try {
    const found = await run("readonly", (store) => store.get(key));
    return found instanceof File ? found : null;
  } catch {
    return null;
  }
}
