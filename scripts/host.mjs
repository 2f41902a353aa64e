import { runScript } from "./run-script.mjs";

runScript("scripts/host/main.ts");
