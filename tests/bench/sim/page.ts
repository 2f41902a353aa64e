export { simHashes } from "#tests/support/sim/random-inputs.ts";
