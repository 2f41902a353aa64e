export { simHashes } from "#scripts/bench/sim/random-inputs.ts";
