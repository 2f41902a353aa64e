import { IndexedStore } from "#web/lib/indexed-store.ts";

/** Draft files live in IndexedDB. Without it nothing is saved and nothing fails. */
const files = new IndexedStore("bopolis-drafts", "files");

/** Saves a file under a key, or deletes it (null). Returns false if the browser stores nothing. */
export async function saveDraftFile(key: string, file: File | null): Promise<boolean> {
  try {
    if (file) await files.run("readwrite", (store) => store.put(file, key));
    else await files.run("readwrite", (store) => store.delete(key));
    return true;
  } catch {
    return false;
  }
}

/** Returns the file saved under a key, or null. */
export async function loadDraftFile(key: string): Promise<File | null> {
  try {
    const file: unknown = await files.run("readonly", (store) => store.get(key));
    return file instanceof File ? file : null;
  } catch {
    return null;
  }
}
