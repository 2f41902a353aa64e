import { ALARMS_KEY } from "#worker/live/alarm-scheduler.ts";

/** Returns when an object's alarms are due (ms), by name. */
export const alarmsOf = ({ kv }: DurableObjectStorage): Record<string, number> => kv.get(ALARMS_KEY) ?? {};

/** Makes an object's alarms due; all of them without names. They don't run by themselves. */
export function makeDue(storage: DurableObjectStorage, ...names: string[]): void {
  const due = Object.entries(alarmsOf(storage)).map(([name, at]) => [
    name,
    names.length === 0 || names.includes(name) ? 1 : at,
  ]);
  storage.kv.put(ALARMS_KEY, Object.fromEntries(due));
}
