import { logStep } from "../log.ts";
import type { CloudflareApi } from "./cloudflare-api.ts";
import type { Config } from "./config.ts";
import { type Found, queuesOf } from "./preflight.ts";
import type { Settings } from "./settings.ts";

/**
 * Creates what the account lacks. Wrangler would create databases and the bucket itself when it deploys, but without a location, and
 * only after the migrations that need them.
 */
export async function createResources(
  api: CloudflareApi,
  account: string,
  config: Config,
  found: Found,
  { location }: Pick<Settings, "location">,
): Promise<void> {
  const of = `/accounts/${account}`;
  const create = async (label: string, exists: boolean, path: string, body: object) => {
    if (!exists) await api.call("POST", `${of}${path}`, body);
    logStep(label, exists ? "exists" : "created");
  };
  for (const { database_name: name } of config.d1_databases)
    await create(`database ${name}`, found.databases.includes(name), "/d1/database", {
      name,
      ...(location && { primary_location_hint: location }),
    });
  for (const { bucket_name: name } of config.r2_buckets)
    await create(`bucket ${name}`, found.buckets.includes(name), "/r2/buckets", {
      name,
      ...(location && { locationHint: location }),
    });
  for (const queue_name of queuesOf(config))
    await create(`queue ${queue_name}`, found.queues.includes(queue_name), "/queues", { queue_name });
}
