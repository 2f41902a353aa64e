import { runScript } from "./run-script.mjs";

runScript("scripts/db-generate/main.ts");
