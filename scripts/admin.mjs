import { runScript } from "./run-script.mjs";

runScript("scripts/admin/main.ts");
