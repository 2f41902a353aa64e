import { CHECKS, runStages, vitest } from "./stages.ts";

await runStages([CHECKS, [vitest("unit")]]);
