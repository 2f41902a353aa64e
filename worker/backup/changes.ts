import type { Env } from "../env.ts";
import { backupStub } from "../live/stubs.ts";
import { CHANGED_KEY, type ObjectKind } from "./export-state.ts";

/** The name of the alarm that reports a change. */
export const REPORT_CHANGE = "report change";

/** Changes within this time are reported together with the first one. */
export const REPORT_DELAY_MS = 5_000;

/** Reports a changed object to the `Backup` object. */
export const reportChange = (env: Env, kind: ObjectKind, { name }: DurableObjectId): Promise<void> =>
  Promise.resolve(backupStub(env).changed(kind, String(name)));

type Method = (...values: never[]) => unknown;

/** Returns the object with some methods or fields replaced. Everything else works as before. */
function replacing<T extends object>(target: T, replacements: Record<string, unknown>): T {
  return new Proxy(target, {
    get(_, key) {
      if (typeof key === "string" && key in replacements) return replacements[key];
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? (value as Method).bind(target) : value;
    },
  });
}

/**
 * Returns an object's storage that marks the first change since the last export, in the same commit, and calls `report`, which
 * schedules an alarm. Later changes cost nothing.
 */
export function trackChanges(storage: DurableObjectStorage, report: () => void): DurableObjectStorage {
  const { sql, kv } = storage;
  /** Undefined until it's read. */
  let isMarked: boolean | undefined;
  const mark = () => {
    isMarked ??= kv.get(CHANGED_KEY) !== undefined;
    if (isMarked) return;
    isMarked = true;
    kv.put(CHANGED_KEY, true);
    report();
  };
  const trackedSql = replacing(sql, {
    exec(query: string, ...values: SqlStorageValue[]) {
      if (!/^\s*select\b/i.test(query)) mark();
      return sql.exec(query, ...values);
    },
  });
  const trackedKv = replacing(kv, {
    put(key: string, value: unknown) {
      mark();
      kv.put(key, value);
    },
    delete(key: string) {
      // An export ends the mark.
      if (key === CHANGED_KEY) isMarked = false;
      else mark();
      return kv.delete(key);
    },
  });
  return replacing(storage, {
    sql: trackedSql,
    kv: trackedKv,
    transactionSync(work: () => unknown) {
      try {
        return storage.transactionSync(work);
      } catch (error) {
        // The mark was rolled back, too, if it was part of this.
        isMarked = undefined;
        throw error;
      }
    },
  });
}
