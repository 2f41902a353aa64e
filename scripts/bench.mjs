import { runScript } from "./run-script.mjs";

runScript("scripts/bench/main.ts");
