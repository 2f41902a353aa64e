import type { BenchArea } from "../../bench/run.ts";
import { verifyBackup } from "./backup.ts";
import { verifyBuilds } from "./builds.ts";
import { verifyChat } from "./chat.ts";
import { verifyEconomy } from "./economy.ts";
import { verifyFaults } from "./faults.ts";
import { verifyFirstRuns } from "./first-run.ts";
import { verifyLoad } from "./load.ts";
import { verifyReconnects } from "./reconnect.ts";
import { verifyRooms } from "./rooms.ts";
import { verifyRuns } from "./runs.ts";
import { verifySelfHost } from "./self-host.ts";
import { verifyUpgrades } from "./upgrades.ts";
import { verifyWrites } from "./writes.ts";

/** The areas of `npm run chaos`, in order. */
export const CHAOS_AREAS: Record<string, BenchArea> = {
  "first-run": verifyFirstRuns,
  writes: verifyWrites,
  chat: verifyChat,
  reconnect: verifyReconnects,
  economy: verifyEconomy,
  runs: verifyRuns,
  rooms: verifyRooms,
  builds: verifyBuilds,
  load: verifyLoad,
  faults: verifyFaults,
  backup: verifyBackup,
  "self-host": verifySelfHost,
  upgrades: verifyUpgrades,
};
