export { simHashes } from "#scripts/bench/sim/sim-runs.ts";
