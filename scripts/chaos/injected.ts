/** Faults of the site's bindings, made by `tests/bench/wrappers/faults.ts` below the worker's own code. */
export interface Injected {
  /** Calls to D1 whose SQL matches `sql` fail with an error, never end, or take longer. */
  d1?: { error?: string; hangs?: boolean; delayMs?: number; sql?: string };
  /** Calls to R2 with a key that starts with `prefix`. */
  r2?: { error?: string; hangs?: boolean; prefix?: string };
  /** Every method of a class of objects. */
  object?: { className: string; error?: string; hangs?: boolean };
  /** Queues whose consumer never ends, or that take no messages. `name` is the binding; all by default. */
  queue?: { name?: string; isStuck?: boolean; error?: string };
}

/** Replaces the faults of a site's bindings. */
export async function injectFaults(url: string, faults: Injected): Promise<void> {
  const response = await fetch(`${url}/chaos/faults`, { method: "POST", body: JSON.stringify(faults) });
  if (response.status !== 204) throw new Error(`The fault wasn't injected: ${response.status}`);
}
