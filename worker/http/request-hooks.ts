import type { Database } from "#db/database.ts";
import type { Claims } from "./session.ts";
import type { ClaimsChanged } from "./session-gate.ts";

/** The parts of a request that features handle. worker/app.ts provides them, because worker/http imports no feature. */
export interface RequestHooks {
  /** The claims of a session that changed. `setCookie` leaves a newer cookie of the response alone. */
  refreshClaims(
    env: Env,
    db: Database,
    request: Request,
    changed: ClaimsChanged,
  ): Promise<{ claims: Claims | null; setCookie(headers: Headers): void }>;
  /** Returns the current username of the account that recently had this name; null if none had it. */
  currentName(db: Database, former: string, now: number): Promise<string | null>;
  /** Awards the achievements that are due. */
  awardAchievements(env: Env): Promise<void>;
}
