import { once } from "node:events";
import { StateLock } from "../site/state-lock.ts";
import { runCommand } from "./explain.ts";
import { claimState } from "./processes.mjs";

// Started by scripts/start.mjs. Takes the data before anything else is loaded, then serves the site.

/** How long a site that has just been killed or stopped can take to end. */
const ENDING_MS = 5_000;

/** The parent was killed or has found its port in use. */
const leave = () => process.exit(1);

const state = process.env.BOPOLIS_STATE ?? "";

process.on("disconnect", leave);
await runCommand(async () => {
  // The lock is released when this process ends.
  StateLock.forDevelopment(state, { command: "npm start", waitMs: ENDING_MS });
  // So what still runs on this data is a runtime that a killed site left behind.
  Object.assign(process.env, await claimState(state));
  // Its port is free now.
  process.send?.({ claimed: true });
  await once(process, "message");
  process.off("disconnect", leave);
  await import("./run.ts");
});
// Its parent may have left meanwhile.
if (process.exitCode) process.exit();
