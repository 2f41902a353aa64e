import { isProduction } from "../env.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In UTC. */
const DEFAULT_HOUR = 3;

/** Whether the site backs itself up every night. */
export const backupsOn = (env: Pick<Env, "BACKUPS" | "ENVIRONMENT">): boolean =>
  (env.BACKUPS ?? (isProduction(env) ? "on" : "off")) === "on";

/** Whether the backup of the last night hasn't been started, given the start of the newest one. */
export function isBackupDue(
  now: number,
  newest: number | null,
  env: Pick<Env, "BACKUPS" | "BACKUP_HOUR" | "ENVIRONMENT">,
): boolean {
  if (!backupsOn(env)) return false;
  const hour = Number(env.BACKUP_HOUR ?? DEFAULT_HOUR) * HOUR_MS;
  const planned = Math.floor((now - hour) / DAY_MS) * DAY_MS + hour;
  return newest === null || newest < planned;
}
