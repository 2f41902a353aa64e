import { runScript } from "./run-script.mjs";

runScript("scripts/chaos/main.ts");
