import { simHashes } from "#tests/support/sim/random-inputs.ts";
import { SIM_HASHES } from "#tests/support/sim/sim-hashes.ts";

it("The simulation leads to the stored states in Node", () => expect(simHashes()).toEqual(SIM_HASHES));
