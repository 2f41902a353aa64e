import { vi } from "vitest";

/** Waits until something is so. The limit only ends a test that hangs, also on a busy machine. */
export const until = <T>(isSo: () => T | Promise<T>) =>
  vi.waitUntil(isSo, { timeout: 150_000, interval: 10 });
