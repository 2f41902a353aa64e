import type { BenchArea } from "../../bench/run.ts";
import { verifyEconomy } from "./economy.ts";
import { verifyFaults } from "./faults.ts";
import { verifyLoad } from "./load.ts";
import { verifyRestarts } from "./restart.ts";
import { verifyRestores } from "./restore.ts";
import { verifyRooms } from "./rooms.ts";
import { verifyRuns } from "./runs.ts";
import { verifyUpgrade } from "./upgrade.ts";
import { verifyWrites } from "./writes.ts";

/** The areas of `npm run chaos`, in order. */
export const CHAOS_AREAS: Record<string, BenchArea> = {
  writes: verifyWrites,
  economy: verifyEconomy,
  rooms: verifyRooms,
  runs: verifyRuns,
  restart: verifyRestarts,
  restore: verifyRestores,
  upgrade: verifyUpgrade,
  load: verifyLoad,
  faults: verifyFaults,
};
