import { simHashes } from "#scripts/bench/sim/random-inputs.ts";

/** Responds with the hashes of the simulation in workerd. */
const worker = { fetch: (): Response => Response.json(simHashes()) };

export default worker;
