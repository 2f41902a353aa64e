import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Durable Objects and bytes in a site's state folder. */
export interface Traces {
  /** Durable Objects that exist, by class. */
  objects: Readonly<Record<string, number>>;
  bytes: number;
}

/** Counts a site's objects and the bytes of its files. Each object has a database file once it has stored something. */
export function readTraces(state: string): Traces {
  const objects: Record<string, number> = {};
  let bytes = 0;
  for (const entry of readdirSync(join(state, "v3"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
    const [, name] = /bopolis-(\w+)$/.exec(entry.parentPath) ?? [];
    if (name && entry.name.endsWith(".sqlite")) objects[name] = (objects[name] ?? 0) + 1;
  }
  return { objects, bytes };
}

/** How many objects and bytes were added, and which objects. */
export function tracesSince(
  before: Traces,
  after: Traces,
): { objects: number; bytes: number; notes: string[] } {
  const added = Object.entries(after.objects).flatMap(([name, count]) => {
    const more = count - (before.objects[name] ?? 0);
    return more > 0 ? [{ name, more }] : [];
  });
  return {
    objects: added.reduce((sum, { more }) => sum + more, 0),
    bytes: after.bytes - before.bytes,
    notes: added.map(({ name, more }) => `${name}: ${more}`),
  };
}
