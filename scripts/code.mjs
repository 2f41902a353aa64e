import { runScript } from "./run-script.mjs";

runScript("scripts/code/main.ts");
