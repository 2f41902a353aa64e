import { runScript } from "./bootstrap.mjs";

runScript("scripts/host/main.ts");
