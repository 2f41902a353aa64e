import { expect } from "vitest";
import type { Answer } from "./browser.ts";

/** Holds an answer's D1 cost against QUALITY's lines: at most two rounds, and the given rows. */
export function expectCost(answer: Answer, most: { read?: number; written?: number; rounds?: number }): void {
  const { rounds, read, written } = answer.cost;
  expect(rounds, "D1 rounds").toBeLessThanOrEqual(most.rounds ?? 2);
  if (most.read !== undefined) expect(read, "rows read").toBeLessThanOrEqual(most.read);
  if (most.written !== undefined) expect(written, "rows written").toBeLessThanOrEqual(most.written);
}
