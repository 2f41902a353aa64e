import { runScript } from "./bootstrap.mjs";

runScript("scripts/stripe/main.ts");
