/** Draft files live in IndexedDB. Without it nothing is saved and nothing fails. */
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

async function run(
  mode: IDBTransactionMode,
  operation: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open();
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = operation(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Saves a file under a key, or deletes it (null). Returns false if the browser stores nothing. */
export async function saveDraftFile(key: string, file: File | null): Promise<boolean> {
  try {
    await run("readwrite", (store) => (file ? store.put(file, key) : store.delete(key)));
    return true;
  } catch {
    return false;
  }
}

/** Returns the file saved under a key, or null. */
export async function loadDraftFile(key: string): Promise<File | null> {
  try {
    const file = await run("readonly", (store) => store.get(key));
    return file instanceof File ? file : null;
  } catch {
    return null;
  }
}
