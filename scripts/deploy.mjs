import { runScript } from "./run-script.mjs";

runScript("scripts/deploy/main.ts");
