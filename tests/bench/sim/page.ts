export { simHashes } from "#tests/support/sim/sim-worlds.ts";
