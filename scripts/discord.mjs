import { runScript } from "./bootstrap.mjs";

runScript("scripts/discord/main.ts");
