import { setTimeout as pause } from "node:timers/promises";

/** Longer than any delayed work takes to start. */
const SETTLED_MS = 6_500;
const STEP_MS = 500;

/** Waits until a metered site is idle. Returns its counts and resets them. */
export async function readMeter(url: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (let idle = 0; idle < SETTLED_MS; idle += STEP_MS) {
    await pause(STEP_MS);
    const response = await fetch(`${url}/bench/meter`);
    const counts = Object.entries((await response.json()) as Record<string, number>);
    for (const [name, times] of counts) sums[name] = (sums[name] ?? 0) + times;
    if (counts.length) idle = 0;
  }
  return sums;
}
