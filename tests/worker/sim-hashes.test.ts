import { expect, it } from "vitest";
import { SIM_HASHES } from "#scripts/bench/sim/sim-hashes.ts";
import { simHashes } from "#scripts/bench/sim/random-inputs.ts";

it("The simulation leads to the stored states in workerd", () => {
  expect(simHashes()).toEqual(SIM_HASHES);
});
