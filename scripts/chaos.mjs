import { runScript } from "./bootstrap.mjs";

runScript("scripts/chaos/main.ts");
