import { runScript } from "./run-script.mjs";

runScript("scripts/dev/main.ts");
