import { runScript } from "./bootstrap.mjs";

runScript("scripts/test-nightly/main.ts");
