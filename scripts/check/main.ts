import { CHECKS, runStages } from "./stages.ts";

await runStages(CHECKS);
