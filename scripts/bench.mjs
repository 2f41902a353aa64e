import { runScript } from "./bootstrap.mjs";

runScript("scripts/bench/main.ts");
