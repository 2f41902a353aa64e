import { expect } from "vitest";
import type { TestResponse } from "./browser.ts";

/** The cost of a response that read nothing from D1. */
export const NO_COST: TestResponse["cost"] = {
  roundTrips: 0,
  forumRoundTrips: 0,
  playRoundTrips: 0,
  read: 0,
  written: 0,
};

/** Expects that a response's D1 cost is within limits: at most two round trips to each database, and the given rows. */
export function expectCost(
  response: TestResponse,
  most: {
    read?: number;
    written?: number;
    roundTrips?: number;
    forumRoundTrips?: number;
    playRoundTrips?: number;
  },
): void {
  const { roundTrips, forumRoundTrips, playRoundTrips, read, written } = response.cost;
  expect(roundTrips, "D1 round trips").toBeLessThanOrEqual(most.roundTrips ?? 2);
  expect(forumRoundTrips, "round trips to the forums").toBeLessThanOrEqual(most.forumRoundTrips ?? 2);
  expect(playRoundTrips, "round trips to play data").toBeLessThanOrEqual(most.playRoundTrips ?? 2);
  if (most.read !== undefined) expect(read, "rows read").toBeLessThanOrEqual(most.read);
  if (most.written !== undefined) expect(written, "rows written").toBeLessThanOrEqual(most.written);
}
