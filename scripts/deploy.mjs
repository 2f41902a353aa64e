import { runScript } from "./bootstrap.mjs";

runScript("scripts/deploy/main.ts");
