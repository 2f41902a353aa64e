import { simHashes } from "#scripts/bench/sim/sim-runs.ts";

/** Responds with the hashes of the simulation in workerd. */
const worker = { fetch: (): Response => Response.json(simHashes()) };

export default worker;
