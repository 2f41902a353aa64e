import { runScript } from "./run-script.mjs";

runScript("scripts/test-nightly/main.ts");
