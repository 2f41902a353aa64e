import { runScript } from "./bootstrap.mjs";

runScript("scripts/seed/main.ts");
