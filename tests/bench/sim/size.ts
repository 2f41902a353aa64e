export { physicsFor } from "#domain/sim/index.ts";
