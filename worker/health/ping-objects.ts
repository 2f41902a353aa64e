import { withTimeLimit } from "#db/time-limit.ts";
import {
  backupStub,
  boardStub,
  buildStub,
  conversationStub,
  gameHostStub,
  hubStub,
  idsStub,
  presenceStub,
  roomStub,
} from "../live/stubs.ts";

/** A call to an object of each class that changes nothing. No account, host or level has the id 0. */
const PINGS: Record<string, (env: Env) => Promise<unknown>> = {
  UserHub: async (env) => hubStub(env, 0).hasPages(),
  Conversation: async (env) => conversationStub(env, 0, 0).message(1),
  Presence: async (env) => presenceStub(env, 0).wakeUp(),
  GameHost: async (env) => gameHostStub(env, 0).roomOf(0),
  LevelRoom: async (env) => roomStub(env, 0, 0).stats(),
  LevelBuild: async (env) => buildStub(env, 0).versions(1, 1),
  Backup: async (env) => backupStub(env).status(),
  Board: async (env) => boardStub(env).levelChanged(0),
  Ids: async (env) => idsStub(env).sequences(),
  Throttle: async ({ THROTTLE }) => THROTTLE.getByName("health").refund(),
};

/** Shorter than the time limit of the check, which would hide which class it is. */
const PING_LIMIT_MS = 2_000;

/** Calls an object of each class. Returns the classes that don't respond, and the number of all. */
export async function pingObjects(env: Env): Promise<{ failing: string[]; total: number }> {
  const names = Object.keys(PINGS);
  const results = await Promise.allSettled(
    Object.values(PINGS).map((ping) => withTimeLimit(PING_LIMIT_MS, ping(env))),
  );
  return { failing: names.filter((_, i) => results[i]?.status === "rejected"), total: names.length };
}
