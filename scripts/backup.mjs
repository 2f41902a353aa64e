import { runScript } from "./run-script.mjs";

runScript("scripts/backup/main.ts");
