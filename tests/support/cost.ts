import { expect } from "vitest";
import type { TestResponse } from "./browser.ts";

/** Expects that a response's D1 cost is within limits: at most two round trips, and the given rows. */
export function expectCost(
  response: TestResponse,
  most: { read?: number; written?: number; roundTrips?: number },
): void {
  const { roundTrips, read, written } = response.cost;
  expect(roundTrips, "D1 round trips").toBeLessThanOrEqual(most.roundTrips ?? 2);
  if (most.read !== undefined) expect(read, "rows read").toBeLessThanOrEqual(most.read);
  if (most.written !== undefined) expect(written, "rows written").toBeLessThanOrEqual(most.written);
}
