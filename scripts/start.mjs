import { runScript } from "./bootstrap.mjs";

runScript("scripts/start/main.ts");
