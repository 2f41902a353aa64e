import { runScript } from "./bootstrap.mjs";

runScript("scripts/code/main.ts");
