import { runScript } from "./run-script.mjs";

// The `build` command of the built configuration: wrangler runs it before `dev`, and also before `deploy`.
if (process.env.WRANGLER_COMMAND === "dev") runScript("scripts/wrangler-dev/main.ts");
