import { runScript } from "./run-script.mjs";

runScript("scripts/seed/main.ts");
