import { runScript } from "./run-script.mjs";

runScript("scripts/restore/main.ts");
