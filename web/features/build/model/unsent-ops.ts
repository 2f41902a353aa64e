import type { ClientOp } from "#domain/build/messages.ts";
import { IndexedStore } from "#web/lib/indexed-store.ts";

/* Operations that the object hasn't confirmed live in IndexedDB, so closing the page or a crash loses none. */

const unsent = new IndexedStore("bopolis-builds", "ops");

/** The page that made operations: its user, its level, and its number there. */
export interface OpOwner {
  user: number;
  level: number;
  client: number;
}

const keyOf = ({ user, level, client }: OpOwner, n: number) => [user, level, client, n];

/** Stores operations of a page. Resolves with false if the browser stores nothing, as in some private windows. */
export async function storeUnsentOp(owner: OpOwner, op: ClientOp): Promise<boolean> {
  try {
    await unsent.run("readwrite", (store) => store.put(op, keyOf(owner, op.n)));
    return true;
  } catch {
    return false;
  }
}

export async function deleteUnsentOps(owner: OpOwner, upTo: number): Promise<void> {
  // Where nothing could be stored, nothing is there to delete.
  await unsent
    .run("readwrite", (store) => store.delete(IDBKeyRange.bound(keyOf(owner, 0), keyOf(owner, upTo))))
    .catch(() => undefined);
}

export interface UnsentOps {
  client: number;
  ops: ClientOp[];
}

/** The operations that a user's earlier pages of a level couldn't send, by page. */
export async function loadUnsentOps(user: number, level: number): Promise<UnsentOps[]> {
  try {
    const range = IDBKeyRange.bound([user, level], [user, level, []]);
    const [keys, ops] = await Promise.all([
      unsent.run("readonly", (store) => store.getAllKeys(range)),
      unsent.run("readonly", (store) => store.getAll(range) as IDBRequest<ClientOp[]>),
    ]);
    const byClient = Map.groupBy(keys.slice(0, ops.length), (key) => (key as number[])[2] as number);
    let first = 0;
    return [...byClient].map(([client, { length }]) => {
      const own = ops.slice(first, first + length);
      first += length;
      return { client, ops: own };
    });
  } catch {
    return [];
  }
}

/** Takes the place of a page: only one page at a time speaks for a number. Resolves with null if another page does. */
export function lockClient(user: number, level: number, client: number): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    };
    void navigator.locks.request(`build:${user}:${level}:${client}`, { ifAvailable: true }, hold);
  });
}
