import { runScript } from "./bootstrap.mjs";

runScript("scripts/check/main.ts");
