import type { Area } from "../../bench/run.ts";
import { judgeAvatars } from "./avatars.ts";
import { judgeChatting } from "./chat.ts";
import { judgeEconomy } from "./economy.ts";
import { judgeFirstRuns } from "./first-run.ts";
import { judgePlaying } from "./play.ts";
import { judgeRenders } from "./renders.ts";
import { judgeWrites } from "./writes.ts";

/** What `npm run chaos` breaks, in its order. */
export const AREAS: Record<string, Area> = {
  "first-run": judgeFirstRuns,
  writes: judgeWrites,
  renders: judgeRenders,
  avatars: judgeAvatars,
  chat: judgeChatting,
  economy: judgeEconomy,
  play: judgePlaying,
};
