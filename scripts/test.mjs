import { runScript } from "./run-script.mjs";

runScript("scripts/test/main.ts");
