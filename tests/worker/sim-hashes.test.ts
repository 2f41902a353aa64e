import { SIM_HASHES } from "#tests/support/sim/sim-hashes.ts";
import { simHashes } from "#tests/support/sim/sim-worlds.ts";

it("The simulation leads to the stored states in workerd", () => {
  expect(simHashes()).toEqual(SIM_HASHES);
});
