import { runScript } from "./run-script.mjs";

runScript("scripts/discord/main.ts");
