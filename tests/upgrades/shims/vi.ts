import { setTimeout as pause } from "node:timers/promises";

export { expect } from "vitest";

/** `vi` for modules of worker tests that run outside of a test. */
export const vi = {
  /** Resolves with the first truthy result. Throws after the timeout. */
  async waitUntil<T>(condition: () => T | Promise<T>, { timeout = 10_000, interval = 20 } = {}): Promise<T> {
    const until = performance.now() + timeout;
    for (;;) {
      const result = await condition();
      if (result) return result;
      if (performance.now() > until) throw new Error("Timed out in waitUntil!");
      await pause(interval);
    }
  },
};
