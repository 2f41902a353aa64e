/** Faults of the site's bindings, made by `tests/bench/wrappers/faults.ts` below the worker's own code. */
export interface Injected {
  /** Calls to D1 whose SQL matches `sql` fail with an error or take longer. */
  d1?: { error?: string; delayMs?: number; sql?: string };
  /** Every call to R2 fails with this error. */
  r2?: string;
  /** Every method of a class of objects fails with an error. */
  object?: { className: string; error: string };
  /** A binding of a queue whose consumer never ends. */
  stuckQueue?: string;
}

/** Replaces the faults of a site's bindings. */
export async function injectFaults(url: string, faults: Injected): Promise<void> {
  const response = await fetch(`${url}/chaos/faults`, { method: "POST", body: JSON.stringify(faults) });
  if (response.status !== 204) throw new Error(`The fault wasn't injected: ${response.status}`);
}
