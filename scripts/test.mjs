import { runScript } from "./bootstrap.mjs";

runScript("scripts/test/main.ts");
