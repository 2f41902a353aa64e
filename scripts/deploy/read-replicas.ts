import type { CloudflareApi } from "./cloudflare-api.ts";
import type { Config } from "./config.ts";
import { logStep } from "./log.ts";
import type { Settings } from "./settings.ts";

interface DatabaseInfo {
  read_replication?: { mode: "auto" | "disabled" };
}

/**
 * Turns the replicas of all databases on or off, as the settings say. Without them all reads go to the primary, so a failure is
 * only logged.
 */
export async function setReadReplicas(
  api: CloudflareApi,
  { account_id, d1_databases }: Pick<Config, "account_id" | "d1_databases">,
  { read_replicas }: Pick<Settings, "read_replicas">,
): Promise<void> {
  const mode = read_replicas === "on" ? "auto" : "disabled";
  for (const { database_name, database_id } of d1_databases ?? []) {
    const step = `read replicas of ${database_name}`;
    const path = `/accounts/${account_id}/d1/database/${database_id}`;
    try {
      const { read_replication } = await api<DatabaseInfo>("GET", path);
      const isSet = (read_replication?.mode ?? "disabled") === mode;
      if (!isSet) await api("PATCH", path, { read_replication: { mode } });
      logStep(step, isSet ? read_replicas : `switched ${read_replicas}`);
    } catch (error) {
      logStep(step, `not switched ${read_replicas}: ${(error as Error).message}`);
    }
  }
}
