import { expect, it } from "vitest";
import { SIM_HASHES } from "#tests/support/sim-hashes.ts";
import { simHashes } from "#tests/support/sim-runs.ts";

it("The simulation leads to the stored states in Node", () => {
  expect(simHashes()).toEqual(SIM_HASHES);
});
