import { runScript } from "./run-script.mjs";

runScript("scripts/stripe/main.ts");
