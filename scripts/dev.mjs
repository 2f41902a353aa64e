import { runScript } from "./bootstrap.mjs";

runScript("scripts/dev/main.ts");
