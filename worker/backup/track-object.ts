import { AlarmScheduler } from "../live/alarm-scheduler.ts";
import type { LogFailure } from "../live/failure-logger.ts";
import { backupStub } from "../live/stubs.ts";
import { CHANGED_KEY, type ObjectKind } from "./export-state.ts";

/** The name of the alarm that reports a change. */
const REPORT_CHANGE = "report change";

/** Changes within this time are reported together with the first one. */
const REPORT_DELAY_MS = 5_000;

/** The alarms of an object that is part of backups. */
export type TrackedAlarms<Name extends string> = AlarmScheduler<Name | typeof REPORT_CHANGE>;

interface Tracking<Name extends string> {
  kind: ObjectKind;
  /** Handle the object's own alarms. */
  handlers: Readonly<Record<Name, () => unknown>>;
  logFailure: LogFailure;
}

/** Returns the storage and the alarms of an object that is part of backups. Its first change is reported to the `Backup` object. */
export function trackObject<Name extends string>(
  { storage, id }: DurableObjectState,
  env: Env,
  { kind, handlers, logFailure }: Tracking<Name>,
): { storage: DurableObjectStorage; alarms: TrackedAlarms<Name> } {
  const all = { ...handlers, [REPORT_CHANGE]: () => backupStub(env).changed(kind, String(id.name)) };
  const alarms: TrackedAlarms<Name> = new AlarmScheduler(storage, all, logFailure);
  const report = () => alarms.schedule(REPORT_CHANGE, Date.now() + REPORT_DELAY_MS);
  return { storage: trackChanges(storage, report), alarms };
}

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

/** Marks an object's first change since its export, in the same commit, and calls `report`. */
function trackChanges(storage: DurableObjectStorage, report: () => void): DurableObjectStorage {
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
