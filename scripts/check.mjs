import { runScript } from "./run-script.mjs";

runScript("scripts/check/main.ts");
