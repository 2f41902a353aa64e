import { runScript } from "./run-script.mjs";

runScript("scripts/serve/main.ts");
